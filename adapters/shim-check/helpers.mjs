/** Builders for tests and the benchmark: Pi messages, decisions, a Pi without a host. */
import { sha256, spelling } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";

/** @param {string} text */
export function user(text) {
  return { role: "user", content: [{ type: "text", text }] };
}

/** @param {string} id @param {Record<string, unknown>} args */
export function call(id, args, name = "read") {
  return { role: "assistant", content: [{ type: "toolCall", id, name, arguments: args }] };
}

/** @param {string} id @param {unknown} content a string becomes one text part */
export function result(id, content, isError = false) {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { role: "toolResult", toolCallId: id, toolName: "read", content: parts, isError };
}

/** @param {string} text */
export function answer(text) {
  return { role: "assistant", content: [{ type: "text", text }] };
}

/** @param {number} count messages of small talk that keep what stands before them out of the protected tail */
export function filler(count) {
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? user(`question ${i}`) : answer(`answer ${i}`)));
}

/** @param {string} source @param {string} witness @param {Record<string, unknown>} args @param {string} text */
export function decision(source, witness, args, text, shape = "parts:1") {
  const side = {
    args: sha256(/** @type {string} */ (spelling(args))),
    text: sha256(text),
    shape,
    bytes: Buffer.byteLength(text),
  };
  const marker = `[Jev prune: repeated read-result body omitted; retained witness: ${witness}]`;
  return {
    kind: "repeat",
    source: { id: source, ...side },
    witness: { id: witness, ...side },
    tool: "read",
    path: String(args.path ?? ""),
    marker,
    held: false,
    approvedAt: "2026-01-01T00:00:00Z",
  };
}

/** A list with one repeated read, old enough to be left out. @param {string} text */
export function repeated(text) {
  const args = { path: "a.txt" };
  return [user("go"), call("c1", args), result("c1", text), call("c2", args), result("c2", text), ...filler(20)];
}

/**
 * The part of Pi's extension API that the shim uses, for one session.
 *
 * @param {{ id?: string, header?: object, branch?: any[], hasUI?: boolean, commands?: any[] }} [options]
 */
export function fakePi({ id = "s1", header = {}, branch = [], hasUI = true, commands = [] } = {}) {
  /** @type {Map<string, Function[]>} */
  const handlers = new Map();
  /** @type {{ text: string, level: string }[]} */
  const notices = [];
  const state = {
    idle: true,
    answer: true,
    model: { api: "anthropic-messages", provider: "anthropic", id: "claude-3-5" },
  };
  const ctx = {
    hasUI,
    get model() {
      return state.model;
    },
    isIdle: () => state.idle,
    sessionManager: { getSessionId: () => id, getHeader: () => header, getBranch: () => branch },
    ui: {
      notify: (/** @type {string} */ text, /** @type {string} */ level) => notices.push({ text, level }),
      confirm: async () => state.answer,
    },
  };
  /** @type {any[]} */
  const all = [...commands];
  const pi = {
    on: (/** @type {string} */ event, /** @type {Function} */ handler) =>
      handlers.set(event, [...(handlers.get(event) ?? []), handler]),
    getCommands: () => all,
    registerCommand: (/** @type {string} */ name, /** @type {any} */ command) => all.push({ name, ...command }),
  };
  return {
    pi,
    ctx,
    state,
    notices,
    commands: all,
    handlers,
    /** @param {string} event @param {any} data @returns {any[]} what the handlers returned */
    emit: (event, data = {}) => (handlers.get(event) ?? []).map((handler) => handler({ type: event, ...data }, ctx)),
    /** @param {string} line */
    prune: (line) => all.find(({ handler }) => handler !== undefined).handler(line, ctx),
  };
}
