import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import test from "node:test";
import { createDue } from "../src/main/resources/dev/jevprune/adapters/shim/due.mjs";
import { outlineOf } from "../src/main/resources/dev/jevprune/adapters/shim/outline.mjs";
import { cacheSignsOf } from "../src/main/resources/dev/jevprune/adapters/shim/pi-cache.mjs";
import { PI_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/pi-list.mjs";
import { applyEdits, planReplay } from "../src/main/resources/dev/jevprune/adapters/shim/replay.mjs";
import {
  createStore,
  parseLedger,
  settingsOf,
  STANDARD,
  withDeadlines,
} from "../src/main/resources/dev/jevprune/adapters/shim/store.mjs";
import { sha256, spelling } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";
import { answer, call, decision, result, user } from "./helpers.mjs";

const BODY = "answer = 41\n".repeat(30);
const EDIT = { path: "a.txt", edits: [] };
const MARKER = "[Jev prune: this read of a.txt is left out]";

/** @param {Record<string, unknown>} [changes] */
function stale(changes = {}) {
  const { witness: _, ...rest } = decision("r1", "x", { path: "a.txt" }, BODY);
  const cause = { id: "e1", tool: "edit", args: sha256(/** @type {string} */ (spelling(EDIT))) };
  return { ...rest, kind: "stale", cause, marker: MARKER, ...changes };
}

function edited() {
  return [
    user("go"),
    call("r1", { path: "a.txt" }),
    result("r1", BODY),
    call("e1", structuredClone(EDIT), "edit"),
    result("e1", "done"),
    answer("changed"),
  ];
}

/** @param {any[]} messages @param {any} one */
function outcome(messages, one) {
  const plan = planReplay(PI_LIST, messages, [one]);
  applyEdits(plan.edits);
  return plan.outcomes[0];
}

test("leavesAStaleReadOutWhereverItStands", () => {
  const messages = edited();
  assert.equal(outcome(messages, stale()), "applied");
  assert.deepEqual(messages[2].content, [{ type: "text", text: MARKER }]);
});

/** @type {[string, (messages: any[]) => void, string][]} */
const CHANGES = [
  ["theEditIsNotThere", (m) => m.splice(3, 2), "invalid"],
  ["theEditFailed", (m) => (m[4].isError = true), "invalid"],
  ["theEditIsNotAnswered", (m) => m.splice(4, 1), "invalid"],
  ["theEditWasAnother", (m) => (m[3].content[0].arguments.path = "b.txt"), "invalid"],
  ["theEditStandsBefore", (m) => m.splice(1, 0, ...m.splice(3, 2)), "invalid"],
  ["theEditBelongsToTheSameBatch", (m) => m[1].content.push(...m.splice(3, 1)[0].content), "invalid"],
  ["theTextIsAnother", (m) => (m[2].content[0].text += "x"), "invalid"],
  ["theArgumentsAreOthers", (m) => (m[1].content[0].arguments.limit = 3), "invalid"],
  ["theReadIsGone", (m) => m.splice(1, 2), "inactive"],
  ["theReadIsDouble", (m) => m.push(call("r1", { path: "a.txt" }), result("r1", BODY)), "inactive"],
];
for (const [name, change, expected] of CHANGES) {
  test(`keepsTheOriginalWhen ${name}`, () => {
    const messages = edited();
    change(messages);
    const before = structuredClone(messages);
    assert.equal(outcome(messages, stale()), expected);
    assert.deepEqual(messages, before);
  });
}

test("aMarkerThatIsNotShorterIsNotUsed", () => {
  assert.equal(outcome(edited(), stale({ marker: `[Jev prune: ${"x".repeat(500)}]` })), "invalid");
});

test("theLedgerKeepsWholeDecisionsOnly", () => {
  const ledger = (/** @type {any[]} */ decisions) =>
    parseLedger({ schema: "jev-prune.ledger.v1", session: "s", version: 1, decisions }, "s")?.decisions.length;
  assert.equal(ledger([stale()]), 1);
  assert.equal(ledger([stale({ cause: undefined })]), 0);
  assert.equal(ledger([stale({ kind: "other" })]), 0);
  assert.equal(ledger([stale({ kind: "repeat" })]), 0);
});

test("theOutlineTellsWhatReadsAndEdits", () => {
  const messages = edited();
  messages.push(call("p1", { patchText: "*** Begin Patch\n*** Update File: b\n-secret\n" }, "apply_patch"));
  messages.push(call("g1", { path: "x" }, "grep"));
  const { events } = /** @type {any} */ (outlineOf(PI_LIST, messages, new Set(), { folder: "/w" }).outline);
  assert.deepEqual(
    events.map((/** @type {any} */ { id, unique, call: at, target }) => [id, unique, at, target]),
    [
      ["r1", true, 1, { path: "a.txt" }],
      ["e1", true, 3, { path: "a.txt" }],
      ["p1", false, 6, { patchText: "*** Begin Patch\n*** Update File: b" }],
    ],
  );
});

test("settingsOfTheInnermostProjectHold", () => {
  const own = (/** @type {string} */ mode) => ({ hosts: { pi: { mode } } });
  const file = { mode: "prune", ...own("observe"), projects: { "/w": own("off"), "/w/in": own("prune") } };
  assert.equal(settingsOf(file, "pi", "/").mode, "observe");
  assert.equal(settingsOf(file, "pi", "/w/x").mode, "off");
  assert.equal(settingsOf(file, "pi", "/w/in/x").mode, "prune");
  assert.equal(settingsOf(file, "pi", "/wide").mode, "observe");
  assert.equal(settingsOf(file, "hermes", "/").mode, "prune");
  assert.deepEqual(settingsOf({}, "pi", "/"), STANDARD);
});

test("theCacheIsResetByAnotherModelAndByACompaction", () => {
  const model = { provider: "p", id: "m" };
  const said = { ...answer("a"), provider: "p", model: "m", timestamp: 1000, stopReason: "stop" };
  assert.deepEqual(cacheSignsOf([said], model, 5000), { idleMillis: 4000, reset: false });
  assert.equal(cacheSignsOf([said], { provider: "p", id: "n" }, 5000).reset, true);
  const summary = { role: "compactionSummary", timestamp: 2000 };
  assert.equal(cacheSignsOf([summary, said], model, 5000).reset, true);
  assert.equal(cacheSignsOf([{ ...summary, timestamp: 500 }, said], model, 5000).reset, false);
  assert.deepEqual(cacheSignsOf([user("go")], model, 5000), { idleMillis: null, reset: false });
  const failed = { ...said, timestamp: 4000, stopReason: "error" };
  assert.equal(cacheSignsOf([said, failed], model, 5000).idleMillis, 4000);
});

/** @param {Partial<import("../src/main/resources/dev/jevprune/adapters/shim/types.mjs").Settings>} settings @param {any} answers @param {() => any} [may] */
function dueWith(settings, answers, may) {
  /** @type {string[]} */
  const asked = [];
  const held = { version: 0 };
  const session = /** @type {any} */ ({
    form: PI_LIST,
    disabled: false,
    ledger: () => held,
    progress: { late: 0 },
    off: () => false,
    prunedIn: () => new Set(),
    adopt: (/** @type {any} */ ledger) => asked.push(`adopt ${ledger}`),
  });
  const ask = async (/** @type {string} */ op) => {
    asked.push(op);
    return answers[op]();
  };
  const talk = { ask, wake: () => void asked.push("wake") };
  return { due: createDue(session, { ...STANDARD, ...settings }, talk, may), asked, session, held };
}

const WARM = { idleMillis: 0, reset: false };
const NOTHING = { outline: () => ({ need: [] }) };

test("asksNothingWhenTheComponentIsOff", () => {
  const { due, asked } = dueWith({}, NOTHING);
  assert.equal(
    due.before(edited(), () => ({}), null, WARM),
    undefined,
  );
  assert.deepEqual(asked, []);
});

test("asksOnceForEachNewReadOrEdit", async () => {
  const { due, asked } = dueWith({ lifecycle: true }, NOTHING);
  const messages = edited();
  await due.before(messages, () => ({}), null, WARM);
  assert.equal(
    due.before(messages, () => ({}), null, WARM),
    undefined,
  );
  messages.push(call("r2", { path: "b" }), result("r2", "x"));
  await due.before(messages, () => ({}), null, WARM);
  assert.deepEqual(asked, ["outline", "outline"]);
  await due.before(messages, () => ({}), null, { idleMillis: 400_000, reset: false });
  assert.equal(asked.length, 3);
});

test("asksAgainWhenTheLedgerWasLost", async () => {
  const { due, asked, held } = dueWith({ lifecycle: true }, NOTHING);
  const messages = edited();
  await due.before(messages, () => ({}), null, WARM);
  const steps = { known: [1, 1], changed: [2, 1], lost: [0, 2], stillLost: [0, 2], back: [3, 2] };
  for (const [version, questions] of Object.values(steps)) {
    held.version = version;
    await due.before(messages, () => ({}), null, WARM);
    assert.equal(asked.length, questions, `version ${version}`);
  }
});

test("theIndexStandsInForALostLedger", () => {
  const dataHome = fs.mkdtempSync(path.join(os.tmpdir(), "taken-"));
  try {
    const folder = path.join(dataHome, "state", "p");
    const name = `${sha256("s-1").slice(0, 32)}.json`;
    const decision = stale();
    const write = (/** @type {string} */ kind, /** @type {string} */ text) => {
      fs.mkdirSync(path.join(folder, kind), { recursive: true });
      fs.writeFileSync(path.join(folder, kind, name), text);
    };
    const state = (/** @type {string} */ kind, /** @type {any[]} */ decisions) =>
      JSON.stringify({ schema: `jev-prune.${kind}.v1`, session: "s-1", version: 3, off: false, decisions });
    const store = createStore({ dataHome, profile: "p" });
    assert.equal(store.ledger("s-1"), null);
    write("taken", state("taken", [decision]));
    assert.equal(store.ledger("s-1")?.decisions.length, 1, "the ledger is gone");
    write("ledger", "{");
    assert.equal(store.ledger("s-1")?.decisions.length, 1, "the ledger is damaged");
    write("ledger", state("ledger", []));
    assert.equal(store.ledger("s-1")?.decisions.length, 0, "a ledger that can be read holds");
    write("ledger", "{");
    write("taken", state("ledger", [decision]));
    assert.equal(store.ledger("s-1"), undefined, "neither can be read");
    assert.equal(store.ledger("s-2"), null);
  } finally {
    fs.rmSync(dataHome, { recursive: true });
  }
});

test("takesOverWhatWasDecided", async () => {
  const { due, asked } = dueWith(
    { lifecycle: true },
    {
      outline: () => ({ ticket: "t", need: ["r1"] }),
      bodies: () => ({}),
      due: () => ({ added: 1, ledger: "new" }),
    },
  );
  await due.before(edited(), () => ({}), null, WARM);
  assert.deepEqual(asked, ["outline", "bodies", "due", "adopt new"]);
});

test("aLateAnswerIsNoNewDecisionAndIsTriedAgain", async () => {
  const deadlines = { ...STANDARD.deadlines, request_ms: 20 };
  /** @type {(value: any) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  const { due, asked, session } = dueWith(
    { lifecycle: true, deadlines },
    { outline: () => held, bodies: () => ({}), due: () => ({ added: 1, ledger: "late" }) },
  );
  await due.before(edited(), () => ({}), null, WARM);
  assert.equal(session.progress.late, 1);
  release({ ticket: "t", need: ["r1"] });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked, ["outline"]);
  assert.notEqual(
    due.before(edited(), () => ({}), null, WARM),
    undefined,
  );
});

const DOWN = {
  outline: () => {
    throw Object.assign(new Error("down"), { code: "down" });
  },
};
const COLD = { idleMillis: 400_000, reset: false };

test("aWorkerThatFailsChangesNothingAndIsStartedBehindTheRequest", async () => {
  const { due, session, asked } = dueWith({ lifecycle: true }, DOWN);
  await due.before(edited(), () => ({}), null, WARM);
  assert.equal(session.progress.late, 0);
  assert.deepEqual(asked, ["outline", "wake"]);
});

test("aWorkerThatKeepsFailingIsAskedLessAndLessButOnEveryColdTurn", async () => {
  const { due, asked } = dueWith({ lifecycle: true }, DOWN);
  const gaps = [];
  for (let passed = 0; gaps.length < 8; ) {
    const waiting = due.before(edited(), () => ({}), null, WARM);
    if (waiting === undefined) passed++;
    else (gaps.push(passed), (passed = 0));
    await waiting;
  }
  assert.deepEqual(gaps, [0, 0, 1, 3, 7, 15, 31, 31]);
  const before = asked.length;
  await due.before(edited(), () => ({}), null, COLD);
  assert.equal(asked.length, before + 2);
});

test("asksOnAColdTurnAloneWhenOnlyRepeatsMayBeDue", async () => {
  const { due, asked } = dueWith({ auto: "cold" }, NOTHING);
  assert.equal(
    due.before(edited(), () => ({}), null, WARM),
    undefined,
  );
  await due.before(edited(), () => ({}), null, COLD);
  await due.before(edited(), () => ({}), null, { idleMillis: 0, reset: true });
  assert.deepEqual(asked, ["outline", "outline"]);
});

test("asksNothingInASessionThatIsSwitchedOff", () => {
  const { due, asked, session } = dueWith({ lifecycle: true }, NOTHING);
  session.off = () => true;
  assert.equal(
    due.before(edited(), () => ({}), null, COLD),
    undefined,
  );
  assert.deepEqual(asked, []);
});

test("asksNothingWhereTheHostSaysNo", async () => {
  const { due, asked } = dueWith({ lifecycle: true }, NOTHING, async () => false);
  await due.before(edited(), () => ({}), null, COLD);
  assert.deepEqual(asked, []);
});

test("aHostThatDoesNotSayInTimeHoldsTheRequestNoLonger", async () => {
  const deadlines = { ...STANDARD.deadlines, request_ms: 20 };
  const { due, asked, session } = dueWith({ lifecycle: true, deadlines }, NOTHING, () => new Promise(() => {}));
  await due.before(edited(), () => ({}), null, WARM);
  assert.deepEqual(asked, []);
  assert.equal(session.progress.late, 1);
});

test("scansTheListOnce", async () => {
  const { due, session } = dueWith({ lifecycle: true }, NOTHING);
  let scans = 0;
  session.form = { ...PI_LIST, scan: (/** @type {any} */ list) => (scans++, PI_LIST.scan(list)) };
  await due.before(edited(), () => ({}), null, WARM);
  assert.equal(scans, 1);
});

test("deadlinesOfTheSettingsHoldWhereTheyAreTimes", () => {
  const deadlines = { request_ms: 7, cold_ms: -1, preview_ms: "9", bus_ms: 2 ** 40 };
  const own = settingsOf({ deadlines, cold_after_ms: 5 }, "pi", "/");
  assert.deepEqual(own.deadlines, { ...STANDARD.deadlines, request_ms: 7 });
  assert.equal(own.cold_after_ms, 5);
  const config = /** @type {any} */ ({ version: "1" });
  const told = { ...STANDARD, deadlines: { ...STANDARD.deadlines, preview_ms: 8, bus_ms: 9 } };
  assert.deepEqual(withDeadlines(config, told), { version: "1", deadlines: { preview: 8, bus: 9 } });
  assert.deepEqual(withDeadlines({ ...config, deadlines: { bus: 3 } }, told).deadlines, { preview: 8, bus: 3 });
});
