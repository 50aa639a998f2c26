/**
 * How long our stage takes when another package's carrier runs it: a whole process for each request, from its start to
 * the last byte of its reply.
 *
 *   node adapters/bench/stage-bench.mjs RUNTIME/bin/jevprune-stage [RUNS]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

const [program, runs = "15"] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "stage-bench-"));
const body = "line of a file that was read twice, ".repeat(150);
const messages = Array.from({ length: 9 }, (_, i) => [
  { role: "user", content: `question ${i}` },
  {
    role: "assistant",
    content: [{ type: "toolCall", id: `c${i}`, name: "read", arguments: { path: `a${i >> 1}.txt` } }],
  },
  { role: "toolResult", toolCallId: `c${i}`, content: [{ type: "text", text: body }], isError: false },
]).flat();
const request = JSON.stringify({
  schema: "jev-bus.stage.v1",
  op: "plan",
  session: "s",
  messages,
  original_messages: messages,
});
const words = ["--data-home", data, "--profile", "0".repeat(64), "--host", "pi"];

/** @returns {number} milliseconds */
function once() {
  const start = process.hrtime.bigint();
  const { stdout, status } = spawnSync(program, words, { input: request, encoding: "utf8", maxBuffer: 1 << 24 });
  const millis = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0 || JSON.parse(stdout).notes[0].count !== 2) throw new Error(`an odd reply: ${stdout.slice(0, 200)}`);
  return millis;
}

try {
  once();
  const times = Array.from({ length: Number(runs) }, once).sort((one, other) => one - other);
  const at = (/** @type {number} */ share) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
  console.log("| request | runs | best ms | median ms | p90 ms | load before |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  const kb = (request.length / 1000).toFixed(0);
  console.log(`| ${kb} KB | ${runs} | ${at(0)} | ${at(0.5)} | ${at(0.9)} | ${loadavg()[0].toFixed(1)} |`);
} finally {
  rmSync(data, { recursive: true });
}
