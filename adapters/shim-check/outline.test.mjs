import assert from "node:assert/strict";
import test from "node:test";
import { messagesOf, originalsOf } from "../src/main/resources/dev/jevprune/adapters/shim/pi-branch.mjs";
import { outlineOf } from "../src/main/resources/dev/jevprune/adapters/shim/outline.mjs";
import { PI_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/pi-list.mjs";
import { sha256, spelling, utf8Bytes } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";
import { answer, call, filler, repeated, result, user } from "./helpers.mjs";

const BODY = "é line\n".repeat(40);

test("namesEveryReadWithPlaceSizeAndFingerprints", () => {
  const messages = repeated(BODY);
  const outline = /** @type {any} */ (outlineOf(PI_LIST, messages, new Set()).outline);
  assert.equal(outline.messages, messages.length);
  assert.equal(outline.lastUser, messages.length - 2);
  assert.equal(outline.goal, "question 18");
  const [first, second] = outline.calls;
  assert.deepEqual(
    { ...first, after: 0 },
    {
      id: "c1",
      calls: 1,
      results: 1,
      call: 1,
      at: 2,
      tool: "read",
      path: "a.txt",
      offset: null,
      limit: null,
      ok: true,
      shape: "parts:1",
      bytes: 320,
      args: sha256('{"path":"a.txt"}'),
      text: sha256(BODY),
      wellFormed: true,
      pruned: false,
      notice: false,
      after: 0,
    },
  );
  assert.ok(first.after > second.after + 320);
});

test("countsIdsThatOccurTwiceAndSeesMissingResults", () => {
  const messages = [call("x", {}), call("x", {}), result("x", "t"), call("y", {}), call("z", {}, "bash")];
  const { calls } = /** @type {any} */ (outlineOf(PI_LIST, messages, new Set()).outline);
  assert.deepEqual(
    calls.map((/** @type {any} */ c) => [c.id, c.calls, c.results, c.call, c.at, c.shape]),
    [
      ["x", 2, 1, 0, 2, "parts:1"],
      ["x", 2, 1, 1, 2, "parts:1"],
      ["y", 1, 0, 3, -1, "other"],
    ],
  );
});

test("marksHostNoticesOurMarkersAndIllFormedText", () => {
  const cut = result("a", "text\n\n[Showing lines 1-2000 of 3001. Use offset=2001 to continue.]");
  const more = result("b", "text\n\n[7 more lines in file. Use offset=3 to continue.]");
  const detail = { ...result("c", "text"), details: { truncation: {} } };
  const marker = "[Jev prune: repeated read-result body omitted; retained witness: z]";
  const bad = result("e", "x\udc00");
  const results = /** @type {any[]} */ ([cut, more, detail, result("d", marker), bad, result("f", marker)]);
  const messages = [..."abcdef"].flatMap((id, i) => [call(id, { path: id }), results[i]]);
  const pruned = {
    has: (/** @type {string} */ id, /** @type {string} */ text = "") => id === "a" || (id === "d" && text === marker),
  };
  const { calls } = /** @type {any} */ (outlineOf(PI_LIST, messages, pruned).outline);
  assert.deepEqual(
    calls.map((/** @type {any} */ c) => [c.notice, c.pruned, c.wellFormed, c.text === ""]),
    [
      [true, true, true, false],
      [true, false, true, false],
      [true, false, true, false],
      [false, true, true, false],
      [false, false, false, true],
      [false, false, true, false], // a file of the user's that holds the text of a marker
    ],
  );
});

test("findsTheLastSignedBlockAndKeepsALongGoalAtHome", () => {
  const signed = { role: "assistant", content: [{ type: "thinking", thinking: "t", thinkingSignature: "s" }] };
  const outline = /** @type {any} */ (
    outlineOf(PI_LIST, [signed, answer("x"), user("g".repeat(8001))], new Set()).outline
  );
  assert.deepEqual([outline.lastSigned, outline.goal, outline.goalBytes], [0, "", 8001]);
});

test("givesRawBodiesOfTheAskedIds", () => {
  const messages = repeated(BODY);
  const { bodies } = outlineOf(PI_LIST, messages, new Set());
  assert.deepEqual(bodies(["c2", "nobody"]), [
    { id: "c2", call: /** @type {any} */ (messages[3].content)[0], result: messages[4] },
  ]);
});

test("spellsArgumentsWithSortedKeys", () => {
  assert.equal(
    spelling({ b: [1, "é", null], a: { z: -0, y: 1e21 }, u: undefined }),
    '{"a":{"y":1e+21,"z":0},"b":[1,"é",null]}',
  );
  assert.equal(spelling({ a: "\ud800" }), null);
  let deep = /** @type {any} */ (1);
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.equal(spelling(deep), null);
});

test("countsUtf8BytesWithAndWithoutBuffer", () => {
  const text = "aé€😀\ud800";
  const expected = utf8Bytes(text);
  const saved = globalThis.Buffer;
  try {
    delete (/** @type {any} */ (globalThis).Buffer);
    assert.equal(utf8Bytes(text), expected);
  } finally {
    globalThis.Buffer = saved;
  }
});

test("readsABranchAsPiBuildsItsContext", () => {
  const entry = (/** @type {string} */ id, /** @type {any} */ message) => ({ type: "message", id, message });
  const branch = [
    { type: "model_change", id: "m" },
    entry("0", { role: "system", content: "s" }),
    entry("1", user("gone")),
    entry("2", user("kept")),
    entry("3", result("r", "body")),
    { type: "compaction", id: "4", summary: "sum", firstKeptEntryId: "2", tokensBefore: 9 },
    { type: "context_edit", id: "5", targetId: "3", replacement: { content: "short" } },
    { type: "custom_message", id: "6", customType: "note", content: "n" },
    entry("7", answer("a")),
    { type: "context_edit", id: "8", targetId: "7", replacement: null },
  ];
  const messages = messagesOf(branch);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["compactionSummary", "user", "toolResult", "custom"],
  );
  assert.deepEqual(messages[2].content, [{ type: "text", text: "short" }]);
  assert.deepEqual(originalsOf(branch, "r")[0].content, [{ type: "text", text: "body" }]);
  assert.equal(messagesOf(branch.slice(0, 5).map((e) => ({ ...e }))).length, 3);
  assert.equal(messagesOf(filler(3).map((m, i) => entry(String(i), m))).length, 3);
});
