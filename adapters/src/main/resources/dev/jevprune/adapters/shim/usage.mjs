/**
 * What a host's provider reported for the answers of one session, since the session was opened in this process. Sums
 * only grow; the worker keeps the last ones of each run, so one that it hears twice, or not at all, adds nothing twice.
 */

/** @typedef {{ input?: unknown, cacheRead?: unknown, cacheWrite?: unknown, output?: unknown }} Usage tokens; `input` is
 *   what was neither read from the cache nor written to it */
/** @typedef {{ provider: string, id: string }} Answering the model that answered */
/** @typedef {{ bytes: number, ids: string[] }} Lacking what the request before the answer lacked */

/** A session has at most 128 decisions at a time; undone ones count too. */
const MAX_READS = 512;

/** @param {string} [run] names these sums among all of the session's */
export function createUsage(run = newRun()) {
  const all = sums();
  const pruned = group();
  const observed = group();
  /** @type {Answering | null | undefined} undefined while nobody named one, null when there were several */
  let model;

  return {
    /**
     * Adds one answer. One for which the host reported nothing is counted apart: it is unknown, not free.
     *
     * @param {Usage | null | undefined} usage
     * @param {Answering | null | undefined} by
     * @param {Lacking | null} lacking
     * @param {boolean} observe whether the request lacked it on paper only
     */
    add(usage, by, lacking, observe) {
      const { input, cacheRead, cacheWrite, output } = usage ?? {};
      const tokens = [input, cacheRead, cacheWrite, output].map(whole);
      plus(all, tokens);
      if (by) model = model === undefined || same(model, by) ? { provider: by.provider, id: by.id } : null;
      if (lacking === null || lacking.bytes <= 0) return;
      const part = observe ? observed : pruned;
      plus(part, tokens);
      part.bytes += lacking.bytes;
      // of the unreported the cheaper kind is assumed
      if (tokens[1] > 0 || tokens.every((count) => count === 0)) part.warmBytes += lacking.bytes;
      for (const id of lacking.ids) {
        if (part.reads.size < MAX_READS || part.reads.has(id)) part.reads.set(id, (part.reads.get(id) ?? 0) + 1);
      }
    },
    /**
     * The member `usage` of a heartbeat; undefined while there is nothing to tell.
     *
     * @param {number} requests of the session, answered or not
     * @param {number} projected those of them that lacked something
     */
    told(requests, projected) {
      if (requests === 0 && all.answers === 0) return undefined;
      return {
        run,
        requests,
        projected,
        model: model ?? undefined,
        ...all,
        pruned: toldOf(pruned),
        observed: observed.bytes > 0 ? toldOf(observed) : undefined,
      };
    },
  };
}

/** @typedef {ReturnType<typeof sums>} Sums */

function sums() {
  return { answers: 0, unreported: 0, input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
}

function group() {
  return { ...sums(), bytes: 0, warmBytes: 0, reads: /** @type {Map<string, number>} */ (new Map()) };
}

/** @param {ReturnType<typeof group>} group */
function toldOf(group) {
  return { ...group, reads: Object.fromEntries(group.reads) };
}

/** @param {Sums} into @param {number[]} tokens */
function plus(into, [input, cacheRead, cacheWrite, output]) {
  if (input + cacheRead + cacheWrite + output === 0) {
    into.unreported++;
    return;
  }
  into.answers++;
  into.input += input;
  into.cacheRead += cacheRead;
  into.cacheWrite += cacheWrite;
  into.output += output;
}

/** @param {Answering | null} one @param {Answering} other */
function same(one, other) {
  return one !== null && one.provider === other.provider && one.id === other.id;
}

/** @param {unknown} count hosts leave counts out, and report odd ones */
function whole(count) {
  const rounded = typeof count === "number" ? Math.round(count) : 0;
  return Number.isSafeInteger(rounded) && rounded > 0 ? rounded : 0;
}

function newRun() {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 2 ** 48).toString(36)}`;
}
