import assert from "node:assert/strict";
import test from "node:test";
import { PI_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/pi-list.mjs";
import { openSession } from "../src/main/resources/dev/jevprune/adapters/shim/session.mjs";
import { createUsage } from "../src/main/resources/dev/jevprune/adapters/shim/usage.mjs";
import { decision, repeated, user } from "./helpers.mjs";

const BODY = "line of text\n".repeat(40);
const SAVED = Buffer.byteLength(BODY) - decision("c1", "c2", { path: "a.txt" }, BODY).marker.length;
const MODEL = { provider: "anthropic", id: "claude-opus-5" };
const REPORT = { input: 5, cacheRead: 100, cacheWrite: 20, output: 7 };

/** @param {{ off?: boolean, observe?: boolean, disabled?: boolean }} [with_] */
function open({ off = false, observe = false, disabled = false } = {}) {
  const ledger = { session: "s1", version: 1, off, decisions: [decision("c1", "c2", { path: "a.txt" }, BODY)] };
  const store = /** @type {any} */ ({ mark: () => ({ ino: 1, mtimeMs: 1, size: 1 }), ledger: () => ledger });
  return openSession(store, PI_LIST, "s1", [], disabled, observe);
}

test("addsUpWhatIsReportedAndKeepsApartWhatLackedSomething", () => {
  const session = open();
  session.replay([user("go")]);
  session.answered(REPORT, MODEL);
  session.replay(repeated(BODY));
  session.answered(REPORT, MODEL);
  session.replay(repeated(BODY));
  session.answered({ input: 9, output: 1 }, MODEL);
  const { run, ...told } = /** @type {any} */ (session.usage());
  assert.match(run, /^[a-z0-9]+-[a-z0-9]+$/);
  assert.deepEqual(told, {
    requests: 3,
    projected: 2,
    model: MODEL,
    answers: 3,
    unreported: 0,
    input: 19,
    cacheRead: 200,
    cacheWrite: 40,
    output: 15,
    pruned: {
      answers: 2,
      unreported: 0,
      input: 14,
      cacheRead: 100,
      cacheWrite: 20,
      output: 8,
      bytes: 2 * SAVED,
      warmBytes: SAVED,
      reads: { c1: 2 },
    },
    observed: undefined,
  });
});

test("countsApartAnAnswerOfWhichNothingIsReported", () => {
  const session = open();
  assert.equal(session.usage(), undefined);
  const odd = [undefined, null, {}, { input: 0, output: 0 }, { input: Number.NaN, cacheRead: -3, output: "9" }];
  for (const report of odd) {
    session.replay(repeated(BODY));
    session.answered(report, MODEL);
  }
  const { answers, unreported, pruned } = /** @type {any} */ (session.usage());
  assert.deepEqual([answers, unreported], [0, odd.length]);
  assert.deepEqual([pruned.answers, pruned.unreported, pruned.bytes], [0, odd.length, odd.length * SAVED]);
  assert.deepEqual([pruned.warmBytes, pruned.reads], [odd.length * SAVED, { c1: odd.length }]);
});

test("countsNothingAsPrunedWhereTheOriginalsGoOut", () => {
  for (const how of [{ off: true }, { observe: true }]) {
    const session = open(how);
    session.replay(repeated(BODY));
    session.answered(REPORT, MODEL);
    assert.equal(session.usage()?.pruned.answers, 0);
    assert.equal(session.usage()?.pruned.bytes, 0);
  }
  const session = open({ disabled: true });
  session.replay(repeated(BODY));
  session.answered(REPORT, MODEL);
  assert.equal(session.usage(), undefined);
});

test("recordsInObserveModeWhatWouldHaveBeenLeftOut", () => {
  const session = open({ observe: true });
  const messages = repeated(BODY);
  session.replay(messages);
  session.answered(REPORT, MODEL);
  assert.deepEqual(messages, repeated(BODY), "no byte changes");
  assert.deepEqual(session.usage()?.observed, {
    answers: 1,
    unreported: 0,
    ...REPORT,
    bytes: SAVED,
    warmBytes: SAVED,
    reads: { c1: 1 },
  });
});

test("namesTheModelOnlyWhenThereWasOne", () => {
  const usage = createUsage("run");
  usage.add(REPORT, null, null, false);
  assert.equal(usage.told(3, 0)?.model, undefined);
  usage.add(REPORT, MODEL, null, false);
  assert.deepEqual(usage.told(3, 0)?.model, MODEL);
  usage.add(REPORT, { provider: "anthropic", id: "claude-sonnet-5-5" }, null, false);
  usage.add(REPORT, MODEL, null, false);
  assert.equal(usage.told(3, 0)?.model, undefined);
});

test("isAnotherRunEachTimeASessionIsOpened", () => {
  const [one, other] = [open(), open()];
  one.answered(REPORT);
  other.answered(REPORT);
  assert.notEqual(one.usage()?.run, other.usage()?.run);
});
