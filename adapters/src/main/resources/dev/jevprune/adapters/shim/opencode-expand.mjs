/**
 * The tool that gives an omitted text back, in OpenCode's form: shapes of arguments are plain JSON schemas (1.18.33 makes
 * an object of them in which each is required).
 */
import { EXPAND, notKept, originalOf, readOf } from "./expand.mjs";
import { originalsOf } from "./opencode-session.mjs";

/** Calls whose results OpenCode has not stored yet. */
const MAX_CALLS = 64;

/**
 * @param {(id: string) => import("./opencode-sessions.mjs").Known} open
 * @param {import("./opencode-client.mjs").Host} host
 */
export function createExpand(open, host) {
  /** @type {Map<string, string>} by call id, until OpenCode has cut it to what results of tools may have */
  const given = new Map();
  return {
    name: EXPAND.name,
    tool: {
      description: EXPAND.description,
      args: EXPAND.parameters.properties,
      /** @param {any} args @param {any} context of the call @returns {Promise<string>} what it throws is its result */
      async execute(args, { sessionID, callID }) {
        const { session } = open(sessionID);
        const stored = await host.messages(sessionID);
        const found =
          (await originalOf(session, (id) => originalsOf(stored, id), args?.id)) ??
          readOf(session.form, stored, args?.id);
        const text = found === null ? undefined : session.form.texts(found)?.texts[0];
        if (text === undefined) throw new Error(notKept(args?.id));
        if (given.size >= MAX_CALLS) given.clear();
        if (typeof callID === "string") given.set(callID, text);
        return text;
      },
    },
    /** @param {any} call @param {any} result which OpenCode shortens where it is over its limits: a whole read may be */
    after({ tool, callID }, result) {
      if (tool !== EXPAND.name) return;
      const text = given.get(callID);
      given.delete(callID);
      if (text === undefined || result.output === text) return;
      result.output = text;
      result.metadata = { truncated: false };
    },
  };
}
