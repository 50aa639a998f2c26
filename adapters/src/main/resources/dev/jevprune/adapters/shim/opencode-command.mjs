/**
 * `/prune` in OpenCode: a desk over the host's client, and the report as a note and a toast. Nothing here throws.
 */
import { lastSentAs, modelOf, originalsOf, sentOf } from "./opencode-session.mjs";
import { runPrune } from "./prune.mjs";
import { TEXTS } from "./texts.mjs";

/** @typedef {"info" | "warning" | "error"} Level */
/** @typedef {import("./opencode-sessions.mjs").Known} Known */

/**
 * @param {import("./opencode-client.mjs").Host} host
 * @param {import("./talk.mjs").Talk} talk
 * @param {ReturnType<typeof import("./chain.mjs").createChain>} chain
 * @param {() => Record<string, unknown>} around what the worker should know beside a list
 */
export function createCommand(host, talk, chain, around) {
  /** @param {Known} known @param {(text: string, level?: Level) => void} say @returns {import("./prune.mjs").Desk} */
  function deskOf({ session, shown, answers }, say) {
    /** @type {any[]} */
    let list = [];
    const desk = talk.desk(session, shown);
    return {
      ...desk,
      async tell() {
        // the event of the last answer may still be on its way
        await host.messages(session.id).then(answers.listed, () => {});
        await desk.tell();
      },
      say,
      confirm: null, // a plugin of OpenCode's server has nobody to ask
      remark: TEXTS.openCodeCounts,
      idle: () => host.isIdle(session.id),
      async list() {
        const [stored, facts] = await Promise.all([host.messages(session.id), host.session(session.id)]);
        return (list = sentOf(stored, facts.revert));
      },
      originals: async (id) => originalsOf(await host.messages(session.id), id),
      model: () => modelOf(list),
      around: () => ({ ...around(), cache: answers.signs(list) }),
      guest: () => chain.guest(session),
    };
  }

  /**
   * Shows a report. A note would give a running turn a new last message and thus another request, become the first
   * message of an empty session, or make final what the user took back: there the report is a toast alone.
   *
   * @param {string} id @param {string} text @param {Level} level
   */
  async function show(id, text, level) {
    let noted = false;
    try {
      const [stored, facts, still] = await Promise.all([host.messages(id), host.session(id), host.isIdle(id)]);
      const as = lastSentAs(stored);
      noted = as !== null && still && facts.revert === undefined && (await host.note(id, text, as));
    } catch {
      // the toast says it
    }
    await host.toast(noted ? text.split("\n", 1)[0] : text, level);
  }

  return {
    /** @param {Known} known @param {string} line what stands behind the command's name */
    async run(known, line) {
      /** @type {string[]} */
      const lines = [];
      /** @type {Level} */
      let worst = "info";
      const desk = deskOf(known, (text, level = "info") => {
        lines.push(text);
        if (level !== "info") worst = level;
      });
      // `opencode run` puts quotes around words with a blank between them
      await runPrune(line.replace(/^"(.*)"$/s, "$1"), desk);
      await show(known.session.id, lines.join("\n"), worst);
    },
  };
}
