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
/** @typedef {import("./types.mjs").Scan} Scan */
/** @typedef {ReturnType<typeof createDue>} Due */

/** The most requests that go by unasked while a worker keeps failing. */
const MAX_PAUSE = 31;

/**
 * @param {import("./session.mjs").Session} session
 * @param {import("./types.mjs").Settings} settings
 * @param {Pick<import("./talk.mjs").Talk, "ask" | "wake">} talk
 * @param {() => boolean | Promise<boolean>} [may] whether decisions are taken in this session at all; within the deadline
 */
export function createDue(session, settings, talk, may = () => true) {
  const on = !session.disabled && (settings.lifecycle || settings.auto === "cold");
  let asked = "";
  let known = 0;
  let failures = 0;
  let pause = 0;

  /**
   * @param {Message[]} messages
   * @param {Scan} found
   * @param {() => Record<string, unknown>} around
   * @param {unknown} model
   * @param {CacheSigns} signs
   * @param {{ late: boolean }} turn set when the request no longer waits
   * @param {number} millis
   */
  async function decide(messages, found, around, model, signs, turn, millis) {
    const until = Date.now() + millis;
    if (!(await may()) || turn.late) return;
    const ask = (/** @type {string} */ op, /** @type {Record<string, unknown>} */ fields) =>
      talk.ask(op, { session: session.id, ...fields }, Math.max(until - Date.now(), 1));
    const pruned = session.prunedIn(messages);
    const beside = { ...around(), cache: signs, late: session.progress.late };
    const { outline, bodies } = outlineOf(session.form, messages, pruned, beside, found);
    const { ticket, need } = await ask("outline", { for: "request", model, outline });
    if (need.length === 0) return;
    for (const frame of frames(bodies(need))) {
      if (turn.late) return;
      await ask("bodies", { ticket, bodies: frame });
    }
    if (turn.late) return;
    const reply = await ask("due", { ticket });
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
      if (!on || session.off()) return undefined;
      const maybeCold = signs.reset || (signs.idleMillis ?? 0) > settings.cold_after_ms;
      const version = session.ledger()?.version ?? 0;
      const lost = version < known; // the worker may know what was on the ledger
      known = version;
      if (!maybeCold && !lost && !settings.lifecycle) return undefined; // exact repeats go on a cold turn alone
      if (!maybeCold && pause > 0) return void pause--;
      const found = session.form.scan(messages);
      const mark = markOf(session.form, found);
      if (mark === asked && !lost && !maybeCold) return undefined;
      asked = mark;
      const { cold_ms: cold, request_ms: request } = settings.deadlines;
      const millis = maybeCold ? cold : request;
      const turn = { late: false };
      return bounded(decide(messages, found, around, model, signs, turn, millis), millis).then(
        () => void (failures = 0),
        (error) => {
          const { code } = /** @type {any} */ (error) ?? {};
          turn.late = true;
          asked = ""; // tried again at the next request; a worker that keeps failing is left in peace for more and more
          pause = Math.min(2 ** failures++ - 1, MAX_PAUSE);
          if (code === "late") session.progress.late++;
          if (code === "down") talk.wake();
        },
      );
    },
  };
}

/** @param {import("./types.mjs").ListForm} form @param {Scan} found changes with every new read or edit */
function markOf(form, { calls, results }) {
  let count = 0;
  let last = "";
  for (const [id, { record }] of calls) {
    if (!isFileTool(form.tool(record)) || !results.has(id)) continue;
    count++;
    last = id;
  }
  return `${count} ${last}`;
}
