/**
 * The outline of a Pi message list: what a decision needs to know, without bodies. Pure.
 */
import {
  hasHostNotice,
  hashedText,
  isMarker,
  isReadTool,
  sha256,
  spelling,
  textsOf,
  utf8Bytes,
  wellFormed,
} from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {{ count: number, index: number, record: any }} Place first place of an id, and how often it occurs */
/** @typedef {{ id: string, call: unknown, result: unknown }} Body */

/** A longer goal is unusable, so it stays here. */
const MAX_GOAL_BYTES = 8000;

/**
 * @param {Message[]} messages the list as it stands before any of our edits
 * @param {Set<string>} pruned ids whose bodies the ledger leaves out of this list
 * @returns {{ outline: Record<string, unknown>, bodies: (ids: string[]) => Body[] }} `bodies` gives the raw records
 */
export function outlineOf(messages, pruned) {
  /** @type {Map<string, Place>} */
  const calls = new Map();
  /** @type {Map<string, Place>} */
  const results = new Map();
  /** @type {{ index: number, block: any }[]} */
  const reads = [];
  let lastUser = -1;
  let lastSigned = -1;
  messages.forEach((message, index) => {
    if (message?.role === "user") lastUser = index;
    if (message?.role === "toolResult") note(results, message.toolCallId, index, message);
    if (message?.role !== "assistant" || !Array.isArray(message.content)) return;
    for (const block of message.content) {
      if (block?.type === "thinking" && (block.thinkingSignature || block.redacted)) lastSigned = index;
      if (block?.type !== "toolCall") continue;
      note(calls, block.id, index, block);
      if (isReadTool(block.name) && typeof block.id === "string") reads.push({ index, block });
    }
  });
  const after = bytesBehind(messages);
  const goal = goalOf(messages[lastUser]);
  const goalBytes = utf8Bytes(goal);
  const outline = {
    messages: messages.length,
    lastUser,
    lastSigned,
    goal: goalBytes <= MAX_GOAL_BYTES ? goal : "",
    goalBytes,
    calls: reads.map(({ index, block }) => outlineCall(block, index, calls, results, after, pruned)),
  };
  return { outline, bodies: (ids) => bodiesOf(ids, calls, results) };
}

/**
 * @param {any} block
 * @param {number} index
 * @param {Map<string, Place>} calls
 * @param {Map<string, Place>} results
 * @param {number[]} after
 * @param {Set<string>} pruned
 */
function outlineCall(block, index, calls, results, after, pruned) {
  const place = results.get(block.id);
  const result = place?.record;
  const body = textsOf(result?.content);
  const texts = body?.texts ?? [];
  const args = spelling(block.arguments ?? null);
  const good = args !== null && block.id.isWellFormed() && wellFormed(texts);
  const text = texts.length === 0 ? "" : hashedText(texts);
  const { path, offset, limit } = range(block.arguments);
  return {
    id: block.id,
    calls: calls.get(block.id)?.count ?? 0,
    results: place?.count ?? 0,
    call: index,
    at: place?.index ?? -1,
    tool: block.name,
    path,
    offset,
    limit,
    ok: result?.isError === false,
    shape: body?.shape ?? "other",
    bytes: texts.reduce((sum, part) => sum + utf8Bytes(part), 0),
    args: good ? sha256(args) : "",
    text: good && body !== null ? sha256(text) : "",
    wellFormed: good,
    pruned: pruned.has(block.id) || (texts.length === 1 && isMarker(text)),
    notice: result !== undefined && hasHostNotice(result, texts.at(-1) ?? ""),
    after: after[place?.index ?? index],
  };
}

/**
 * @param {Map<string, Place>} places
 * @param {unknown} id
 * @param {number} index
 * @param {unknown} record
 */
function note(places, id, index, record) {
  if (typeof id !== "string") return;
  const place = places.get(id);
  if (place === undefined) places.set(id, { count: 1, index, record });
  else place.count++;
}

/**
 * @param {string[]} ids
 * @param {Map<string, Place>} calls
 * @param {Map<string, Place>} results
 */
function bodiesOf(ids, calls, results) {
  const bodies = [];
  for (const id of ids) {
    const call = calls.get(id)?.record;
    const result = results.get(id)?.record;
    if (call !== undefined && result !== undefined) bodies.push({ id, call, result });
  }
  return bodies;
}

/** @param {any} args path and range for showing; odd members are left out */
function range(args) {
  const path = [args?.path, args?.file_path, args?.filePath].find((value) => typeof value === "string") ?? "";
  const offset = Number.isSafeInteger(args?.offset) ? args.offset : null;
  const limit = Number.isSafeInteger(args?.limit) ? args.limit : null;
  return { path, offset, limit };
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

/** @param {Message[]} messages for each index, the UTF-8 bytes of the text behind that message */
function bytesBehind(messages) {
  const behind = new Array(messages.length).fill(0);
  for (let index = messages.length - 2; index >= 0; index--) {
    behind[index] = behind[index + 1] + textBytes(messages[index + 1]);
  }
  return behind;
}

/** @param {Message} message */
function textBytes(message) {
  let bytes = 0;
  for (const text of [message?.content, message?.summary, message?.command, message?.output]) {
    if (typeof text === "string") bytes += utf8Bytes(text);
  }
  if (!Array.isArray(message?.content)) return bytes;
  for (const part of message.content) {
    for (const text of [part?.text, part?.thinking, part?.name]) if (typeof text === "string") bytes += utf8Bytes(text);
    if (part?.type === "toolCall") bytes += utf8Bytes(spelling(part.arguments ?? null) ?? "");
  }
  return bytes;
}
