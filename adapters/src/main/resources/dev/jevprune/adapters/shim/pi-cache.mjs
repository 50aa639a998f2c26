/**
 * What Pi's list says of the provider's cache: when the last answer came, and whether a compaction or another model came
 * since. A resume alone says nothing.
 */

/** @typedef {import("./types.mjs").Message} Message */

/**
 * @param {Message[]} messages
 * @param {{ provider: string, id: string } | null} model
 * @param {number} now
 * @returns {import("./types.mjs").CacheSigns}
 */
export function cacheSignsOf(messages, model, now) {
  let compacted = -1;
  for (let index = messages.length - 1; index >= 0; index--) {
    const { role, timestamp, provider, model: answered, stopReason } = messages[index] ?? {};
    if (role === "compactionSummary" && typeof timestamp === "number") compacted = timestamp;
    if (role !== "assistant" || stopReason === "error" || stopReason === "aborted") continue;
    const at = typeof timestamp === "number" ? timestamp : null;
    const other =
      model !== null && typeof answered === "string" && (answered !== model.id || provider !== model.provider);
    return {
      idleMillis: at === null ? null : Math.max(0, Math.floor(now - at)),
      reset: other || (at !== null && summaryTime(messages) > at),
    };
  }
  return { idleMillis: null, reset: compacted >= 0 };
}

/** @param {Message[]} messages when the newest compaction was made, -1 when there is none or it does not say */
function summaryTime(messages) {
  const summary = messages.findLast((message) => message?.role === "compactionSummary");
  return typeof summary?.timestamp === "number" ? summary.timestamp : -1;
}
