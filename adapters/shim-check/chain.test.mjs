/** The bus as a shim sees it, and how the worker's answer gets into the host's list. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { createBus } from "../src/main/resources/dev/jevprune/adapters/shim/bus.mjs";
import { createChain, put } from "../src/main/resources/dev/jevprune/adapters/shim/chain.mjs";
import { PI_LIST } from "../src/main/resources/dev/jevprune/adapters/shim/pi-list.mjs";

const PROFILE = "0123456789abcdef".repeat(4);
const OWN = { name: "jev-prune.dedup@pi:01234567", package: "jev-prune-kit", hosts: ["pi"] };
const FOREIGN = { name: "other.stage", package: "other", hosts: ["*"] };

/** @param {any} registry null for none @param {(config: any, write: (registry: any) => void) => any} act */
async function withBus(registry, act) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "bus-"));
  const write = (/** @type {any} */ value) => {
    fs.mkdirSync(path.join(home, "v1"), { recursive: true });
    const text = typeof value === "string" ? value : JSON.stringify({ schema: "jev-bus.v1", ...value });
    fs.writeFileSync(path.join(home, "v1", "new"), text);
    fs.renameSync(path.join(home, "v1", "new"), path.join(home, "v1", "registry.json"));
  };
  try {
    if (registry !== null) write(registry);
    return await act({ busHome: home, profile: PROFILE }, write);
  } finally {
    fs.rmSync(home, { recursive: true });
  }
}

/** @param {any} registry */
const roleOf = (registry) => withBus(registry, (config) => createBus(config, "pi").role());
const ALONE = { carrier: "", foreign: false };
const ours = { pi: { carrier: "jev-prune-kit", rank: 100 } };
const theirs = { pi: { carrier: "other", rank: 200 } };

test("other packages take part only where we carry the host and are on the bus ourselves", async () => {
  assert.deepEqual(await roleOf({ hosts: ours, stages: [OWN, FOREIGN] }), { carrier: "", foreign: true });
  assert.deepEqual(await roleOf({ hosts: theirs, stages: [OWN, FOREIGN] }), { carrier: "other", foreign: false });
  for (const registry of [
    null,
    "{ nope",
    { hosts: ours, stages: [OWN] },
    { hosts: {}, stages: [OWN, FOREIGN] },
    { hosts: theirs, stages: [FOREIGN] },
    { hosts: theirs, stages: [{ ...OWN, name: "jev-prune.dedup@pi:ffffffff" }, FOREIGN] },
    { hosts: ours, stages: [OWN, { ...FOREIGN, hosts: ["hermes"] }] },
    { schema: "jev-bus.v2", hosts: ours, stages: [OWN, FOREIGN] },
  ]) {
    assert.deepEqual(await roleOf(registry), ALONE, JSON.stringify(registry));
  }
});

test("a change of the registry is noticed by the next request", () =>
  withBus(null, (config, write) => {
    const bus = createBus(config, "pi");
    assert.deepEqual(bus.role(), ALONE);
    write({ hosts: ours, stages: [OWN, FOREIGN] });
    assert.equal(bus.role().foreign, true);
    fs.rmSync(path.join(config.busHome, "v1", "registry.json"));
    assert.deepEqual(bus.role(), ALONE);
  }));

test("the answer is put in place: kept messages are the host's own objects", () => {
  const list = [{ n: 1 }, { content: [{ type: "text", text: "old", own: undefined }], at: 1e21 }, { n: 3 }, { n: 4 }];
  const [first, second, , fourth] = list;
  const part = /** @type {any} */ (second).content[0];
  put(list, [0, { index: 1, message: { content: [{ type: "text", text: "new" }], at: 1e21 } }, 3]);
  assert.equal(list.length, 3);
  assert.ok(list[0] === first && list[1] === second && list[2] === fourth);
  assert.ok(/** @type {any} */ (list[1]).content[0] === part && part.text === "new");
});

test("an odd answer changes nothing", () => {
  const odd = [undefined, null, [], "x", [0, 0], [5], [-1], [0.5], [{ index: 0 }], [{ index: 9, message: {} }], [null]];
  for (const items of odd) {
    const list = [{ n: 1 }, { n: 2 }];
    put(list, items);
    assert.deepEqual(list, [{ n: 1 }, { n: 2 }]);
  }
});

test("a message that cannot be changed is left as it was, with all the others", () => {
  const list = [{ text: "a" }, Object.freeze({ text: "b" })];
  put(list, [
    { index: 0, message: { text: "x" } },
    { index: 1, message: { text: "y" } },
  ]);
  assert.deepEqual(list, [{ text: "a" }, { text: "b" }]);
});

/** @param {any} config @param {(op: string, fields: any) => any} answer */
function chainOn(config, answer) {
  const asked = /** @type {any[]} */ ([]);
  let woken = 0;
  const talk = /** @type {any} */ ({
    async ask(/** @type {string} */ op, /** @type {any} */ fields) {
      asked.push(JSON.parse(JSON.stringify({ op, ...fields })));
      return answer(op, fields);
    },
    wake: () => woken++,
  });
  const session = /** @type {any} */ ({
    id: "s",
    form: PI_LIST,
    disabled: false,
    off: () => false,
    replay(/** @type {any[]} */ messages, /** @type {any} */ before) {
      before?.({ outcomes: ["applied"] }, [{ source: { id: "a" }, witness: { id: "b" } }]);
      messages[1].content = "[marker]";
    },
  });
  return { chain: createChain(config, "pi", talk), session, asked, woken: () => woken };
}

const list = () => [
  { role: "user", content: "go" },
  { role: "toolResult", toolCallId: "a", content: "body" },
  { role: "toolResult", toolCallId: "b", content: "body" },
];
const facts = () => ({ workspace: "/w", model: { api: "", provider: "", id: "m" }, warn: () => {} });

test("the list before our replay is sent, with what the replay changes", () =>
  withBus({ hosts: ours, stages: [OWN, FOREIGN] }, async (config) => {
    const { chain, session, asked } = chainOn(config, () => ({ messages: [0, 1, 2] }));
    const messages = list();
    await chain.run(session, messages, facts);
    assert.deepEqual(asked[0].messages, list());
    assert.deepEqual(asked[0].own, [{ index: 1, witness: 2, message: { ...list()[1], content: "[marker]" } }]);
    assert.equal(asked[0].busHome, config.busHome);
    assert.equal(messages[1].content, "[marker]");
  }));

test("without an answer the request is as our replay left it", () =>
  withBus({ hosts: ours, stages: [OWN, FOREIGN] }, async (config) => {
    for (const code of ["late", "down", "limit"]) {
      const { chain, session, woken } = chainOn(config, () => {
        throw Object.assign(new Error(code), { code });
      });
      const messages = list();
      await chain.run(session, messages, facts);
      assert.deepEqual(
        messages.map(({ content }) => content),
        ["go", "[marker]", "body"],
      );
      assert.equal(woken(), code === "down" ? 1 : 0);
    }
  }));

test("a model for which no other package is asked is asked about once", () =>
  withBus({ hosts: ours, stages: [OWN, FOREIGN] }, async (config) => {
    const { chain, session, asked } = chainOn(config, () => ({ asked: false }));
    await chain.run(session, list(), facts);
    await chain.run(session, list(), facts);
    assert.equal(asked.length, 1);
  }));

test("alone nothing is asked and nothing is waited for; under another carrier nothing is touched", async () => {
  await withBus(null, (config) => {
    const { chain, session, asked } = chainOn(config, () => ({}));
    const messages = list();
    assert.equal(chain.run(session, messages, facts), undefined);
    assert.equal(messages[1].content, "[marker]");
    assert.equal(asked.length, 0);
    assert.equal(chain.guest(session), "");
  });
  await withBus({ hosts: theirs, stages: [OWN, FOREIGN] }, (config) => {
    const { chain, session } = chainOn(config, () => ({}));
    const messages = list();
    assert.equal(chain.run(session, messages, facts), undefined);
    assert.deepEqual(messages, list());
    assert.match(chain.guest(session), /other.*\n.*jevprune approve --host pi --session s/);
  });
});
