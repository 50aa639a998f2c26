/**
 * Where a Pi session was forked from. Every failure is an answer, never an exception. Globals: `TextDecoder` when it is
 * there.
 */
import * as fs from "node:fs";

const MAX_HEADER_BYTES = 65_536;
const MAX_ANCESTORS = 8;

/**
 * Session ids of the ancestors of a session, nearest first. Pi's header names the parent's file, whose first line is
 * the parent's header.
 *
 * @param {any} header of the session itself
 */
export function ancestorsOf(header) {
  /** @type {string[]} */
  const ids = [];
  let next = header?.parentSession;
  while (typeof next === "string" && next !== "" && ids.length < MAX_ANCESTORS) {
    const parent = headerOf(next);
    if (typeof parent?.id !== "string" || ids.includes(parent.id)) break;
    ids.push(parent.id);
    next = parent.parentSession;
  }
  return ids;
}

/** @param {string} file */
function headerOf(file) {
  try {
    const header = JSON.parse(firstPart(file).split("\n", 1)[0]);
    return header?.type === "session" ? header : null;
  } catch {
    return null;
  }
}

/** @param {string} file session files grow to many megabytes; only the first line is wanted */
function firstPart(file) {
  if (typeof TextDecoder !== "function") return fs.readFileSync(file, "utf8");
  const descriptor = fs.openSync(file, "r");
  try {
    const bytes = new Uint8Array(MAX_HEADER_BYTES);
    return new TextDecoder().decode(bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0)));
  } finally {
    fs.closeSync(descriptor);
  }
}
