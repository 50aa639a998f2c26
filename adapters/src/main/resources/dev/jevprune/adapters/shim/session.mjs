/**
 * What the shim knows of one session: its ledger, and what was replayed. One object per host
 * session; nothing is shared between sessions.
 */
import { applyEdits, planReplay } from "./replay.mjs";
import { parseLedger, sameMark } from "./store.mjs";
import { createUsage } from "./usage.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").Ledger} Ledger */
/** @typedef {ReturnType<typeof openSession>} Session */

/**
 * @param {import("./store.mjs").Store} store
 * @param {import("./types.mjs").ListForm} form of the host's list
 * @param {string} id
 * @param {string[]} ancestors nearest first; the ledger of the first that has one is adopted when this session has none
 * @param {boolean | string} disabled by JEV_PRUNE_OFF=1, or by what the text says
 * @param {boolean} [observe] count what would be left out, and leave everything in
 */
export function openSession(store, form, id, ancestors, disabled, observe = false) {
  // requests, projected: since the session started here; the others: of the last request, so that nothing counts twice
  const counts = { requests: 0, projected: 0, applied: 0, invalid: 0, inactive: 0, bytesRemoved: 0 };
  const progress = { late: 0 };
  const usage = createUsage();
  /** @type {import("./usage.mjs").Lacking | null} what the last request lacked */
  let lacking = null;
  /** @type {Ledger | null} */
  let ledger = null;
  /** @type {import("./store.mjs").Mark | undefined} */
  let mark;
  let parent = "";
  /** @type {import("./replay.mjs").Known} at most two texts a decision */
  let known = new Map();

  function load() {
    known = new Map();
    const now = store.mark();
    const own = store.ledger(id);
    mark = own === undefined ? undefined : now;
    if (own === undefined) return; // unreadable: what is on the wire stays there, the next request tries again
    parent = "";
    ledger = own;
    for (const ancestor of own === null ? ancestors : []) {
      const adopted = store.ledger(ancestor);
      if (!adopted) continue;
      parent = ancestor;
      ledger = adopted;
      return;
    }
  }

  load();
  return {
    id,
    form,
    counts,
    /** What came too late for its request, since the session started here. */
    progress,
    observe,
    disabled,
    /** The ancestor whose ledger is in use, or "". */
    parent: () => parent,
    ledger: () => ledger,
    /** @param {any} value the ledger in a reply of the worker; the next request reads the file all the same */
    adopt(value) {
      const parsed = parseLedger(value, id);
      if (parsed === undefined) return;
      if (ledger !== null && parsed.version < (parent === "" ? ledger.version : 1)) return; // late, or adopted nothing
      ledger = parsed;
      parent = "";
    },
    /** Whether the user switched the session off. */
    off: () => ledger?.off === true,
    /**
     * @param {Message[]} messages edits the host's records in place; on an exception nothing is edited
     * @param {(plan: import("./replay.mjs").Plan, decisions: import("./types.mjs").Decision[]) => void} [before] sees
     *   what will be edited while nothing is
     */
    replay(messages, before) {
      lacking = null;
      if (disabled) return;
      counts.requests++;
      if (!sameMark(store.mark(), mark)) load();
      counts.applied = counts.invalid = counts.inactive = counts.bytesRemoved = 0;
      if (ledger === null || ledger.off || ledger.decisions.length === 0) return;
      const plan = planReplay(form, messages, ledger.decisions, known);
      before?.(plan, ledger.decisions);
      if (!observe) applyEdits(plan.edits);
      counts.applied = plan.applied;
      counts.invalid = plan.invalid;
      counts.inactive = plan.inactive;
      counts.bytesRemoved = plan.bytesRemoved;
      if (plan.applied === 0) return;
      counts.projected++;
      lacking = { bytes: plan.bytesRemoved, ids: appliedIn(ledger.decisions, plan.outcomes) };
    },
    /**
     * The answer to the last request came, once for each answer.
     *
     * @param {import("./usage.mjs").Usage | null | undefined} reported by the provider, as the host tells it
     * @param {import("./usage.mjs").Answering | null} [model] that answered
     */
    answered(reported, model) {
      if (!disabled) usage.add(reported, model, lacking, observe);
    },
    /** What was sent and reported since the session was opened here; undefined while nothing was. */
    usage: () => usage.told(counts.requests, counts.projected),
    /**
     * What the ledger leaves out of this list: by its id, or because the list holds the marker of that very decision. Text
     * that only looks like a marker is the user's own.
     *
     * @param {Message[]} messages
     * @returns {import("./outline.mjs").Pruned}
     */
    prunedIn(messages) {
      if (disabled || observe || ledger === null || ledger.off) return new Set();
      const { decisions } = ledger;
      const { outcomes } = planReplay(form, messages, decisions, known);
      const markers = new Map(decisions.map(({ source, marker }) => [source.id, marker]));
      const out = new Set(appliedIn(decisions, outcomes));
      return { has: (id, text) => out.has(id) || (text !== undefined && markers.get(id) === text) };
    },
  };
}

/**
 * @param {import("./types.mjs").Decision[]} decisions
 * @param {import("./replay.mjs").Outcome[]} outcomes of each
 * @returns {string[]} the ids of the reads that are left out
 */
function appliedIn(decisions, outcomes) {
  return decisions.filter((_, at) => outcomes[at] === "applied").map(({ source }) => source.id);
}
