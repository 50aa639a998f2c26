import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import jevPrune from "../src/main/resources/dev/jevprune/adapters/shim/pi.mjs";
import { createStore } from "../src/main/resources/dev/jevprune/adapters/shim/store.mjs";
import { sha256 } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";
import { COMMAND_DESCRIPTION, TEXTS } from "../src/main/resources/dev/jevprune/adapters/shim/texts.mjs";
import { call, decision, fakePi, repeated, result, user } from "./helpers.mjs";

const BODY = "line of text\n".repeat(40);
const PROFILE = "0".repeat(64);
const SCRATCH = fs.mkdtempSync(path.join(os.tmpdir(), "jp-test-"));
after(() => fs.rmSync(SCRATCH, { recursive: true, force: true }));
const DECISIONS = [decision("c1", "c2", { path: "a.txt" }, BODY)];

/** @param {any[]} messages the branch that holds them */
function entries(messages) {
  return messages.map((message, i) => ({ type: "message", id: String(i), message }));
}

/** @param {any} [over] */
function setUp({ client, decisions = DECISIONS, branch = entries(repeated(BODY)), ...rest } = /** @type {any} */ ({})) {
  const dataHome = fs.mkdtempSync(path.join(SCRATCH, "home-"));
  const host = fakePi({ branch, ...rest });
  const calls = /** @type {any[]} */ ([]);
  const silent = {
    call: async (/** @type {string} */ op, /** @type {any} */ fields) => {
      calls.push([op, fields]);
      if (client?.[op] !== undefined) return client[op](fields);
      if (client !== undefined && op === "ledger") return {};
      throw Object.assign(new Error("nobody there"), { code: "absent" });
    },
    start() {},
    close() {},
  };
  const config = { version: "0", runtime: "/r", dataHome, profile: PROFILE, java: "/j", client: silent };
  if (decisions.length > 0) writeLedger(dataHome, "s1", { decisions });
  jevPrune(host.pi, { ...config, deadlines: { preview: 50 } });
  return { ...host, dataHome, calls, config };
}

/** @param {string} home @param {string} session @param {any} members */
function writeLedger(home, session, members) {
  const folder = path.join(home, "state", PROFILE);
  const ledger = { schema: "jev-prune.ledger.v1", session, version: 1, off: false, ...members };
  fs.mkdirSync(path.join(folder, "ledger"), { recursive: true });
  fs.writeFileSync(path.join(folder, "ledger", `${sha256(session).slice(0, 32)}.json`), JSON.stringify(ledger));
  fs.writeFileSync(path.join(folder, "generation.new"), "1");
  fs.renameSync(path.join(folder, "generation.new"), path.join(folder, "generation"));
}

/** @param {any} host @param {any[]} messages */
function request(host, messages) {
  assert.deepEqual(host.emit("context", { messages }), [undefined]);
  return messages[2].content[0].text;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("replaysWithoutAWorkerAndReturnsNothing", () => {
  const host = setUp();
  assert.equal(host.emit("session_start", { reason: "startup" })[0], undefined);
  assert.equal(request(host, repeated(BODY)), DECISIONS[0].marker);
});

test("replaysARequestThatComesBeforeTheSessionStart", () => {
  assert.equal(request(setUp(), repeated(BODY)), DECISIONS[0].marker);
});

test("seesAChangeFromOutside", () => {
  const host = setUp();
  request(host, repeated(BODY));
  writeLedger(host.dataHome, "s1", { decisions: [], version: 2 });
  assert.equal(request(host, repeated(BODY)), BODY);
});

test("keepsReplayingWhenTheLedgerTurnsUnreadable", () => {
  const host = setUp();
  request(host, repeated(BODY));
  const file = path.join(host.dataHome, "state", PROFILE, "ledger", `${sha256("s1").slice(0, 32)}.json`);
  writeLedger(host.dataHome, "other", { decisions: [] });
  fs.writeFileSync(file, "{broken");
  assert.equal(request(host, repeated(BODY)), DECISIONS[0].marker);
});

test("replaysNothingWhenSwitchedOff", async () => {
  const off = setUp({ decisions: [] });
  writeLedger(off.dataHome, "s1", { decisions: DECISIONS, off: true });
  assert.equal(request(off, repeated(BODY)), BODY);
  process.env.JEV_PRUNE_OFF = "1";
  try {
    const host = setUp();
    host.emit("session_start");
    assert.equal(request(host, repeated(BODY)), BODY);
    await host.prune("");
    assert.equal(host.notices.at(-1)?.text, TEXTS.disabled);
    assert.deepEqual(host.calls, []);
  } finally {
    delete process.env.JEV_PRUNE_OFF;
  }
});

test("aForkReplaysWhatItsParentDecided", () => {
  const parent = path.join(fs.mkdtempSync(path.join(SCRATCH, "parent-")), "p.jsonl");
  fs.writeFileSync(parent, `${JSON.stringify({ type: "session", id: "s1" })}\n${"x".repeat(100_000)}`);
  const host = setUp({ id: "child", header: { parentSession: parent } });
  host.emit("session_start", { reason: "fork" });
  assert.equal(request(host, repeated(BODY)), DECISIONS[0].marker);
});

test("asksTheWorkerToKeepTheAdoption", async () => {
  const parent = path.join(fs.mkdtempSync(path.join(SCRATCH, "parent-")), "p.jsonl");
  fs.writeFileSync(parent, JSON.stringify({ type: "session", id: "s1" }));
  const ledger = { schema: "jev-prune.ledger.v1", session: "child", version: 0, decisions: [] };
  const branch = [{ type: "message", id: "1", message: user("go") }];
  const client = { ledger: () => ({ ledger }) };
  const host = setUp({ id: "child", header: { parentSession: parent }, branch, client });
  host.emit("session_start", { reason: "fork" });
  await settle();
  assert.deepEqual(host.calls, [["ledger", { session: "child", parent: "s1" }]]);
  await host.prune("");
  assert.deepEqual(host.calls[1], ["ledger", { session: "child", parent: "s1" }], "before anything is decided");
  assert.equal(request(host, repeated(BODY)), DECISIONS[0].marker, "an empty answer takes nothing away");
});

test("editsNothingWhenTheListIsHostile", () => {
  const host = setUp();
  const messages = repeated(BODY);
  Object.defineProperty(messages, 6, {
    get() {
      throw new Error("no");
    },
  });
  host.emit("context", { messages });
  assert.equal(/** @type {any} */ (messages[2].content)[0].text, BODY);
  assert.doesNotThrow(() => host.emit("context", { messages: null }));
  assert.doesNotThrow(() => host.emit("context", {}));
});

test("saysOnceThatTheWorkerIsAbsent", async () => {
  const host = setUp({ id: "once" });
  for (let i = 0; i < 3; i++) host.emit("session_start");
  await settle();
  await settle();
  assert.equal(host.notices.length, 1);
  assert.match(host.notices[0].text, /could not be started/);
});

test("aHangingWorkerHoldsTheTurnNoLongerThanTheHeartbeatMay", async () => {
  const host = setUp({ client: { heartbeat: () => new Promise(() => {}) } });
  host.emit("context", { messages: repeated(BODY) });
  const before = Date.now();
  assert.equal(await host.emit("agent_end")[0], undefined);
  assert.ok(Date.now() - before < 2000);
});

test("leavesAForeignPruneAloneAndOffersAnotherName", () => {
  const host = setUp({ commands: [{ name: "prune", description: "foreign" }] });
  host.emit("session_start");
  assert.deepEqual(
    host.commands.map(({ name }) => name),
    ["prune", "jev-prune"],
  );
  assert.equal(request(host, repeated(BODY)), DECISIONS[0].marker);
});

test("aSecondCopyOfOurselvesStaysIdle", async () => {
  const host = setUp({ commands: [{ name: "prune", description: COMMAND_DESCRIPTION }] });
  host.emit("session_start");
  assert.equal(host.commands.length, 1);
  assert.equal(host.notices[0].text, TEXTS.duplicate);
  assert.equal(request(host, repeated(BODY)), BODY);
  assert.deepEqual(host.calls, []);
});

test("hooksNoCompactionAndReturnsNothingFromOtherEvents", () => {
  const host = setUp();
  assert.ok(!host.handlers.has("session_before_compact"));
  for (const event of host.handlers.keys()) {
    if (event !== "agent_end") assert.deepEqual(host.emit(event, { messages: [] }), [undefined]);
  }
});

test("isRefusedMidTurn", async () => {
  const host = setUp();
  host.emit("session_start");
  host.state.idle = false;
  for (const verb of ["", "approve", "why", "undo", "off", "on"]) {
    await host.prune(verb);
    assert.equal(host.notices.at(-1)?.text, TEXTS.busy);
  }
});

test("showsTheOriginalFromTheBranchWithoutAWorker", async () => {
  const branch = [{ type: "message", id: "1", message: result("c1", BODY) }];
  const host = setUp({ branch });
  host.emit("session_start");
  for (const name of ["c1", "1"]) {
    await host.prune(`show ${name}`);
    assert.equal(host.notices.at(-1)?.text, BODY);
  }
});

test("beforeTheFirstRequestTheListComesFromTheBranch", async () => {
  const host = setUp({
    branch: entries([user("go"), call("x", {})]),
    decisions: [],
    client: {
      outline: () => ({ ticket: "t", need: [] }),
      preview: () => ({ pairs: [], text: "none" }),
    },
  });
  host.emit("session_start");
  await host.prune("");
  assert.equal(host.calls.find(([op]) => op === "outline")[1].outline.messages, 2);
  assert.equal(host.notices.at(-1)?.text, "none");
});

test("undoNamesTheLatestApprovalWhenNothingIsNamed", async () => {
  const older = { ...decision("o1", "o2", {}, BODY), approvedAt: "2025-01-01T00:00:00Z" };
  const host = setUp({
    decisions: [older, ...DECISIONS],
    client: { outline: () => ({ ticket: "t", need: [] }), undo: () => ({ text: "undone" }) },
  });
  host.emit("session_start");
  request(host, repeated(BODY));
  await host.prune("undo");
  assert.deepEqual(host.calls.find(([op]) => op === "undo")[1].sources, ["c1"]);
});

test("approvesWhatWasListedAndNothingThatTurnedUpSince", async () => {
  const pairs = [{ source: "c1" }];
  const host = setUp({
    hasUI: true,
    client: {
      outline: () => ({ ticket: "t", need: [] }),
      preview: () => ({ pairs: [...pairs], text: "list" }),
      approve: () => ({ text: "approved" }),
    },
  });
  host.emit("session_start");
  request(host, repeated(BODY));
  host.state.answer = false;
  await host.prune("");
  assert.equal(host.notices.at(-1)?.text, `list\n${TEXTS.declined}`);
  pairs.push({ source: "new" });
  await host.prune("approve");
  assert.deepEqual(host.calls.find(([op]) => op === "approve")[1].sources, ["c1"]);
  await host.prune("approve 2");
  assert.deepEqual(host.calls.at(-1)[1].sources, ["new"]);
});

test("thePreviewSeesOriginalsAndTheLatestAnswer", async () => {
  const outlines = /** @type {any[]} */ ([]);
  const host = setUp({
    client: {
      outline: (/** @type {any} */ { outline }) => (outlines.push(outline), { ticket: "t", need: [] }),
      preview: () => ({ pairs: [], text: "" }),
    },
  });
  host.emit("session_start");
  request(host, repeated(BODY));
  const signed = { role: "assistant", content: [{ type: "thinking", thinking: "t", thinkingSignature: "s" }] };
  host.ctx.sessionManager.getBranch = () => entries([...repeated(BODY), signed]);
  await host.prune("");
  assert.equal(outlines[0].calls[0].text, sha256(BODY));
  assert.equal(outlines[0].calls[0].pruned, true);
  assert.equal(outlines[0].lastSigned, outlines[0].messages - 1);
});

test("aContextThatDiesWhileTheUserThinksEndsQuietly", async () => {
  const host = setUp({
    client: {
      outline: () => ({ ticket: "t", need: [] }),
      preview: () => ({ pairs: [{ source: "c1" }], text: "1 pair" }),
    },
  });
  host.emit("session_start");
  request(host, repeated(BODY));
  host.ctx.ui.confirm = async () => {
    for (const name of ["hasUI", "ui", "sessionManager", "model", "isIdle"]) {
      Object.defineProperty(host.ctx, name, {
        get() {
          throw new Error("stale");
        },
      });
    }
    return true;
  };
  await host.prune("");
  assert.ok(!host.calls.some(([op]) => op === "approve"));
});

test("theStoreAnswersNullForNoneAndUndefinedForBroken", () => {
  const { config } = setUp({ decisions: [] });
  const store = createStore(config);
  assert.equal(store.ledger("s1"), null);
  assert.equal(store.mark(), undefined);
  writeLedger(config.dataHome, "s1", { decisions: [null, { source: 1 }, { ...DECISIONS[0], marker: "run rm" }] });
  assert.deepEqual(store.ledger("s1")?.decisions, []);
});

test("tellsTheWorkerWhatTheProviderReported", async () => {
  const host = setUp({ client: { heartbeat: () => ({}), stats: () => ({ text: "figures" }) } });
  host.emit("session_start");
  request(host, repeated(BODY));
  const usage = { input: 5, cacheRead: 100, cacheWrite: 20, output: 7, totalTokens: 132 };
  host.emit("message_end", { message: { role: "assistant", provider: "openai", model: "gpt-5.6-sol", usage } });
  host.emit("message_end", { message: { role: "toolResult" } });
  host.emit("message_end", { message: null });
  await host.prune("stats");
  const beat = host.calls.filter(([op]) => op === "heartbeat").at(-1)[1];
  assert.equal(beat.usage.answers, 1);
  assert.deepEqual(beat.usage.model, { provider: "openai", id: "gpt-5.6-sol" });
  assert.equal(beat.usage.pruned.cacheRead, 100);
  assert.deepEqual(beat.usage.pruned.reads, { c1: 1 });
  assert.equal(host.notices.at(-1)?.text, "figures");
});
