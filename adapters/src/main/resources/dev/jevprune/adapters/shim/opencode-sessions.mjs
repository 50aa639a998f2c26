/**
 * The sessions that one OpenCode process serves, children included.
 */
import { createDue } from "./due.mjs";
import { createAnswers } from "./opencode-answers.mjs";
import { OPENCODE_LIST } from "./opencode-list.mjs";
import { openSession } from "./session.mjs";

/**
 * @typedef {object} Known
 * @property {import("./session.mjs").Session} session
 * @property {string[]} shown what the user saw last
 * @property {import("./due.mjs").Due} due
 * @property {ReturnType<typeof createAnswers>} answers
 */

/** A forgotten session is opened again from its files. */
const MAX_SESSIONS = 64;

/**
 * @param {import("./store.mjs").Store} store
 * @param {import("./types.mjs").Settings} settings
 * @param {() => boolean | string} off
 * @param {import("./talk.mjs").Talk} talk
 * @param {import("./opencode-client.mjs").Host} host
 */
export function createSessions(store, settings, off, talk, host) {
  /** @type {Map<string, Known>} the one unused for longest first */
  const all = new Map();

  /** @param {string} id nothing is decided of itself in a child: it ends soon, and nobody types there to take it back */
  function isNoChild(id) {
    /** @type {boolean | undefined} */
    let own;
    return async () => (own ??= (await host.session(id)).parentID === undefined);
  }

  /** @param {string} id a fork does not name its parent, so nothing is adopted @returns {Known} */
  function create(id) {
    const session = openSession(store, OPENCODE_LIST, id, [], off(), settings.mode === "observe");
    const answers = createAnswers(session.answered);
    return { session, shown: [], due: createDue(session, settings, talk, isNoChild(id)), answers };
  }

  return {
    /** @param {string} id */
    open(id) {
      const known = all.get(id) ?? create(id);
      all.delete(id);
      all.set(id, known);
      if (all.size > MAX_SESSIONS) all.delete(/** @type {string} */ (all.keys().next().value));
      return known;
    },
    /** @param {string} id */
    get: (id) => all.get(id),
    /** Opens them all anew when they are next asked for. */
    clear: () => all.clear(),
    /** @param {string} id */
    forget: (id) => all.delete(id),
  };
}
