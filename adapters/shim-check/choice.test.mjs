import assert from "node:assert/strict";
import test from "node:test";
import { basisOf, budgetOf, fits, roomOf } from "../src/main/resources/dev/jevprune/adapters/shim/budget.mjs";

const ROOM = { input: 10, reserve: 5, margin: 1, window: 100, scoped: 10, limit: 90, hysteresis: 10 };

/** @param {string} id @param {any} message */
const entry = (id, message) => ({ type: "message", id, message: { role: "assistant", ...message } });

test("fitsAtTheEdgeAndNotBehindIt", () => {
  assert.equal(fits({ ...ROOM, input: 94 }), true);
  assert.equal(fits({ ...ROOM, input: 95 }), false);
  assert.equal(fits({ ...ROOM, scoped: 79 }), true);
  assert.equal(fits({ ...ROOM, scoped: 80 }), false);
});

test("halfABudgetFitsNothing", () => {
  for (const bad of [NaN, -1, 0.5, undefined, "10", null, Infinity]) {
    for (const name of Object.keys(ROOM))
      assert.equal(fits(/** @type {any} */ ({ ...ROOM, [name]: bad })), false, name);
  }
  assert.equal(fits({ ...ROOM, window: 0 }), false);
  assert.equal(fits({ ...ROOM, limit: 0 }), false);
});

test("asksForAMarginOfATenthOfWhatIsSaved", () => {
  const room = { tokens: 111_700, window: 128_000, reserve: 16_384 };
  assert.equal(fits(budgetOf(room, 1_000)), false);
  assert.equal(fits(budgetOf(room, 1_500)), true);
  assert.equal(fits(budgetOf({ ...room, tokens: NaN }, 100_000)), false);
});

test("takesTheLastAnswerWhoseUsageCounts", () => {
  const entries = [
    entry("a", { usage: { totalTokens: 5 } }),
    entry("b", { usage: { totalTokens: 0, input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } }),
    entry("c", { usage: { totalTokens: 9 }, stopReason: "error" }),
    entry("d", {}),
    { type: "compaction", id: "e" },
  ];
  assert.equal(basisOf(entries), "b");
  assert.equal(basisOf([]), "");
});

test("believesTheProviderThatRefused", () => {
  const event = {
    reason: "overflow",
    preparation: { tokensBefore: 90, settings: { reserveTokens: 10 } },
    branchEntries: [entry("a", { errorMessage: "prompt is too long: 213,462 tokens > 200000 maximum" })],
  };
  assert.equal(roomOf(event, { contextWindow: 100 }).tokens, 213_462);
  assert.equal(roomOf({ ...event, branchEntries: [] }, { contextWindow: 100 }).tokens, 101);
  assert.equal(roomOf({ ...event, reason: "threshold" }, { contextWindow: 100 }).tokens, 90);
});
