import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { createAnswers, signsOf } from "../src/main/resources/dev/jevprune/adapters/shim/opencode-answers.mjs";
import { readOf } from "../src/main/resources/dev/jevprune/adapters/shim/expand.mjs";
import { lastSentAs, originalsOf, sentOf } from "../src/main/resources/dev/jevprune/adapters/shim/opencode-session.mjs";
import { OPENCODE_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/opencode-list.mjs";
import { sha256 } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";
import { outlineOf } from "../src/main/resources/dev/jevprune/adapters/shim/outline.mjs";

/** @param {string} name @returns {any[]} */
function capture(name) {
  const file = new URL(`../../testdata/opencode/hook-messages-${name}.json`, import.meta.url);
  return JSON.parse(fs.readFileSync(file, "utf8")).output.messages;
}

/** @param {any[]} messages as OpenCode stores them: by time */
const stored = (messages) => messages.toSorted((a, b) => a.info.time.created - b.info.time.created);

test("ordersAListBehindACompactionAsOpenCodeDoes", () => {
  const sent = capture("after-compaction");
  const kept = stored(sent);
  assert.notDeepEqual(kept, sent, "the kept tail is older than the compaction");
  assert.deepEqual(sentOf(kept, undefined), sent);
  const older = { info: { id: "msg_0", role: "user" }, parts: [{ type: "text", text: "gone" }] };
  assert.deepEqual(sentOf([older, ...kept], undefined), sent);
});

test("leavesAListWithoutCompactionAsItIs", () => {
  for (const name of ["reads-edit", "tool-kinds", "builtin-cleared", "signed-thinking"]) {
    assert.deepEqual(sentOf(capture(name), undefined), capture(name));
  }
});

test("leavesOutWhatTheUserTookBack", () => {
  const messages = capture("signed-thinking");
  assert.deepEqual(sentOf(messages, { messageID: messages[4].info.id }), messages.slice(0, 4));
  assert.deepEqual(sentOf(messages, { messageID: "msg_unknown" }), messages);
});

test("survivesOddMessages", () => {
  const odd = /** @type {any[]} */ ([null, 7, {}, { info: null, parts: null }, { parts: [null] }]);
  assert.deepEqual(sentOf(odd, undefined), odd);
  assert.deepEqual(originalsOf(odd, "x"), []);
  assert.equal(lastSentAs(odd), null);
});

test("findsWhatAProviderSignedAsOpenCodeStoresIt", () => {
  const { outline } = outlineOf(OPENCODE_LIST, capture("signed-thinking"), new Set());
  assert.equal(outline.lastSigned, 2, "the redacted thought is newer than the signed one");
  assert.equal(outline.goal, "again", "a note is not what the user wrote");
});

test("saysOfAClearedReadThatTheHostChangedIt", () => {
  const { calls } = /** @type {any} */ (outlineOf(OPENCODE_LIST, capture("compaction-call"), new Set()).outline);
  const cleared = capture("compaction-call").find(({ parts }) =>
    parts.some((/** @type {any} */ p) => p.state?.time?.compacted),
  );
  const { callID } = cleared.parts.find((/** @type {any} */ p) => p.state?.time?.compacted);
  const notices = calls
    .filter((/** @type {any} */ c) => c.id === callID && c.results === 1)
    .map((/** @type {any} */ c) => c.notice);
  assert.ok(notices.every(Boolean));
  assert.ok(calls.some((/** @type {any} */ c) => c.notice));
});

test("keepsAgentModelAndVariantOfTheUsersLastMessage", () => {
  assert.deepEqual(lastSentAs(capture("signed-thinking")), {
    agent: "build",
    model: { providerID: "anthropic", modelID: "claude-fable-5-2" },
    variant: undefined,
  });
});

const MODEL = { providerID: "mock", modelID: "mock-1" };

/** @param {string} id @param {number} completed @param {object} [more] */
function answered(id, completed, more = {}) {
  const info = { id, role: "assistant", ...MODEL, time: { created: completed - 10, completed }, finish: "stop" };
  return { info: { ...info, ...more }, parts: [] };
}

/** @param {string} [modelID] */
function asked(modelID = "mock-1") {
  return { info: { id: "u", role: "user", model: { ...MODEL, modelID } }, parts: [{ type: "text", text: "go" }] };
}

test("theCacheIsAsOldAsTheLastAnswerThatEnded", () => {
  assert.deepEqual(signsOf([asked(), answered("a", 1000), asked()], null, 5000), { idleMillis: 4000, reset: false });
  const failed = answered("b", 4000, { error: { name: "MessageAbortedError" } });
  assert.equal(signsOf([asked(), answered("a", 1000), failed, asked()], null, 5000).idleMillis, 4000);
  const running = { info: { id: "c", role: "assistant", ...MODEL, time: { created: 4000 } }, parts: [] };
  assert.equal(signsOf([asked(), answered("a", 1000), running, asked()], null, 5000).idleMillis, 4000);
  assert.equal(signsOf([answered("a", 9000), asked()], null, 5000).idleMillis, 0);
  assert.deepEqual(signsOf([asked()], null, 5000), { idleMillis: null, reset: false });
  assert.deepEqual(signsOf([], null, 5000), { idleMillis: null, reset: false });
});

test("anotherModelAndACompactionSinceResetTheCache", () => {
  assert.equal(signsOf([answered("a", 1000), asked("mock-2")], null, 5000).reset, true);
  assert.equal(signsOf([answered("a", 1000, { providerID: "else" }), asked()], null, 5000).reset, true);
  const summary = answered("s", 2000, { summary: true });
  assert.equal(signsOf([asked(), summary, answered("a", 1000), asked()], null, 5000).reset, true);
  assert.equal(signsOf([asked(), summary, answered("a", 1000), asked(), answered("b", 3000)], null, 5000).reset, false);
  assert.deepEqual(signsOf([asked(), summary, asked()], null, 5000), { idleMillis: null, reset: true });
});

test("anAnswerThatTheUserTookBackKeptTheCacheWarm", () => {
  const list = [asked(), answered("a", 1000), asked()];
  assert.equal(signsOf(list, answered("z", 4500).info, 5000).idleMillis, 500);
  assert.equal(signsOf(list, answered("z", 4500, { modelID: "mock-2" }).info, 5000).idleMillis, 4000);
});

test("oddMessagesSayNothingOfTheCache", () => {
  const odd = /** @type {any[]} */ ([null, 7, {}, { info: null }, { info: { role: "assistant", time: null } }]);
  assert.deepEqual(signsOf(odd, null, 5000), { idleMillis: null, reset: false });
});

test("countsEachAnswerOnceFromEventOrListAndNoneFromBefore", () => {
  /** @type {any[]} */
  const counted = [];
  const answers = createAnswers((tokens, model) => counted.push({ ...tokens, ...model }));
  const now = Date.now() + 1000;
  const tokens = { total: 70, input: 10, output: 5, reasoning: 2, cache: { read: 40, write: 13 } };
  const one = answered("a", now, { tokens });
  answers.listed([asked(), answered("old", 1, { tokens }), asked()]);
  answers.heard({ ...one.info, time: { created: now } });
  answers.heard(one.info);
  answers.heard(one.info);
  answers.listed([asked(), one, answered("b", now + 1, { tokens }), asked()]);
  answers.heard(answered("b", now + 1, { tokens }).info);
  answers.heard(answered("c", now + 2, { error: { name: "x" }, tokens: { input: 0, output: 0 } }).info);
  answers.heard(answered("s", now + 3, { summary: true, tokens }).info);
  const all = { input: 10, cacheRead: 40, cacheWrite: 13, output: 7, provider: "mock", id: "mock-1" };
  assert.deepEqual(counted, [all, all]);
  assert.equal(answers.signs([answered("a", 1000), asked()]).idleMillis, 0);
});

test("findsTheReadThatAMarkersIdStandsFor", () => {
  const list = capture("reads-edit");
  const part = list.flatMap(({ parts }) => parts).find((p) => p.tool === "read" && p.state.status === "completed");
  const digest = sha256(part.state.output);
  assert.equal(readOf(OPENCODE_LIST, list, digest.slice(0, 12)), part);
  assert.equal(readOf(OPENCODE_LIST, list, digest.slice(0, 7)), null);
  assert.equal(readOf(OPENCODE_LIST, list, "ffffffffffff"), null);
  assert.equal(readOf(OPENCODE_LIST, list, undefined), null);
});
