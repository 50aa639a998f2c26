import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { createClient } from "../src/main/resources/dev/jevprune/adapters/shim/client.mjs";
import { proofOf } from "../src/main/resources/dev/jevprune/adapters/shim/token.mjs";

const WORKER = fileURLToPath(new URL("./fake-worker.mjs", import.meta.url));
const SESSION = { session: "s1" };

/** @param {any} t @param {object} mode @param {object} [over] */
function setUp(t, mode = {}, over = {}) {
  const dataHome = fs.mkdtempSync(path.join(os.tmpdir(), "jp-home-"));
  fs.writeFileSync(path.join(dataHome, "mode.json"), JSON.stringify(mode));
  const host = { host: "pi", hostVersion: () => "1.6.0" };
  const config = { version: "0", runtime: "/r", dataHome, profile: "0".repeat(64), java: WORKER, ...host, ...over };
  const clients = [createClient(config)];
  const alive = setInterval(() => {}, 1000); // background calls keep no process alive
  t.after(() => {
    clearInterval(alive);
    for (const client of clients) client.close();
    for (const pid of lines(dataHome, "starts")) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // gone
      }
    }
    for (const folder of [...lines(dataHome, "folders"), dataHome]) fs.rmSync(folder, { recursive: true, force: true });
  });
  const another = () => (clients.push(createClient(config)), /** @type {any} */ (clients.at(-1)));
  return { client: clients[0], another, dataHome, config, starts: () => lines(dataHome, "starts") };
}

/** @param {string} home @param {string} name */
function lines(home, name) {
  const file = path.join(home, name);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split("\n") : [];
}

/** @param {Promise<unknown>} promise */
async function codeOf(promise) {
  return promise.then(
    () => "ok",
    (error) => error.code,
  );
}

test("startsTheWorkerAndTalksToIt", async (t) => {
  const { client, starts } = setUp(t);
  client.start();
  assert.equal((await client.call("ledger", SESSION, 10_000)).ledger.session, "s1");
  assert.equal((await client.call("status", {}, 5000)).version, "fake");
  assert.equal(starts().length, 1);
});

test("manyClientsAtOnceGetOneWorker", async (t) => {
  const { another, starts } = setUp(t);
  const clients = Array.from({ length: 6 }, another);
  await Promise.all(clients.map((client) => client.call("ledger", SESSION, 10_000)));
  assert.equal(starts().length, 1);
});

test("noKeyReachesTheWorker", async (t) => {
  const { client } = setUp(t);
  process.env.TYPESAFE_API_KEY = "secret";
  try {
    await client.call("ledger", SESSION, 10_000);
    const { env } = await client.call("env", {}, 5000);
    assert.ok(!("TYPESAFE_API_KEY" in env));
    assert.equal(env.LC_ALL, "C.UTF-8");
    assert.equal(env.HOME, process.env.HOME);
  } finally {
    delete process.env.TYPESAFE_API_KEY;
  }
});

test("restartsAKilledWorkerOnTheNextUseButNotForAHeartbeat", async (t) => {
  const { client, starts } = setUp(t);
  await client.call("ledger", SESSION, 10_000);
  process.kill(Number(starts()[0]), "SIGKILL");
  await assert.rejects(
    client.call("env", {}, 5000).then(() => client.call("nothing", {}, 5000)),
    () => true,
  );
  assert.equal(await codeOf(client.call("ledger", SESSION, 10_000)), "ok");
  const count = starts().length;
  assert.equal(count, 2);
  process.kill(Number(starts()[1]), "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await codeOf(client.call("heartbeat", SESSION, 250)), "down");
  assert.equal(starts().length, count);
});

test("aWorkerThatEndsAtOnceIsTriedOncePerCall", async (t) => {
  const { client, starts } = setUp(t, { exit: 1 });
  client.start();
  assert.equal(await codeOf(client.call("ledger", SESSION, 10_000, true)), "absent");
  for (let i = 0; i < 5; i++) assert.equal(await codeOf(client.call("heartbeat", SESSION, 250)), "down");
  assert.equal(starts().length, 1);
  assert.equal(await codeOf(client.call("outline", SESSION, 10_000)), "absent");
  assert.equal(starts().length, 2);
});

test("missingJavaIsNamed", async (t) => {
  const { client } = setUp(t, {}, { java: "/nowhere/java" });
  await assert.rejects(client.call("outline", SESSION, 5000), { code: "java", message: /\/nowhere\/java/ });
});

test("aHangingWorkerCostsOneDeadline", async (t) => {
  const { client } = setUp(t, { hang: ["heartbeat"] });
  await client.call("ledger", SESSION, 10_000);
  assert.equal(await codeOf(client.call("heartbeat", SESSION, 60)), "late");
  assert.equal(await codeOf(client.call("heartbeat", SESSION, 10_000)), "down");
  assert.equal(await codeOf(client.call("ledger", SESSION, 5000)), "ok");
});

test("doubleWrongAndNoisyAnswersDoNoHarm", async (t) => {
  const odd = setUp(t, { twice: true, wrongId: true });
  for (let i = 0; i < 3; i++) assert.equal(await codeOf(odd.client.call("ledger", SESSION, 10_000)), "ok");
  const noisy = setUp(t, { noise: true });
  assert.equal(await codeOf(noisy.client.call("ledger", SESSION, 10_000)), "internal");
});

test("anIncompatibleWorkerIsNamedAndNotReplaced", async (t) => {
  const { client, starts } = setUp(t, { protocol: 7 });
  await assert.rejects(client.call("ledger", SESSION, 10_000), { code: "unsupported_protocol", message: /speaks 7/ });
  assert.equal(starts().length, 1);
});

test("aSocketInAnOpenFolderIsNotUsed", async (t) => {
  const { client, dataHome, another } = setUp(t);
  await client.call("ledger", SESSION, 10_000);
  const { socket } = JSON.parse(fs.readFileSync(path.join(dataHome, "worker.json"), "utf8"));
  fs.chmodSync(path.dirname(socket), 0o755);
  assert.equal(await codeOf(another().call("ledger", SESSION, 5000)), "unsafe");
  fs.chmodSync(path.dirname(socket), 0o700);
  const linked = `${path.dirname(socket)}-link`;
  fs.symlinkSync(path.dirname(socket), linked);
  t.after(() => fs.rmSync(linked, { force: true }));
  fs.writeFileSync(path.join(dataHome, "worker.json"), JSON.stringify({ socket: path.join(linked, "w.sock") }));
  assert.equal(await codeOf(another().call("ledger", SESSION, 5000)), "unsafe");
});

test("overTcpBothSidesProveTheToken", async (t) => {
  const { client, dataHome, starts } = setUp(t, { tcp: "proven" });
  assert.equal((await client.call("ledger", SESSION, 10_000)).ledger.session, "s1");
  assert.equal((await client.call("status", {}, 5000)).version, "fake");
  assert.equal(starts().length, 1);
  const token = fs.readFileSync(path.join(dataHome, "worker.token"), "utf8").trim();
  assert.ok(!lines(dataHome, "firsts").join().includes(token));
});

for (const tcp of ["echo", "leaves", "silent"]) {
  test(`whoDoesNotKnowTheTokenIsNoWorker (${tcp})`, async (t) => {
    const { client, dataHome } = setUp(t, { tcp });
    assert.ok(["late", "absent", "down"].includes(await codeOf(client.call("ledger", SESSION, 3000))));
    assert.deepEqual(lines(dataHome, "ops"), []); // it was told nothing
  });
}

test("aTokenThatOthersCanReadIsNotUsed", async (t) => {
  const { client, dataHome, another } = setUp(t, { tcp: "proven" });
  await client.call("ledger", SESSION, 10_000);
  fs.chmodSync(path.join(dataHome, "worker.token"), 0o640);
  assert.equal(await codeOf(another().call("ledger", SESSION, 5000)), "unsafe");
});

// The same numbers as in LoopbackTest.java, docs/protocol.md and the Python tests.
test("proofsAreSpelledAsDocumented", () => {
  const token = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const nonce = "f0e0d0c0b0a090807060504030201000f0e0d0c0b0a090807060504030201000";
  assert.equal(proofOf(token, "client", nonce), "0fbacc2056459645ea83aba0d765002bc288c235bae01bf807bec77b31f58c3b");
  assert.equal(proofOf(token, "worker", nonce), "851a49d4784404e10392df3c4e03b7e5e71d8ac8e68797d4883dd2abc0626bc9");
});

test("aStartLockOfADeadShimIsTakenOver", async (t) => {
  const { client, dataHome, starts } = setUp(t);
  const lock = path.join(dataHome, "start.lock");
  fs.writeFileSync(lock, "");
  assert.equal(await codeOf(client.call("ledger", SESSION, 300)), "late");
  fs.utimesSync(lock, 1, 1);
  assert.equal(await codeOf(client.call("ledger", SESSION, 10_000)), "ok");
  assert.equal(starts().length, 1);
  assert.ok(!fs.existsSync(lock));
});

test("largeFramesPassBothWays", async (t) => {
  const { client } = setUp(t);
  const calls = Array.from({ length: 30_000 }, (_, i) => ({ id: `call_${i}`, text: "x".repeat(100) }));
  const { need } = await client.call("outline", { ...SESSION, outline: { calls } }, 20_000);
  assert.equal(need.length, calls.length);
  await assert.rejects(client.call("bodies", { body: "x".repeat(17_000_000) }, 5000), { code: "limit" });
});

test("afterCloseNothingIsStarted", async (t) => {
  const { client, starts } = setUp(t);
  client.close();
  client.start();
  assert.equal(await codeOf(client.call("ledger", SESSION, 5000)), "down");
  assert.equal(starts().length, 0);
});
