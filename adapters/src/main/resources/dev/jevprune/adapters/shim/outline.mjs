/**
 * The outline of a message list: what a decision needs to know, without bodies. Pure.
 */
import { hashedText, isFileTool, sha256, spelling, utf8Bytes, wellFormed } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").ListForm} ListForm */
/** @typedef {import("./types.mjs").Scan} Scan */
/** @typedef {import("./types.mjs").Body} Body */
/** @typedef {{ has: (id: string, text?: string) => boolean }} Pruned */

/** A longer goal is unusable, so it stays here. */
const MAX_GOAL_BYTES = 8000;

/**
 * @param {ListForm} form
 * @param {Message[]} messages the list as it stands before any of our edits
 * @param {Pruned} pruned what the ledger leaves out of this list
 * @param {Record<string, unknown>} [around] what the worker should know beside the list: folder, cache, late
 * @param {Scan} [found] what a scan of this list has found already
 * @returns {{ outline: Record<string, unknown>, bodies: (ids: string[]) => Body[] }} `bodies` gives what is judged
 */
export function outlineOf(form, messages, pruned, around = {}, found = form.scan(messages)) {
  const after = bytesBehind(form, messages);
  const goalBytes = utf8Bytes(found.goal);
  const outline = {
    messages: messages.length,
    lastUser: found.lastUser,
    lastSigned: found.lastSigned,
    answers: messages.filter((message) => (message?.role ?? message?.info?.role) === "assistant").length,
    goal: goalBytes <= MAX_GOAL_BYTES ? found.goal : "",
    goalBytes,
    calls: found.reads.map((read) => outlineCall(form, read, found, after, pruned)),
    events: eventsOf(form, found),
    ...around,
  };
  return { outline, bodies: (ids) => bodiesOf(form, ids, found) };
}

/**
 * @param {ListForm} form
 * @param {Scan["reads"][0]} read
 * @param {Scan} found
 * @param {number[]} after
 * @param {Pruned} pruned
 */
function outlineCall(form, { index, id, call }, { calls, results }, after, pruned) {
  const place = results.get(id);
  const result = place?.record;
  const body = form.texts(result);
  const texts = body?.texts ?? [];
  const args = spelling(form.args(call));
  const good = args !== null && id.isWellFormed() && wellFormed(texts);
  const text = texts.length === 0 ? "" : hashedText(texts);
  const { path, offset, limit } = range(form.args(call));
  return {
    id,
    calls: calls.get(id)?.count ?? 0,
    results: place?.count ?? 0,
    call: index,
    at: place?.index ?? -1,
    tool: form.tool(call),
    path,
    offset,
    limit,
    ok: form.succeeded(result),
    shape: body?.shape ?? "other",
    bytes: texts.reduce((sum, part) => sum + utf8Bytes(part), 0),
    args: good ? sha256(args) : "",
    text: good && body !== null ? sha256(text) : "",
    wellFormed: good,
    pruned: pruned.has(id, text),
    notice: result !== undefined && form.notice(result, texts.at(-1) ?? ""),
    after: after[place?.index ?? index],
  };
}

/**
 * Every call that reads or may edit files, with the arguments that name them.
 *
 * @param {ListForm} form
 * @param {Scan} found
 */
function eventsOf(form, { calls, results }) {
  const events = [];
  for (const [id, { count, index, record }] of calls) {
    const tool = form.tool(record);
    if (!isFileTool(tool) || !id.isWellFormed()) continue;
    const place = results.get(id);
    const spelled = spelling(form.args(record));
    events.push({
      id,
      unique: count === 1 && place?.count === 1,
      call: index,
      at: place?.index ?? -1,
      tool,
      ok: form.succeeded(place?.record),
      args: spelled === null ? "" : sha256(spelled),
      target: targetOf(form.args(record)),
    });
  }
  return events;
}

const NAMING = ["path", "filePath", "file_path", "notebook_path", "workdir", "offset", "limit", "id"];
const PATCHES = ["patchText", "patch", "input"];
const COMMANDS = ["command", "cmd"];
const MAX_COMMAND = 8000;

/** @param {any} args what of them names files and ranges: a patch without its hunks, a command if it is not long */
function targetOf(args) {
  /** @type {Record<string, unknown>} */
  const target = {};
  if (args === null || typeof args !== "object") return target;
  for (const name of NAMING) {
    const value = args[name];
    if (value === undefined || value === null) continue;
    target[name] = typeof value === "object" ? (spelling(value) ?? "") : value;
  }
  for (const name of PATCHES) {
    if (typeof args[name] !== "string") continue;
    target[name] = args[name]
      .split("\n")
      .filter((/** @type {string} */ line) => line.startsWith("*** "))
      .join("\n");
  }
  for (const name of COMMANDS) {
    if (typeof args[name] === "string" && args[name].length <= MAX_COMMAND) target[name] = args[name];
  }
  return target;
}

/**
 * @param {ListForm} form
 * @param {string[]} ids
 * @param {Scan} found
 */
function bodiesOf(form, ids, { calls, results }) {
  const bodies = [];
  for (const id of ids) {
    const call = calls.get(id)?.record;
    const result = results.get(id)?.record;
    if (call !== undefined && result !== undefined) bodies.push(form.body(id, call, result));
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

/** @param {ListForm} form @param {Message[]} messages for each index, the UTF-8 bytes of the text behind that message */
function bytesBehind(form, messages) {
  const behind = new Array(messages.length).fill(0);
  for (let index = messages.length - 2; index >= 0; index--) {
    behind[index] = behind[index + 1] + form.bytes(messages[index + 1]);
  }
  return behind;
}
