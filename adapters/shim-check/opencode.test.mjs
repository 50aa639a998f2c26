import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { lastSentAs, originalsOf, sentOf } from "../src/main/resources/dev/jevprune/adapters/shim/opencode-session.mjs";
import { OPENCODE_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/opencode-list.mjs";
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
