/**
 * The answers of one session of OpenCode: what they say of the provider's cache, and what the provider counted.
 *
 * OpenCode tells of an answer by an event that may come after the next request was made, and holds it in the list of that
 * request; both ways are taken, each answer once by its id.
 */
import { modelOf } from "./opencode-session.mjs";

/** @typedef {import("./types.mjs").Message} Message */

/** An event lags by less; of an older answer nothing is told any more. */
const MAX_IDS = 256;

/**
 * @param {(tokens: import("./usage.mjs").Usage, model: import("./usage.mjs").Answering) => void} counted gets each answer's
 */
export function createAnswers(counted) {
  const since = Date.now(); // what was answered before is no news
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {any} the newest answer heard here: the user may have taken it back since, the provider's cache has not */
  let newest = null;

  /** @param {any} info of a message @returns {boolean} whether it is an answer that came here, and now */
  function heard(info) {
    if (!isDone(info) || info.time.completed < since || seen.has(info.id)) return false;
    seen.add(info.id);
    if (seen.size > MAX_IDS) seen.delete(/** @type {string} */ (seen.values().next().value));
    if (info.summary === true) return true; // the request of a compaction is none that we could have changed
    if (info.error === undefined && !(newest?.time.completed > info.time.completed)) newest = info;
    const { input, output = 0, reasoning = 0, cache } = info.tokens ?? {};
    // OpenCode counts what was thought apart from the rest
    const tokens = { input, cacheRead: cache?.read, cacheWrite: cache?.write, output: output + reasoning };
    const billed = Object.values(tokens).some((count) => count > 0);
    if (billed || info.error === undefined) counted(tokens, { provider: info.providerID, id: info.modelID });
    return true;
  }

  return {
    heard,
    /** @param {Message[]} messages of a request, before it is edited: the newest turn that has answers is looked at */
    listed(messages) {
      let answers = 0;
      for (let at = messages.length - 1; at >= 0; at--) {
        const info = messages[at]?.info;
        if (info?.role !== "assistant") {
          if (answers > 0) return;
        } else {
          if (isDone(info) && !heard(info)) return;
          answers++;
        }
      }
    },
    /** @param {Message[]} messages @returns {import("./types.mjs").CacheSigns} */
    signs: (messages) => signsOf(messages, newest, Date.now()),
  };
}

/**
 * What a list says of the provider's cache: when the last answer came, and whether a compaction or another model came
 * since. Answers that failed or were broken off do not count. A resume alone says nothing.
 *
 * @param {Message[]} messages
 * @param {any} newest `info` of the newest answer that this process saw, or null
 * @param {number} now
 * @returns {import("./types.mjs").CacheSigns}
 */
export function signsOf(messages, newest, now) {
  let summarised = -1;
  let last = null;
  // behind a compaction the list is not in the order of time
  for (const message of messages) {
    const info = message?.info;
    if (!isDone(info) || info.error !== undefined) continue;
    if (info.summary === true) summarised = Math.max(summarised, info.time.completed);
    else if (last === null || info.time.completed >= last.time.completed) last = info;
  }
  if (last === null) return { idleMillis: null, reset: summarised >= 0 };
  const model = modelOf(messages);
  const other = (/** @type {any} */ info) =>
    model !== null && (info.modelID !== model.id || info.providerID !== model.provider);
  const at = newest !== null && !other(newest) ? newest.time.completed : 0;
  return {
    idleMillis: Math.max(0, Math.floor(now - Math.max(last.time.completed, at))),
    reset: other(last) || summarised > last.time.completed,
  };
}

/** @param {any} info true for an answer that ended */
function isDone(info) {
  return info?.role === "assistant" && typeof info.id === "string" && typeof info.time?.completed === "number";
}
