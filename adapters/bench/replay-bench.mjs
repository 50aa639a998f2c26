/**
 * What the shim adds to a request of Pi, measured: node adapters/bench/replay-bench.mjs
 *
 * Runs the real shim through a Pi without a host. Every request gets fresh deep copies, as Pi makes them; neither the
 * copying nor the collection of its garbage is timed. The floor, SHA-256 of the same source and witness texts, is
 * measured in the same run, in turn with the requests. The row of `/prune` needs a built project (./jevprune help) and Java; it says so when they are missing.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { answer, call, decision, fakePi, filler, result, user } from "../shim-check/helpers.mjs";
import jevPrune from "../src/main/resources/dev/jevprune/adapters/shim/pi.mjs";
import { sha256 } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";

const BODY_BYTES = 4000;
const MIB = 1024 * 1024;
const SIZES = /** @type {[string, number][]} */ ([
  ["100 KB", 100_000],
  ["1 MiB", MIB],
  ["4 MiB", 4 * MIB],
  ["8 MiB", 8 * MIB],
]);
const RECEIPTS = [0, 8, 128];
const WARM_UP = 15;
const ROUNDS = 120;
const PROFILE = "b".repeat(64);
const DIST = fileURLToPath(new URL("../../installer/target/dist", import.meta.url));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "jp-bench-"));
setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");
const collectYoung = () => gc({ type: "minor" });
const NO_WORKER = { call: () => Promise.reject(new Error("none")), start() {}, close() {} };

/** @param {number} n a body of exactly BODY_BYTES bytes of source text, different for each n */
function bodyOf(n) {
  let text = "";
  for (let line = 0; text.length < BODY_BYTES; line++) {
    text += `  private final int field${n}_${line} = compute(${n * 31 + line}, "value ${line}"); // step ${line}\n`;
  }
  return text.slice(0, BODY_BYTES);
}

/**
 * A conversation of about `bytes` with as many repeated reads as fit, at most `pairs`; other reads fill it up.
 *
 * @param {number} bytes
 * @param {number} pairs
 */
function conversation(bytes, pairs) {
  const tail = filler(20);
  const messages = /** @type {any[]} */ ([user("Please look at these files."), answer("I shall read them.")]);
  let room = bytes - JSON.stringify([...messages, ...tail]).length;
  const decisions = [];
  const texts = [];
  const read = (/** @type {string} */ id, /** @type {number} */ n, /** @type {string} */ text) => {
    const added = [call(id, { path: `src/File${n}.java` }), result(id, text)];
    messages.push(...added);
    room -= JSON.stringify(added).length;
  };
  const one = JSON.stringify([
    call("call_s000000", { path: "src/File000.java" }),
    result("call_s000000", bodyOf(0)),
  ]).length;
  for (let n = 0; n < pairs; n++) {
    const text = bodyOf(n);
    decisions.push(decision(`call_s${n}`, `call_w${n}`, { path: `src/File${n}.java` }, text));
    if (room < 2 * one) continue; // its source is not in this list: the decision is inactive
    texts.push(text);
    read(`call_s${n}`, n, text);
    read(`call_w${n}`, n, text);
  }
  for (let n = 1000; room > one; n++) read(`call_o${n}`, n, bodyOf(n));
  return { messages: [...messages, ...tail], decisions, present: texts.length };
}

/** @param {any[]} messages @param {any[]} decisions the texts that the floor hashes, out of a fresh copy */
function floorTexts(messages, decisions) {
  const named = new Set(decisions.flatMap(({ source, witness }) => [source.id, witness.id]));
  return messages.filter((m) => m.role === "toolResult" && named.has(m.toolCallId)).map((m) => m.content[0].text);
}

let homes = 0;
/** @param {string} session @param {any[]} decisions */
function dataHome(session, decisions) {
  const home = path.join(scratch, `home${homes++}`);
  const folder = path.join(home, "state", PROFILE, "ledger");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (decisions.length === 0) return home;
  const ledger = { schema: "jev-prune.ledger.v1", session, format: "pi", version: 1, off: false, decisions };
  fs.writeFileSync(path.join(folder, `${sha256(session).slice(0, 32)}.json`), JSON.stringify(ledger));
  fs.writeFileSync(path.join(folder, "..", "generation"), "1");
  return home;
}

/** @param {string} home @param {any} [over] @param {any} [options] */
function shimIn(home, over = { client: NO_WORKER }, options = {}) {
  const host = fakePi({ id: "bench", ...options });
  jevPrune(host.pi, { version: "0.1.0", runtime: DIST, dataHome: home, profile: PROFILE, java: "/none", ...over });
  return host;
}

/** @param {() => void} work milliseconds */
function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** @param {number} value */
const ms = (value) => value.toFixed(3);

/** @param {string[]} cells */
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/**
 * @param {any[]} messages
 * @param {any[]} decisions
 * @param {(copy: any[]) => number} measure
 */
function series(messages, decisions, measure, rounds = ROUNDS) {
  const added = [];
  const floor = [];
  let applied = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    const copy = structuredClone(messages);
    collectYoung();
    const time = measure(copy);
    applied = copy.filter((m, i) => m.content[0]?.text !== messages[i].content[0]?.text).length;
    const texts = floorTexts(structuredClone(messages), decisions);
    collectYoung();
    const least = timed(() => texts.forEach((text) => sha256(text)));
    if (round < 0) continue;
    added.push(time);
    floor.push(least);
  }
  return { added, floor, applied };
}

/** @param {string} name @param {string} receipts @param {ReturnType<typeof series>} measured */
function report(name, receipts, { added, floor, applied }) {
  const [median, p95, least] = [quantile(added, 0.5), quantile(added, 0.95), quantile(floor, 0.5)];
  const ratio = applied === 0 ? "–" : (median / least).toFixed(2);
  row(name, receipts, String(applied), ms(median), ms(p95), applied === 0 ? "–" : ms(least), ratio);
}

function replayRows() {
  for (const [name, bytes] of SIZES) {
    for (const pairs of RECEIPTS) {
      const { messages, decisions } = conversation(bytes, pairs);
      const host = shimIn(dataHome("bench", decisions));
      host.emit("session_start");
      report(
        name,
        String(pairs),
        series(messages, decisions, (copy) => timed(() => host.emit("context", { messages: copy }))),
      );
    }
  }
}

function resumeRow() {
  const { messages, decisions } = conversation(8 * MIB, 128);
  const home = dataHome("bench", decisions);
  const first = (/** @type {any[]} */ copy) =>
    timed(() => {
      const host = shimIn(home);
      host.emit("session_start");
      host.emit("context", { messages: copy });
    });
  report("8 MiB, first request after resume", "128", series(messages, decisions, first, 60));
}

/** A worker that takes connections and never answers: requests must not notice. */
async function hungRow() {
  const { messages, decisions } = conversation(8 * MIB, 128);
  const home = dataHome("bench", decisions);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "jp-"));
  const socket = path.join(folder, "w.sock");
  const server = net.createServer(() => {});
  await new Promise((resolve) => server.listen(socket, () => resolve(null)));
  fs.writeFileSync(path.join(home, "worker.json"), JSON.stringify({ socket, protocol: { min: 1, max: 1 } }));
  const host = shimIn(home, {});
  host.emit("session_start");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const turnEnd = [];
  for (let i = 0; i < 2; i++) {
    const start = performance.now();
    await Promise.all(host.emit("agent_end"));
    turnEnd.push(performance.now() - start);
  }
  const measure = (/** @type {any[]} */ copy) => timed(() => host.emit("context", { messages: copy }));
  report("8 MiB, worker hung", "128", series(messages, decisions, measure, 60));
  host.emit("session_shutdown");
  server.close();
  fs.rmSync(folder, { recursive: true });
  return `End of turn while the worker hangs: ${turnEnd.map((time) => `${time.toFixed(0)} ms`).join(", then ")}.`;
}

/** @returns {string} */
function javaProgram() {
  const home = process.env.JAVA_HOME;
  if (home !== undefined && fs.existsSync(path.join(home, "bin", "java"))) return path.join(home, "bin", "java");
  try {
    return execFileSync("sh", ["-c", "command -v java"], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** `/prune` with the real worker: first with its start, then warm. */
async function previewLine() {
  const java = javaProgram();
  if (java === "" || !fs.existsSync(path.join(DIST, "lib"))) {
    return `\`/prune\` preview: not measured (${java === "" ? "no java" : "run ./jevprune help first to build"}).`;
  }
  const { messages } = conversation(8 * MIB, 128);
  const branch = messages.map((message, i) => ({ type: "message", id: String(i), message }));
  const host = shimIn(dataHome("bench", []), { java, deadlines: { preview: 20_000 } }, { branch, hasUI: false });
  const lines = /** @type {string[]} */ ([]);
  const print = console.error;
  console.error = (text) => lines.push(String(text));
  const times = [];
  host.emit("session_start");
  for (let i = 0; i < 6; i++) {
    const start = performance.now();
    await host.prune("");
    times.push(performance.now() - start);
  }
  console.error = print;
  const client = (await import("../src/main/resources/dev/jevprune/adapters/shim/client.mjs")).createClient;
  await host.emit("session_shutdown");
  const stop = client({
    version: "0.1.0",
    runtime: DIST,
    dataHome: path.join(scratch, `home${homes - 1}`),
    profile: PROFILE,
    java,
    host: "pi",
    hostVersion: () => "bench",
  });
  await stop.call("stop", {}, 2000).catch(() => {});
  stop.close();
  const said = lines[0]?.split("\n").find((line) => line.startsWith("Together")) ?? lines[0] ?? "nothing";
  const warm = quantile(times.slice(1), 0.5).toFixed(0);
  return `\`/prune\` preview, 8 MiB, 128 pairs: ${times[0].toFixed(0)} ms with the start of the worker, ${warm} ms after. It said: ${said}`;
}

console.log(
  `${os.cpus()[0]?.model ?? "unknown CPU"}, ${os.cpus().length} cores, ${os.type()} ${os.release()}, Node ${process.version}\n`,
);
row("list", "receipts", "left out", "median ms", "p95 ms", "floor ms", "ratio");
row("---", "---:", "---:", "---:", "---:", "---:", "---:");
try {
  replayRows();
  resumeRow();
  const hung = await hungRow();
  console.log(`\n${hung}`);
  console.log(await previewLine());
} finally {
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
