/**
 * Whether a conversation fits, in the tokens that the provider reported. Pure.
 *
 * @typedef {object} Budget every number a whole number of 0 or more
 * @property {number} input what the next request is expected to hold
 * @property {number} reserve what the answer needs
 * @property {number} margin what the expectation may be off by
 * @property {number} window the model's context window
 * @property {number} scoped what counts against the host's own limit
 * @property {number} limit where the host starts to compact
 * @property {number} hysteresis how far below that limit one must be
 *
 * @typedef {{ tokens: number, window: number, reserve: number }} Room what a compaction event says about the room
 */

/** What the tokens behind the last report may be off by, beside a tenth of what is saved: that is an o200k estimate. */
const MARGIN_TOKENS = 1024;

/** @param {Budget} budget half a budget must not look like one that fits */
export function fits(budget) {
  const { input, reserve, margin, window, scoped, limit, hysteresis } = budget;
  const all = [input, reserve, margin, window, scoped, limit, hysteresis];
  if (!all.every((number) => Number.isSafeInteger(number) && number >= 0)) return false;
  return window > 0 && limit > 0 && input + reserve + margin <= window && scoped + hysteresis < limit;
}

/**
 * @param {Room} room
 * @param {number} saved tokens that the last report still counts and the next request leaves out
 * @returns {Budget}
 */
export function budgetOf(room, saved) {
  const input = Math.max(0, room.tokens - saved);
  const margin = MARGIN_TOKENS + Math.ceil(saved / 10);
  const { window, reserve } = room;
  return { input, reserve, margin, window, scoped: input, limit: window - reserve, hysteresis: margin };
}

/**
 * The room as Pi counts it: the last answer's reported usage and an estimate of what came since. A provider that
 * refused the request as too long knows better, so then the count is at least more than the window.
 *
 * @param {any} event `session_before_compact`
 * @param {any} model
 * @returns {Room}
 */
export function roomOf(event, model) {
  const window = Number(model?.contextWindow);
  const reserve = Number(event.preparation?.settings?.reserveTokens);
  const counted = Number(event.preparation?.tokensBefore);
  if (event.reason !== "overflow") return { tokens: counted, window, reserve };
  return { tokens: Math.max(counted, window + 1, statedTokens(event.branchEntries)), window, reserve };
}

/**
 * The last answer whose usage counts; until there is a newer one, every check is about the same numbers.
 *
 * @param {any[]} entries the branch from the root to the leaf
 */
export function basisOf(entries) {
  const entry = entries.findLast((each) => {
    const message = each?.type === "message" ? each.message : null;
    return (
      message?.role === "assistant" && !["error", "aborted"].includes(message.stopReason) && reported(message.usage)
    );
  });
  return String(entry?.id ?? "");
}

/** @param {any} usage */
function reported(usage) {
  return (usage?.totalTokens || usage?.input + usage?.output + usage?.cacheRead + usage?.cacheWrite) > 0;
}

/** @param {any[]} entries the largest number of tokens in the last error, as in "213462 tokens > 200000 maximum" */
function statedTokens(entries) {
  const text = String(entries.findLast((each) => each?.message?.role === "assistant")?.message?.errorMessage ?? "");
  const stated = [...text.slice(0, 2000).matchAll(/(\d[\d,]{2,11}) tokens/g)];
  return Math.max(0, ...stated.map(([, number]) => Number(number.replaceAll(",", ""))));
}
