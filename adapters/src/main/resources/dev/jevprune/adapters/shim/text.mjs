/**
 * Texts of messages, how they are spelled, counted and hashed. Pure. Globals: `Buffer` when it is there.
 *
 * The spelling rules are those of the worker: what is hashed here must hash to the same digits there.
 */
import * as crypto from "node:crypto";

const READ_TOOLS = ["read", "read_file", "file_read"];
const MARKER_START = "[Jev prune: ";
const MAX_DEPTH = 1000;

/** @param {unknown} name */
export function isReadTool(name) {
  return typeof name === "string" && READ_TOOLS.includes(name);
}

/** The tool that gives a text back; its own results are never left out. */
export const EXPAND_TOOL = "jev_prune_expand";

/** Tools whose calls the worker must know of to tell what became of a read; its table says what each does. */
const FILE_TOOLS = [
  ...READ_TOOLS,
  EXPAND_TOOL,
  "edit",
  "write",
  "multiedit",
  "apply_patch",
  "patch",
  "write_file",
  "bash",
  "terminal",
];

/** @param {unknown} name */
export function isFileTool(name) {
  return typeof name === "string" && FILE_TOOLS.includes(name);
}

/** @param {string} text lower-case hex of the SHA-256 of its UTF-8 bytes */
export function sha256(text) {
  return typeof crypto.hash === "function"
    ? crypto.hash("sha256", text, "hex")
    : crypto.createHash("sha256").update(text, "utf8").digest("hex");
}

/** @param {string} text bytes of its UTF-8 form; a lone surrogate counts as U+FFFD */
export function utf8Bytes(text) {
  if (typeof Buffer !== "undefined") return Buffer.byteLength(text, "utf8");
  let bytes = 0;
  for (const character of text) {
    const point = /** @type {number} */ (character.codePointAt(0));
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * The texts of a content value and its shape; null when anything but text is in it.
 *
 * @param {unknown} content
 * @returns {{ shape: string, texts: string[] } | null}
 */
export function textsOf(content) {
  if (typeof content === "string") return { shape: "text", texts: [content] };
  if (!Array.isArray(content) || content.length === 0) return null;
  const texts = [];
  for (const part of content) {
    if (part === null || typeof part !== "object" || part.type !== "text") return null;
    if (typeof part.text !== "string") return null;
    texts.push(part.text);
  }
  return { shape: `parts:${texts.length}`, texts };
}

/** @param {string[]} texts what is hashed: the text itself, or the spelling of several */
export function hashedText(texts) {
  return texts.length === 1 ? texts[0] : JSON.stringify(texts);
}

/** @param {string[]} texts */
export function wellFormed(texts) {
  return texts.every((text) => text.isWellFormed());
}

/**
 * The spelling of call arguments: object keys sorted by code unit, scalars as JSON.stringify spells them. Null when
 * a string is not well-formed or the value is nested too deeply: such arguments match nothing.
 *
 * @param {unknown} value
 * @returns {string | null}
 */
export function spelling(value, depth = 0) {
  if (typeof value === "string") return value.isWellFormed() ? JSON.stringify(value) : null;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (depth >= MAX_DEPTH) return null;
  const parts = [];
  if (Array.isArray(value)) {
    for (const element of value) {
      const spelled = spelling(element, depth + 1);
      if (spelled === null) return null;
      parts.push(spelled);
    }
    return `[${parts.join(",")}]`;
  }
  const members = /** @type {Record<string, unknown>} */ (value);
  for (const key of Object.keys(members).sort()) {
    if (members[key] === undefined) continue;
    const spelled = spelling(members[key], depth + 1);
    if (spelled === null || !key.isWellFormed()) return null;
    parts.push(`${JSON.stringify(key)}:${spelled}`);
  }
  return `{${parts.join(",")}}`;
}

/** @param {string} text true when it is one of our markers, whatever its class */
export function isMarker(text) {
  return text.startsWith(MARKER_START) && text.endsWith("]") && text.length <= 1200;
}

/**
 * Notes a place of an id: the first one, and how often it occurs.
 *
 * @param {Map<string, import("./types.mjs").Place>} places
 * @param {unknown} id
 * @param {number} index
 * @param {unknown} record
 */
export function note(places, id, index, record) {
  if (typeof id !== "string") return;
  const place = places.get(id);
  if (place === undefined) places.set(id, { count: 1, index, record });
  else place.count++;
}
