/**
 * Pi's message list: `toolCall` blocks in assistant messages, `toolResult` messages behind them. Pure.
 */
import { isReadTool, note, spelling, textsOf, utf8Bytes } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").ListForm} ListForm */

/** Pi ends a shortened read with one of these; such a body is not the file, so it is nobody's proof. */
const HOST_NOTICE = /\[(?:Showing lines |\d+ more lines in file\.)[^[\]\n]*\]$/;

/** @type {ListForm} */
export const PI_LIST = {
  locate,
  scan,
  tool: (call) => call.name,
  args: (call) => call.arguments ?? null,
  texts: (result) => textsOf(result?.content),
  succeeded: (result) => result?.isError === false,
  answered: ({ result, callAt, at }) => result?.isError === false && callAt < at,
  put: (result, marker) => ({ target: result, member: "content", value: marked(result, marker) }),
  notice,
  bytes,
  body: (id, call, result) => ({ id, call, result }),
};

/** @type {ListForm["locate"]} */
function locate(messages, seen) {
  let lastUser = -1;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    const role = message?.role;
    if (role === "user") {
      lastUser = index;
    } else if (role === "toolResult") {
      const entry = seen.get(message.toolCallId);
      if (entry === undefined) continue;
      if (entry.results++ === 0) {
        entry.result = message;
        entry.at = index;
      }
    } else if (role === "assistant" && Array.isArray(message.content)) {
      for (const block of message.content) {
        if (block?.type !== "toolCall") continue;
        const entry = seen.get(block.id);
        if (entry === undefined) continue;
        if (entry.calls++ === 0) {
          entry.call = block;
          entry.callAt = index;
        }
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
    if (message?.role === "user") found.lastUser = index;
    if (message?.role === "toolResult") note(found.results, message.toolCallId, index, message);
    if (message?.role !== "assistant" || !Array.isArray(message.content)) return;
    for (const block of message.content) {
      if (block?.type === "thinking" && (block.thinkingSignature || block.redacted)) found.lastSigned = index;
      if (block?.type !== "toolCall") continue;
      note(found.calls, block.id, index, block);
      if (isReadTool(block.name) && typeof block.id === "string") {
        found.reads.push({ index, id: block.id, call: block });
      }
    }
  });
  found.goal = goalOf(messages[found.lastUser]);
  return found;
}

/** @param {Message | undefined} message its text parts are the goal, also beside an image */
function goalOf(message) {
  const content = message?.content;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter((part) => part?.type === "text" && typeof part.text === "string")
    .map(({ text }) => text)
    .join("\n");
}

/** @param {Message} message @param {string} marker */
function marked({ content }, marker) {
  if (typeof content === "string") return marker;
  return content.length === 1 ? [{ ...content[0], text: marker }] : [{ type: "text", text: marker }];
}

/** @type {ListForm["notice"]} */
function notice(result, text) {
  const truncation = result.details?.truncation;
  return (truncation !== null && typeof truncation === "object") || HOST_NOTICE.test(text.slice(-300));
}

/** @type {ListForm["bytes"]} */
function bytes(message) {
  let sum = 0;
  for (const text of [message?.content, message?.summary, message?.command, message?.output]) {
    if (typeof text === "string") sum += utf8Bytes(text);
  }
  if (!Array.isArray(message?.content)) return sum;
  for (const part of message.content) {
    for (const text of [part?.text, part?.thinking, part?.name]) if (typeof text === "string") sum += utf8Bytes(text);
    if (part?.type === "toolCall") sum += utf8Bytes(spelling(part.arguments ?? null) ?? "");
  }
  return sum;
}
