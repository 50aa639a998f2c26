/**
 * Replays the decisions of a ledger on a host's message list. Pure and synchronous: no clock, no file, no worker.
 *
 * Everything is computed before anything is changed, and only records in the list are changed, never the list: a list
 * whose identity changes makes Pi fold later system messages into the head, OpenCode ignores a new one, and an
 * exception half way would leave a half-edited request. The same rules are the worker's projection; a property test
 * for each host holds the two together.
 */
import { hashedText, isReadTool, sha256, spelling, utf8Bytes, wellFormed } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").Decision} Decision */
/** @typedef {Decision & { witness: import("./types.mjs").Side }} Repeat */
/** @typedef {import("./types.mjs").ListForm} ListForm */
/** @typedef {import("./types.mjs").Seen} Seen */
/** @typedef {import("./types.mjs").Edit} Edit */
/** @typedef {Map<string, string>} Known digest to a text that has it: equal text needs no second hashing */
/** @typedef {"applied" | "invalid" | "inactive" | "held"} Outcome */
/** @typedef {{ edits: Edit[], outcomes: Outcome[], applied: number, invalid: number, inactive: number, bytesRemoved: number }} Plan */

/** The last messages that are never edited. */
const PROTECTED_TAIL = 16;

/**
 * What replaying would change; nothing is changed yet.
 *
 * @param {ListForm} form
 * @param {Message[]} messages
 * @param {Decision[]} decisions
 * @param {Known} [known] what earlier calls hashed; changes the time, never the answer
 * @returns {Plan}
 */
export function planReplay(form, messages, decisions, known = new Map()) {
  /** @type {Plan} */
  const plan = { edits: [], outcomes: [], applied: 0, invalid: 0, inactive: 0, bytesRemoved: 0 };
  /** @type {Map<string, Seen>} */
  const seen = new Map();
  for (const { source, witness, cause, held } of decisions) {
    if (held) continue;
    for (const side of [source, witness, cause]) if (side !== undefined) seen.set(side.id, unseen());
  }
  const lastUser = seen.size === 0 ? -1 : form.locate(messages, seen);
  const end = Math.min(lastUser, messages.length - PROTECTED_TAIL);
  for (const decision of decisions) {
    const { witness, cause } = decision;
    const outcome = decision.held
      ? "held"
      : witness !== undefined
        ? judge(form, { ...decision, witness }, seen, end, known, plan)
        : cause !== undefined
          ? judgeAged(form, decision, cause, seen, known, plan)
          : "invalid";
    plan.outcomes.push(outcome);
    if (outcome !== "held") plan[outcome]++;
  }
  return plan;
}

/**
 * Puts the planned values in place. When one cannot be put, all are taken back and the cause is thrown.
 *
 * @param {Edit[]} edits
 */
export function applyEdits(edits) {
  const before = edits.map(({ target, member }) => target[member]);
  let done = 0;
  try {
    for (const { target, member, value } of edits) {
      target[member] = value;
      done++;
    }
  } catch (cause) {
    for (let i = done - 1; i >= 0; i--) edits[i].target[edits[i].member] = before[i];
    throw cause;
  }
}

/** @returns {Seen} */
function unseen() {
  return { calls: 0, results: 0, call: null, callAt: -1, result: null, at: -1 };
}

/**
 * @param {ListForm} form
 * @param {Repeat} decision
 * @param {Map<string, Seen>} seen
 * @param {number} end first index that is protected
 * @param {Known} known
 * @param {Plan} plan gets the edit when the proof holds
 * @returns {"applied" | "invalid" | "inactive"}
 */
function judge(form, decision, seen, end, known, plan) {
  const source = /** @type {Seen} */ (seen.get(decision.source.id));
  const witness = /** @type {Seen} */ (seen.get(decision.witness.id));
  if (source.result === null || !present(form, source)) return "inactive";
  const spelled = spelling(form.args(source.call));
  if (spelled === null) return "inactive";
  if (!usable(form, source) || !usable(form, witness)) return "invalid";
  if (source.at >= witness.at || source.at >= end) return "invalid";
  if (form.tool(source.call) !== decision.tool || form.tool(witness.call) !== decision.tool) return "invalid";
  if (!sameArguments(form, decision, spelled, witness.call, known)) return "invalid";
  const texts = sameTexts(form, decision, source.result, witness.result, known);
  if (texts === null) return "invalid";
  const saved = texts.reduce((sum, text) => sum + utf8Bytes(text), 0) - utf8Bytes(decision.marker);
  if (saved <= 0) return "invalid";
  plan.edits.push(form.put(source.result, decision.marker));
  plan.bytesRemoved += saved;
  return "applied";
}

/**
 * A stale or superseded read: nothing equal stays, so what is proved is that the read is the one that was decided on and
 * that the call which made it old still stands behind it. After a rewind to before that call the original goes out.
 *
 * @param {ListForm} form
 * @param {Decision} decision
 * @param {import("./types.mjs").Cause} cause
 * @param {Map<string, Seen>} seen
 * @param {Known} known
 * @param {Plan} plan gets the edit when the proof holds
 * @returns {"applied" | "invalid" | "inactive"}
 */
function judgeAged(form, decision, cause, seen, known, plan) {
  const source = /** @type {Seen} */ (seen.get(decision.source.id));
  const later = /** @type {Seen} */ (seen.get(cause.id));
  if (source.result === null || !present(form, source)) return "inactive";
  const spelled = spelling(form.args(source.call));
  if (spelled === null) return "inactive";
  if (!usable(form, source) || form.tool(source.call) !== decision.tool) return "invalid";
  if (later.calls !== 1 || later.results !== 1 || !form.succeeded(later.result)) return "invalid";
  if (later.at <= source.at || later.callAt <= source.callAt || form.tool(later.call) !== cause.tool) return "invalid";
  if (!hasDigest(spelled, decision.source.args, known)) return "invalid";
  const because = spelling(form.args(later.call));
  if (because === null || !hasDigest(because, cause.args, known)) return "invalid";
  const body = form.texts(source.result);
  if (body === null || body.shape !== decision.source.shape) return "invalid";
  if (!hasDigest(hashedText(body.texts), decision.source.text, known)) return "invalid";
  const saved = body.texts.reduce((sum, text) => sum + utf8Bytes(text), 0) - utf8Bytes(decision.marker);
  if (saved <= 0) return "invalid";
  plan.edits.push(form.put(source.result, decision.marker));
  plan.bytesRemoved += saved;
  return "applied";
}

/**
 * Called once, answered once, and with nothing but well-formed text and arguments: what the core calls an item. Anything else under
 * that id is not the body that was decided on, so the decision is not due; it is not broken.
 *
 * @param {ListForm} form
 * @param {Seen} side
 */
function present(form, { calls, results, result }) {
  if (calls !== 1 || results !== 1) return false;
  const body = form.texts(result);
  return body !== null && wellFormed(body.texts);
}

/** @param {ListForm} form @param {Seen} side exactly one successful read, called before it is answered */
function usable(form, side) {
  return side.calls === 1 && side.results === 1 && form.answered(side) && isReadTool(form.tool(side.call));
}

/**
 * @param {ListForm} form
 * @param {Repeat} decision
 * @param {string} spelled the source's arguments
 * @param {any} witness
 * @param {Known} known
 */
function sameArguments(form, decision, spelled, witness, known) {
  if (decision.source.args !== decision.witness.args) return false;
  if (spelled !== spelling(form.args(witness))) return false;
  return hasDigest(spelled, decision.source.args, known);
}

/**
 * The text of source and witness when it is one and the same, and the one that was approved. Comparing the two texts
 * costs far less than hashing both, so each pair is hashed once, and only when it is new.
 *
 * @param {ListForm} form
 * @param {Repeat} decision
 * @param {any} source
 * @param {any} witness
 * @param {Known} known
 */
function sameTexts(form, decision, source, witness, known) {
  const one = form.texts(source);
  const other = form.texts(witness);
  if (one === null || other === null || one.shape !== other.shape) return null;
  if (one.shape !== decision.source.shape || one.shape !== decision.witness.shape) return null;
  if (decision.source.text !== decision.witness.text) return null;
  for (let i = 0; i < one.texts.length; i++) if (one.texts[i] !== other.texts[i]) return null;
  return hasDigest(hashedText(one.texts), decision.source.text, known) ? one.texts : null;
}

/**
 * @param {string} text
 * @param {string} digest
 * @param {Known} known
 */
function hasDigest(text, digest, known) {
  if (known.get(digest) === text) return true;
  if (sha256(text) !== digest) return false;
  known.set(digest, text);
  return true;
}
