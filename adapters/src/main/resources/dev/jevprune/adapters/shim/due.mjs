/**
 * Decisions that are due of themselves, at a request. Host-neutral: the glue says what it knows of the cache. The worker
 * is asked only when something may have changed; a late answer means no new decision, and the request goes out.
 */
import { bounded } from "./bounded.mjs";
import { outlineOf } from "./outline.mjs";
import { frames } from "./prune.mjs";
import { isFileTool } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").CacheSigns} CacheSigns */

/**
 * @param {import("./session.mjs").Session} session
 * @param {import("./types.mjs").Settings} settings
 * @param {(op: string, fields: Record<string, unknown>, millis: number) => Promise<any>} ask
 */
export function createDue(session, settings, ask) {
  const on = !session.disabled && (settings.lifecycle || settings.auto === "cold");
  let asked = "";
  let known = 0;

  /**
   * @param {Message[]} messages
   * @param {() => Record<string, unknown>} around
   * @param {unknown} model
   * @param {CacheSigns} signs
   * @param {{ late: boolean }} turn set when the request no longer waits
   * @param {number} millis
   */
  async function decide(messages, around, model, signs, turn, millis) {
    const pruned = session.prunedIn(messages);
    const beside = { ...around(), cache: signs, late: session.progress.late };
    const { outline, bodies } = outlineOf(session.form, messages, pruned, beside);
    const { ticket, need } = await ask("outline", { for: "request", model, outline }, millis);
    if (need.length === 0) return;
    for (const frame of frames(bodies(need))) {
      if (turn.late) return;
      await ask("bodies", { ticket, bodies: frame }, millis);
    }
    if (turn.late) return;
    const reply = await ask("due", { ticket }, millis);
    if (reply.ledger !== undefined) session.adopt(reply.ledger);
  }

  return {
    /** Whether anything can be due of itself in this session. */
    on,
    /**
     * Undefined when nothing may be due, so that the request need not wait at all; else a promise that never rejects.
     *
     * @param {Message[]} messages
     * @param {() => Record<string, unknown>} around
     * @param {unknown} model
     * @param {CacheSigns} signs
     * @returns {Promise<void> | undefined}
     */
    before(messages, around, model, signs) {
      if (!on) return undefined;
      const maybeCold = signs.reset || (signs.idleMillis ?? 0) > settings.cold_after_ms;
      const mark = markOf(session.form, messages);
      const version = session.ledger()?.version ?? 0;
      const lost = version < known; // the worker may know what was on the ledger
      known = version;
      if (mark === asked && !lost && !maybeCold) return undefined;
      asked = mark;
      const millis = maybeCold ? settings.deadlines.cold_ms : settings.deadlines.request_ms;
      const turn = { late: false };
      return bounded(decide(messages, around, model, signs, turn, millis), millis).catch((error) => {
        turn.late = true;
        asked = ""; // tried again at the next request
        if (/** @type {any} */ (error)?.code === "late") session.progress.late++;
      });
    },
  };
}

/** @param {import("./types.mjs").ListForm} form @param {Message[]} messages changes with every new read or edit */
function markOf(form, messages) {
  const { calls, results } = form.scan(messages);
  let count = 0;
  let last = "";
  for (const [id, { record }] of calls) {
    if (!isFileTool(form.tool(record)) || !results.has(id)) continue;
    count++;
    last = id;
  }
  return `${count} ${last}`;
}
