/**
 * What the shim adds to a step of OpenCode, measured in OpenCode's own runtime:
 *   npm i --prefix target/hosts/bun --ignore-scripts --no-save @oven/bun-linux-x64@1.3.14
 *   target/hosts/bun/node_modules/@oven/bun-linux-x64/bin/bun adapters/bench/opencode-bench.mjs
 *
 * Runs under Node as well. The real shim gets its hook called with fresh deep copies, as OpenCode reads them from its
 * database for every step; neither the copying nor the collection of its garbage is timed. The floor is SHA-256 of the
 * same source and witness texts, measured in the same run, in turn with the steps.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { decision } from "../shim-check/helpers.mjs";
import openCode from "../src/main/resources/dev/jevprune/adapters/shim/opencode.mjs";
import { sha256 } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";

const BODY_BYTES = 4000;
const MIB = 1024 * 1024;
const SIZES = /** @type {[string, number][]} */ ([
  ["100 KB", 100_000],
  ["1 MiB", MIB],
  ["8 MiB", 8 * MIB],
]);
const RECEIPTS = [0, 8, 128];
const WARM_UP = 15;
const ROUNDS = 100;
const PROFILE = "b".repeat(64);
const SESSION = "ses_bench";
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "jp-bench-"));
const bun = /** @type {any} */ (globalThis).Bun;
const collect = () => bun?.gc(true);

/** @param {number} n a body of exactly BODY_BYTES bytes of source text, different for each n */
function bodyOf(n) {
  let text = "";
  for (let line = 0; text.length < BODY_BYTES; line++) {
    text += `  private final int field${n}_${line} = compute(${n * 31 + line}, "value ${line}"); // step ${line}\n`;
  }
  return text.slice(0, BODY_BYTES);
}

let ids = 0;
/** @param {string} role @param {any[]} parts */
function message(role, parts) {
  const id = `msg_${ids++}`;
  const own = { sessionID: SESSION, messageID: id };
  return {
    info: { id, sessionID: SESSION, role },
    parts: parts.map((part) => ({ id: `prt_${ids++}`, ...own, ...part })),
  };
}

/** @param {string} callID @param {number} n */
function read(callID, n) {
  const input = { filePath: `/work/src/File${n}.java` };
  const metadata = { preview: "p", truncated: false, loaded: [] };
  const state = { status: "completed", input, output: bodyOf(n), title: "t", metadata, time: { start: 1, end: 2 } };
  return message("assistant", [{ type: "tool", tool: "read", callID, state }]);
}

/** @param {number} bytes @param {number} pairs at most; other reads fill the list up */
function conversation(bytes, pairs) {
  const messages = [message("user", [{ type: "text", text: "Please look at these files." }])];
  const one = JSON.stringify(read("call_x", 0)).length;
  let room = bytes - 20 * 200;
  const decisions = [];
  for (let n = 0; n < pairs; n++) {
    decisions.push(decision(`call_s${n}`, `call_w${n}`, { filePath: `/work/src/File${n}.java` }, bodyOf(n), "text"));
    if (room < 2 * one) continue; // its source is not in this list: the decision is inactive
    messages.push(read(`call_s${n}`, n), read(`call_w${n}`, n));
    room -= 2 * one;
  }
  for (let n = 1000; room > one; n++, room -= one) messages.push(read(`call_o${n}`, n));
  for (let i = 0; i < 20; i++)
    messages.push(message(i % 2 === 0 ? "user" : "assistant", [{ type: "text", text: `${i}` }]));
  return { messages, decisions };
}

let homes = 0;
/** @param {any[]} decisions the hooks of a shim whose session has these decisions */
function shimWith(decisions) {
  const dataHome = path.join(scratch, `home${homes++}`);
  const folder = path.join(dataHome, "state", PROFILE, "ledger");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (decisions.length > 0) {
    const ledger = {
      schema: "jev-prune.ledger.v1",
      session: SESSION,
      format: "opencode",
      version: 1,
      off: false,
      decisions,
    };
    fs.writeFileSync(path.join(folder, `${sha256(SESSION).slice(0, 32)}.json`), JSON.stringify(ledger));
    fs.writeFileSync(path.join(folder, "..", "generation"), "1");
  }
  const client = { call: () => Promise.reject(new Error("none")), start() {}, close() {} };
  const config = { version: "0.1.0", runtime: "/none", dataHome, profile: PROFILE, java: "/none", client };
  return openCode({ client: {} }, config);
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** @param {string[]} cells */
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/** @param {string} name @param {number} bytes @param {number} receipts */
async function measure(name, bytes, receipts) {
  const { messages, decisions } = conversation(bytes, receipts);
  const hook = shimWith(decisions)["experimental.chat.messages.transform"];
  const named = new Set(decisions.flatMap(({ source, witness }) => [source.id, witness.id]));
  const added = [];
  const floor = [];
  let applied = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const copy = structuredClone(messages);
    collect();
    const start = performance.now();
    await hook({}, { messages: copy });
    const time = performance.now() - start;
    applied = copy.filter(({ parts }, i) => parts[0].state?.output !== messages[i].parts[0].state?.output).length;
    const texts = structuredClone(
      messages.filter(({ parts }) => named.has(parts[0].callID)).map(({ parts }) => parts[0].state.output),
    );
    collect();
    const begin = performance.now();
    for (const text of texts) sha256(text);
    const least = performance.now() - begin;
    if (round < 0) continue;
    added.push(time);
    floor.push(least);
  }
  const [median, p95, least] = [quantile(added, 0.5), quantile(added, 0.95), quantile(floor, 0.5)];
  const ratio = applied === 0 ? "–" : (median / least).toFixed(2);
  row(
    name,
    String(receipts),
    String(applied),
    median.toFixed(3),
    p95.toFixed(3),
    applied === 0 ? "–" : least.toFixed(3),
    ratio,
  );
}

const runtime = bun === undefined ? `Node ${process.version}` : `Bun ${bun.version}`;
console.log(
  `${os.cpus()[0]?.model ?? "unknown CPU"}, ${os.cpus().length} cores, ${os.type()} ${os.release()}, ${runtime}\n`,
);
row("list", "receipts", "left out", "median ms", "p95 ms", "floor ms", "ratio");
row("---", "---:", "---:", "---:", "---:", "---:", "---:");
try {
  for (const [name, bytes] of SIZES) for (const receipts of RECEIPTS) await measure(name, bytes, receipts);
} finally {
  fs.rmSync(scratch, { recursive: true, force: true });
}
