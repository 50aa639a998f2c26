/**
 * Replays the decisions of a ledger on a Pi message list. Pure and synchronous: no clock, no file, no worker.
 *
 * Everything is computed before anything is changed, and only message objects are changed, never the list: a list
 * whose identity changes makes Pi fold later system messages into the head, and an exception half way would leave a
 * half-edited request. The same rules are the worker's projection; a property test holds the two together.
 */
import { hashedText, isReadTool, sha256, spelling, textsOf, utf8Bytes, wellFormed } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./types.mjs").Decision} Decision */
/** @typedef {import("./types.mjs").Side} Side */
/** @typedef {{ calls: number, results: number, call: any, callAt: number, result: Message | null, at: number }} Seen */
/** @typedef {{ index: number, message: Message, content: unknown }} Edit */
/** @typedef {Map<string, string>} Known digest to a text that has it: equal text needs no second hashing */
/** @typedef {"applied" | "invalid" | "inactive" | "held"} Outcome */
/** @typedef {{ edits: Edit[], outcomes: Outcome[], applied: number, invalid: number, inactive: number, bytesRemoved: number }} Plan */

/** The last messages that are never edited. */
const PROTECTED_TAIL = 16;

/**
 * What replaying would change; nothing is changed yet.
 *
 * @param {Message[]} messages
 * @param {Decision[]} decisions
 * @param {Known} [known] what earlier calls hashed; changes the time, never the answer
 * @returns {Plan}
 */
export function planReplay(messages, decisions, known = new Map()) {
  /** @type {Plan} */
  const plan = { edits: [], outcomes: [], applied: 0, invalid: 0, inactive: 0, bytesRemoved: 0 };
  /** @type {Map<string, Seen>} */
  const seen = new Map();
  for (const { source, witness, held } of decisions) {
    if (held) continue;
    seen.set(source.id, unseen());
    seen.set(witness.id, unseen());
  }
  const lastUser = seen.size === 0 ? -1 : locate(messages, seen);
  const end = Math.min(lastUser, messages.length - PROTECTED_TAIL);
  for (const decision of decisions) {
    const outcome = decision.held ? "held" : judge(decision, seen, end, known, plan);
    plan.outcomes.push(outcome);
    if (outcome !== "held") plan[outcome]++;
  }
  return plan;
}

/**
 * Puts the planned contents in place. When one cannot be put, all are taken back and the cause is thrown.
 *
 * @param {Edit[]} edits
 */
export function applyEdits(edits) {
  const before = edits.map(({ message }) => message.content);
  let done = 0;
  try {
    for (const { message, content } of edits) {
      message.content = content;
      done++;
    }
  } catch (cause) {
    for (let i = done - 1; i >= 0; i--) edits[i].message.content = before[i];
    throw cause;
  }
}

/** @returns {Seen} */
function unseen() {
  return { calls: 0, results: 0, call: null, callAt: -1, result: null, at: -1 };
}

/**
 * One pass: where the named ids stand and how often. Returns the index of the last user message.
 *
 * @param {Message[]} messages
 * @param {Map<string, Seen>} seen
 */
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

/**
 * @param {Decision} decision
 * @param {Map<string, Seen>} seen
 * @param {number} end first index that is protected
 * @param {Known} known
 * @param {Plan} plan gets the edit when the proof holds
 * @returns {"applied" | "invalid" | "inactive"}
 */
function judge(decision, seen, end, known, plan) {
  const source = /** @type {Seen} */ (seen.get(decision.source.id));
  const witness = /** @type {Seen} */ (seen.get(decision.witness.id));
  const { result } = source;
  if (result === null || !present(source)) return "inactive";
  if (!usable(source) || !usable(witness)) return "invalid";
  if (source.at >= witness.at || source.at >= end) return "invalid";
  if (source.call.name !== decision.tool || witness.call.name !== decision.tool) return "invalid";
  if (!sameArguments(decision, source.call, witness.call, known)) return "invalid";
  const texts = sameTexts(decision, result, witness.result, known);
  if (texts === null) return "invalid";
  const saved = texts.reduce((sum, text) => sum + utf8Bytes(text), 0) - utf8Bytes(decision.marker);
  if (saved <= 0) return "invalid";
  plan.edits.push({ index: source.at, message: result, content: marked(result, decision.marker) });
  plan.bytesRemoved += saved;
  return "applied";
}

/**
 * Called once, answered once, and with nothing but well-formed text: what the core calls an item. Anything else under
 * that id is not the body that was decided on, so the decision is not due; it is not broken.
 *
 * @param {Seen} side
 */
function present({ calls, results, result }) {
  if (calls !== 1 || results !== 1) return false;
  const body = textsOf(result?.content);
  return body !== null && wellFormed(body.texts);
}

/** @param {Seen} side exactly one successful read, called before it is answered */
function usable({ calls, results, call, callAt, result, at }) {
  return calls === 1 && results === 1 && result?.isError === false && isReadTool(call.name) && callAt < at;
}

/**
 * @param {Decision} decision
 * @param {any} source
 * @param {any} witness
 * @param {Known} known
 */
function sameArguments(decision, source, witness, known) {
  if (decision.source.args !== decision.witness.args) return false;
  const spelled = spelling(source.arguments ?? null);
  if (spelled === null || spelled !== spelling(witness.arguments ?? null)) return false;
  return hasDigest(spelled, decision.source.args, known);
}

/**
 * The text of source and witness when it is one and the same, and the one that was approved. Comparing the two texts
 * costs far less than hashing both, so each pair is hashed once, and only when it is new.
 *
 * @param {Decision} decision
 * @param {Message} source
 * @param {Message | null} witness
 * @param {Known} known
 */
function sameTexts(decision, source, witness, known) {
  const one = textsOf(source.content);
  const other = textsOf(witness?.content);
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

/**
 * @param {Message} message
 * @param {string} marker
 */
function marked({ content }, marker) {
  if (typeof content === "string") return marker;
  return content.length === 1 ? [{ ...content[0], text: marker }] : [{ type: "text", text: marker }];
}
