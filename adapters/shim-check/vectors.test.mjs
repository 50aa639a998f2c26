import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { PI_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/pi-list.mjs";
import { applyEdits, planReplay } from "../src/main/resources/dev/jevprune/adapters/shim/replay.mjs";

const FOLDER = new URL("../../testdata/replay/", import.meta.url);
const files = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

test("the shared vectors are there", () => assert.ok(files.length > 70));

for (const file of files) {
  const vector = JSON.parse(fs.readFileSync(new URL(file, FOLDER), "utf8"));
  test(`replay vector: ${vector.name}`, () => {
    const { messages, decisions, expected } = { ...vector, messages: vector.messages.pi };
    const plan = planReplay(PI_LIST, messages, decisions);
    assert.deepEqual({ outcomes: plan.outcomes, bytesRemoved: plan.bytesRemoved }, expected);
    applyEdits(plan.edits);
    for (const [i, outcome] of plan.outcomes.entries()) {
      if (outcome === "applied") assert.ok(JSON.stringify(messages).includes(decisions[i].marker));
    }
  });
}
