/**
 * OpenCode's message list (1.18.33): messages of `info` and `parts`; one tool part holds call and result. Pure.
 *
 * Ids of parts, messages and sessions change when a session is forked; a call's id, its arguments and its text do not,
 * so nothing else is looked at. A part that OpenCode cleared (`time.compacted`) or to whose text it added instruction
 * files (`metadata.loaded`) is never touched.
 */
import { isReadTool, note, spelling, utf8Bytes } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").ListForm} ListForm */

/** @type {ListForm} */
export const OPENCODE_LIST = {
  locate,
  scan,
  tool: (part) => part.tool,
  args: (part) => part.state?.input ?? null,
  texts,
  succeeded: (part) => part?.state?.status === "completed",
  answered: ({ result }) =>
    result?.state?.status === "completed" && !isSome(result.state.attachments) && !touched(result.state),
  put: (part, marker) => ({ target: part.state, member: "output", value: marker }),
  notice: (part) => touched(part.state),
  bytes,
  body,
};

/** @type {ListForm["locate"]} */
function locate(messages, seen) {
  let lastUser = -1;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    const role = message?.info?.role;
    if (role === "user") {
      if (isWritten(message.parts)) lastUser = index;
    } else if (role === "assistant" && Array.isArray(message.parts)) {
      for (const part of message.parts) {
        if (part?.type !== "tool" || typeof part.state?.output !== "string") continue;
        const entry = seen.get(part.callID);
        if (entry === undefined) continue;
        if (entry.results++ === 0) {
          entry.call = entry.result = part;
          entry.callAt = entry.at = index;
        }
        entry.calls = entry.results;
      }
    }
  }
  return lastUser;
}

/** @type {ListForm["scan"]} */
function scan(messages) {
  /** @type {import("./types.mjs").Scan} */
  const found = { lastUser: -1, lastSigned: -1, goal: "", calls: new Map(), results: new Map(), reads: [] };
  messages.forEach((message, index) => {
    const role = message?.info?.role;
    if (role === "user" && isWritten(message.parts)) found.lastUser = index;
    if (role !== "assistant" || !Array.isArray(message.parts)) return;
    for (const part of message.parts) {
      if (part?.type === "reasoning" && isSigned(part)) found.lastSigned = index;
      if (part?.type !== "tool" || typeof part.callID !== "string") continue;
      note(found.calls, part.callID, index, part);
      if (["completed", "error"].includes(part.state?.status)) note(found.results, part.callID, index, part);
      if (isReadTool(part.tool)) found.reads.push({ index, id: part.callID, call: part });
    }
  });
  found.goal = goalOf(messages[found.lastUser]);
  return found;
}

/** @type {ListForm["texts"]} */
function texts(part) {
  const output = part?.state?.output;
  if (typeof output !== "string") return null;
  return { shape: isSome(part.state.attachments) ? "other" : "text", texts: [output] };
}

/** @param {any} state */
function touched(state) {
  const loaded = state.metadata?.loaded;
  return isSome(state.time?.compacted) || (Array.isArray(loaded) && loaded.length > 0);
}

/** @param {unknown} value what neither is there nor holds anything counts as none */
function isSome(value) {
  if (value === null || typeof value !== "object") return Boolean(value);
  return Object.keys(value).length > 0;
}

/** @param {any} parts true when a person wrote any of them; what OpenCode and we put into a user message is marked */
function isWritten(parts) {
  return !Array.isArray(parts) || parts.length === 0 || parts.some((part) => !isHostMade(part));
}

/** @param {any} part */
function isHostMade(part) {
  return part?.type === "compaction" || part?.ignored === true || part?.synthetic === true;
}

/** @param {any} part OpenCode keeps a signature under the provider's name */
function isSigned({ metadata }) {
  return Object.values(metadata ?? {}).some(
    (/** @type {any} */ own) => own?.signature !== undefined || own?.redactedData !== undefined,
  );
}

/** @param {Message | undefined} message */
function goalOf(message) {
  if (!Array.isArray(message?.parts)) return "";
  return message.parts
    .filter((part) => part?.type === "text" && typeof part.text === "string" && !isHostMade(part))
    .map(({ text }) => text)
    .join("\n");
}

/** @type {ListForm["bytes"]} */
function bytes(message) {
  let sum = 0;
  if (!Array.isArray(message?.parts)) return sum;
  for (const part of message.parts) {
    if (part?.ignored === true) continue;
    for (const text of [part?.text, part?.tool, part?.state?.output, part?.state?.error]) {
      if (typeof text === "string") sum += utf8Bytes(text);
    }
    if (part?.type === "tool") sum += utf8Bytes(spelling(part.state?.input ?? null) ?? "");
  }
  return sum;
}

/**
 * Call id, arguments and text, and what the host did to the text where it did anything: no more, since the proof is of this.
 *
 * @type {ListForm["body"]}
 */
function body(id, { callID, tool, state }, { state: { status, output, time, metadata, attachments } }) {
  /** @type {Record<string, unknown>} */
  const result = { status, output };
  if (isSome(time?.compacted)) result.time = { compacted: time.compacted };
  if (isSome(metadata?.loaded)) result.metadata = { loaded: metadata.loaded };
  if (isSome(attachments)) result.attachments = attachments;
  return { id, call: { type: "tool", callID, tool, state: { input: state.input } }, result };
}
