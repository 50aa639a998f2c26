import assert from "node:assert/strict";
import test from "node:test";
import { PI_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/pi-list.mjs";
import { applyEdits, planReplay } from "../src/main/resources/dev/jevprune/adapters/shim/replay.mjs";
import { call, decision, filler, repeated, result, user } from "./helpers.mjs";

const BODY = "line of text\n".repeat(40);
const ARGS = { path: "a.txt" };
const ONE = [decision("c1", "c2", ARGS, BODY)];

/** @param {any[]} messages @param {any[]} decisions */
function replayed(messages, decisions) {
  const before = structuredClone(messages);
  const plan = planReplay(PI_LIST, messages, decisions);
  assert.deepEqual(messages, before, "planning changes nothing");
  applyEdits(plan.edits);
  return plan;
}

test("replacesOnlyTheBodyOfTheSource", () => {
  const messages = repeated(BODY);
  const expected = structuredClone(messages);
  /** @type {any} */ (expected[2].content)[0].text = ONE[0].marker;
  const plan = replayed(messages, ONE);
  assert.deepEqual(messages, expected);
  assert.equal(plan.applied, 1);
  assert.equal(plan.bytesRemoved, BODY.length - ONE[0].marker.length);
});

test("keepsOtherMembersOfASinglePart", () => {
  const messages = repeated(BODY);
  for (const i of [2, 4]) /** @type {any} */ (messages[i].content)[0].cache = { k: 1 };
  replayed(messages, ONE);
  assert.deepEqual(messages[2].content, [{ type: "text", text: ONE[0].marker, cache: { k: 1 } }]);
});

test("replacesSeveralPartsByOne", () => {
  const parts = ["x".repeat(300), "y"];
  const messages = repeated("");
  for (const i of [2, 4]) messages[i].content = parts.map((text) => ({ type: "text", text }));
  const plan = replayed(messages, [decision("c1", "c2", ARGS, JSON.stringify(parts), "parts:2")]);
  assert.deepEqual(messages[2].content, [{ type: "text", text: ONE[0].marker }]);
  assert.equal(plan.bytesRemoved, 301 - ONE[0].marker.length);
});

test("keepsAStringAString", () => {
  const messages = repeated(BODY);
  for (const i of [2, 4]) /** @type {any} */ (messages[i]).content = BODY;
  replayed(messages, [decision("c1", "c2", ARGS, BODY, "text")]);
  assert.equal(messages[2].content, ONE[0].marker);
});

test("sameRequestTwiceGivesTheSameBytes", () => {
  const [one, other] = [repeated(BODY), repeated(BODY)];
  replayed(one, ONE);
  replayed(other, ONE);
  assert.equal(JSON.stringify(one), JSON.stringify(other));
});

/** @type {[string, (messages: any[]) => void, "invalid" | "inactive"][]} */
const KEPT = [
  ["whenTheWitnessChanged", (m) => (m[4].content[0].text += "x"), "invalid"],
  ["whenTheSourceChanged", (m) => (m[2].content[0].text += "x"), "invalid"],
  ["whenBothChangedAlike", (m) => [2, 4].forEach((i) => (m[i].content[0].text += "x")), "invalid"],
  ["whenTheArgumentsOfTheWitnessChanged", (m) => (m[3].content[0].arguments = { path: "b.txt" }), "invalid"],
  ["whenTheSourceFailed", (m) => (m[2].isError = true), "invalid"],
  ["whenSuccessIsNotSaid", (m) => delete m[4].isError, "invalid"],
  ["whenTheToolIsNoRead", (m) => [1, 3].forEach((i) => (m[i].content[0].name = "bash")), "invalid"],
  ["whenTheToolsDiffer", (m) => (m[3].content[0].name = "read_file"), "invalid"],
  ["whenBothToolsChangedAlike", (m) => [1, 3].forEach((i) => (m[i].content[0].name = "read_file")), "invalid"],
  ["whenAnIdOccursTwice", (m) => m.push(call("c2", ARGS)), "invalid"],
  ["whenAResultOccursTwice", (m) => m.push(result("c1", BODY)), "inactive"],
  ["whenTheWitnessIsGone", (m) => m.splice(3, 2), "invalid"],
  ["whenTheSourceIsGone", (m) => m.splice(1, 2), "inactive"],
  ["whenTheCallFollowsTheResult", (m) => m.splice(1, 2, m[2], m[1]), "invalid"],
  ["whenTheWitnessComesFirst", (m) => m.splice(1, 4, m[3], m[4], m[1], m[2]), "invalid"],
  ["inTheProtectedTail", (m) => m.splice(5, 8), "invalid"],
  ["inTheCurrentTurn", (m) => m.splice(5, 20, ...Array(20).fill({ role: "custom", content: "" })), "invalid"],
  ["whenAnImageIsBesideTheText", (m) => [2, 4].forEach((i) => m[i].content.push({ type: "image" })), "inactive"],
];
for (const [name, spoil, outcome] of KEPT) {
  test(`keepsTheOriginal_${name}`, () => {
    const messages = repeated(BODY);
    spoil(messages);
    const before = structuredClone(messages);
    const plan = replayed(messages, ONE);
    assert.deepEqual(messages, before);
    assert.deepEqual(plan.outcomes, [outcome]);
  });
}

test("whatWasHashedBeforeChangesNoAnswer", () => {
  const known = new Map();
  assert.equal(planReplay(PI_LIST, repeated(BODY), ONE, known).applied, 1);
  assert.equal(known.get(ONE[0].source.text), BODY);
  assert.equal(planReplay(PI_LIST, repeated(BODY), ONE, known).applied, 1);
  assert.equal(planReplay(PI_LIST, repeated(`${BODY}x`), ONE, known).invalid, 1);
  const other = [{ ...ONE[0], source: { ...ONE[0].source, args: "0" }, witness: { ...ONE[0].witness, args: "0" } }];
  assert.equal(planReplay(PI_LIST, repeated(BODY), other, known).invalid, 1);
});

test("keepsTextThatIsNotWellFormed", () => {
  const text = `${BODY}\ud800`;
  const plan = replayed(repeated(text), [decision("c1", "c2", ARGS, text)]);
  assert.equal(plan.applied, 0);
  assert.equal(plan.inactive, 1);
});

test("keepsABodyThatIsNoLongerThanItsMarker", () => {
  const plan = replayed(repeated("short"), [decision("c1", "c2", ARGS, "short")]);
  assert.equal(plan.invalid, 1);
});

test("keepsAHeldDecision", () => {
  assert.deepEqual(replayed(repeated(BODY), [{ ...ONE[0], held: true }]).outcomes, ["held"]);
});

test("survivesOddMessages", () => {
  const odd = /** @type {any[]} */ ([
    null,
    undefined,
    7,
    {},
    { role: "assistant" },
    { role: "assistant", content: [null, 1] },
  ]);
  const messages = [...odd, ...repeated(BODY)];
  assert.equal(replayed(messages, ONE).applied, 1);
});

test("takesAllEditsBackWhenOneCannotBePut", () => {
  const args = { path: "b.txt" };
  const more = [call("d1", args), result("d1", BODY), call("d2", args), result("d2", BODY)];
  const messages = [...more, ...repeated(BODY)];
  Object.freeze(messages[6]);
  const before = structuredClone(messages);
  const plan = planReplay(PI_LIST, messages, [decision("d1", "d2", args, BODY), ...ONE]);
  assert.equal(plan.applied, 2);
  assert.throws(() => applyEdits(plan.edits));
  assert.deepEqual(messages, before);
});

test("aSecondPassOverItsOwnOutputChangesNothing", () => {
  const messages = [user("x"), ...repeated(BODY), ...filler(2)];
  replayed(messages, ONE);
  const once = structuredClone(messages);
  assert.equal(replayed(messages, ONE).applied, 0);
  assert.deepEqual(messages, once);
});
