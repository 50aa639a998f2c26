/**
 * What the shim asks of OpenCode through its in-process client: every call has a deadline, since OpenCode has none.
 */
import { bounded, coded } from "./bounded.mjs";

/** @typedef {ReturnType<typeof createHost>} Host */

const HOST_MILLIS = 5000;
const TOAST_CHARACTERS = 900;
const VERSION = "/global/health";

/** @param {any} client OpenCode's `input.client` */
export function createHost(client) {
  /** @param {() => any} call @returns {Promise<any>} the answer's data; rejects with the code `host` */
  async function ask(call) {
    let answer;
    try {
      answer = await bounded(new Promise((resolve) => resolve(call())), HOST_MILLIS, true);
    } catch {
      throw coded("host", "OpenCode did not answer; nothing was done. Type the command again.");
    }
    if (answer?.data === undefined) {
      throw coded("host", "OpenCode did not give this session; nothing was done. Type the command again.");
    }
    return answer.data;
  }

  return {
    /** @param {string} id @returns {Promise<any>} */
    session: (id) => ask(() => client.session.get({ path: { id } })),
    /** @param {string} id @returns {Promise<any[]>} every stored message, oldest first */
    async messages(id) {
      const all = await ask(() => client.session.messages({ path: { id } }));
      if (!Array.isArray(all)) throw coded("host", "OpenCode gave no list of messages; nothing was done.");
      return all;
    },
    /** @param {string} id a session that is not listed is idle */
    async isIdle(id) {
      const type = (await ask(() => client.session.status()))[id]?.type;
      return type === undefined || type === "idle";
    },
    /** OpenCode tells no plugin its version; "" when it cannot be had. */
    async version() {
      const { version } = await ask(() => client._client.get({ url: VERSION }));
      return typeof version === "string" ? version : "";
    },
    /**
     * Stores a note that the user sees and the model does not. True when it is there.
     *
     * @param {string} id @param {string} text @param {Record<string, any>} as agent and model, which stay as they are
     */
    async note(id, text, as) {
      const part = { type: "text", text, ignored: true, metadata: { jevPrune: { note: true } } };
      try {
        await ask(() => client.session.prompt({ path: { id }, body: { ...as, noReply: true, parts: [part] } }));
        return true;
      } catch {
        return false;
      }
    },
    /** @param {string} text @param {"info" | "warning" | "error"} variant drawn by the terminal UI alone */
    async toast(text, variant) {
      const cut = text.length > TOAST_CHARACTERS ? `${text.slice(0, TOAST_CHARACTERS)}…` : text;
      const body = { title: "Jev Prune", message: cut, variant, duration: 8000 };
      await ask(() => client.tui.showToast({ body })).catch(() => {});
    },
  };
}
