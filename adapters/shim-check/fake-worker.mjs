#!/usr/bin/env node
/**
 * A worker without judgement, for tests of the transport: it takes the same command line, writes the same files and
 * speaks the same frames, and pairs reads by their fingerprints alone. `<data home>/mode.json` makes it misbehave.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { proofOf } from "../src/main/resources/dev/jevprune/adapters/shim/token.mjs";
import { sha256 } from "../src/main/resources/dev/jevprune/adapters/shim/text.mjs";

const home = process.argv[process.argv.indexOf("--data-home") + 1];
/** @type {{ exit?: number, hang?: string[], twice?: boolean, wrongId?: boolean, noise?: boolean, protocol?: number, tcp?: string }} */
const mode = readJson(path.join(home, "mode.json")) ?? {};
fs.appendFileSync(path.join(home, "starts"), `${process.pid}\n`);
if (mode.exit !== undefined) process.exit(mode.exit);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "jp-"));
const target = path.join(folder, "w.sock");
fs.appendFileSync(path.join(home, "folders"), `${folder}\n`);
/** @type {Map<string, any>} */
const tickets = new Map();

const token = randomBytes(32).toString("hex");
const server = net.createServer((socket) => {
  let held = Buffer.alloc(0);
  let proven = mode.tcp === undefined;
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
      const end = 4 + held.readUInt32BE(0);
      const request = JSON.parse(held.subarray(4, end).toString("utf8"));
      held = held.subarray(end);
      if (!proven) {
        fs.appendFileSync(path.join(home, "firsts"), `${JSON.stringify(request)}\n`);
        proven = firstFrame(socket, request);
        continue;
      }
      fs.appendFileSync(path.join(home, "ops"), `${request.op}\n`);
      if (mode.hang?.includes(request.op)) continue;
      if (mode.noise) socket.write(Buffer.from("\0\0\0\x03{x}", "latin1"));
      const reply = answer(request);
      if (mode.wrongId) send(socket, { ...reply, id: 999_999 });
      send(socket, reply);
      if (mode.twice) send(socket, { ...reply, ok: false, error: { code: "internal", message: "twice" } });
      if (request.op === "stop") process.exit(0);
    }
  });
});
const tokenFile = path.join(home, "worker.token");
server.listen(mode.tcp === undefined ? target : { host: "127.0.0.1", port: 0 }, () => {
  if (mode.tcp !== undefined) fs.writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  const { port } = /** @type {any} */ (server.address());
  writeJson(path.join(home, "worker.json"), {
    schema: "jev-prune.worker.v1",
    pid: process.pid,
    ...(mode.tcp === undefined ? { socket: target } : { port, tokenFile }),
    protocol: { min: 1, max: 1 },
    version: "fake",
    startedAt: new Date().toISOString(),
  });
});
setTimeout(() => process.exit(0), 60_000);

/**
 * @param {net.Socket} socket @param {any} first
 * @returns {boolean} whether the client has proven the token; a stranger lets everybody in
 */
function firstFrame(socket, { id, op, nonce, proof }) {
  if (mode.tcp === "silent") return false;
  if (mode.tcp === "leaves") return socket.destroy().writable;
  if (mode.tcp === "echo") return (send(socket, { v: 1, id, ok: true, proof }), true);
  const good = op === "token" && proof === proofOf(token, "client", nonce);
  send(socket, good ? { v: 1, id, ok: true, proof: proofOf(token, "worker", nonce) } : { v: 1, id, ok: false });
  return good;
}

/** @param {any} request */
function answer(request) {
  const { id, op } = request;
  if (op === "hello" && mode.protocol !== undefined) {
    const message = `The client speaks protocol 1-1, this worker speaks ${mode.protocol}`;
    return { v: 1, id, ok: false, error: { code: "unsupported_protocol", message } };
  }
  try {
    return { v: 1, id, ok: true, ...OPS[op](request) };
  } catch (error) {
    return { v: 1, id, ok: false, error: { code: "internal", message: String(error) } };
  }
}

/** @type {Record<string, (request: any) => object>} */
const OPS = {
  hello: () => ({ protocol: 1, worker: { version: "fake", pid: process.pid } }),
  heartbeat: () => ({}),
  status: () => ({ version: "fake", pid: process.pid }),
  stop: () => ({}),
  env: () => ({ env: process.env }),
  outline(request) {
    const ticket = String(tickets.size + 1);
    tickets.set(ticket, { calls: request.outline.calls, bodies: new Map() });
    return { ticket, need: request.outline.calls.map((/** @type {any} */ call) => call.id) };
  },
  bodies(request) {
    for (const body of request.bodies) tickets.get(request.ticket).bodies.set(body.id, body);
    return { ticket: request.ticket, missing: [] };
  },
  preview(request) {
    const pairs = pairsOf(tickets.get(request.ticket));
    return { pairs, text: `${pairs.length} pairs` };
  },
  approve(request) {
    const ledger = ledgerOf(request) ?? emptyLedger(request.session);
    const pairs = pairsOf(tickets.get(request.ticket));
    const chosen = pairs.filter(({ source }) => request.sources === "all" || request.sources.includes(source));
    ledger.decisions.push(...chosen.map(({ decision }) => decision));
    return { added: chosen.length, ledger: save(request, ledger), text: `approved ${chosen.length}` };
  },
  undo(request) {
    const ledger = ledgerOf(request) ?? emptyLedger(request.session);
    const all = request.sources === "all";
    ledger.decisions = ledger.decisions.filter(
      (/** @type {any} */ { source }) => !all && !request.sources.includes(source.id),
    );
    return { ledger: save(request, ledger), text: `undone, ${ledger.decisions.length} left` };
  },
  switch(request) {
    const ledger = ledgerOf(request) ?? emptyLedger(request.session);
    ledger.off = !request.on;
    return { ledger: save(request, ledger), text: request.on ? "on" : "off" };
  },
  ledger(request) {
    const own = ledgerOf(request);
    if (own !== null || request.parent === undefined) return { ledger: own ?? emptyLedger(request.session) };
    const parent = ledgerOf({ ...request, session: request.parent });
    if (parent === null) return { ledger: emptyLedger(request.session) };
    return { ledger: save(request, { ...parent, session: request.session, adoptedFrom: request.parent }) };
  },
};

/** @param {any} ticket */
function pairsOf({ calls }) {
  const pairs = [];
  for (const [index, call] of calls.entries()) {
    const later = calls.slice(index + 1).findLast((/** @type {any} */ other) => same(call, other));
    if (later === undefined || call.pruned) continue;
    const side = (/** @type {any} */ { id, args, text, shape, bytes }) => ({ id, args, text, shape, bytes });
    const marker = `[Jev prune: repeated read-result body omitted; retained witness: ${later.id}]`;
    const approvedAt = new Date().toISOString();
    const decision = { kind: "repeat", source: side(call), witness: side(later), tool: call.tool, path: call.path };
    pairs.push({ source: call.id, decision: { ...decision, marker, held: false, approvedAt } });
  }
  return pairs;
}

/** @param {any} one @param {any} other */
function same(one, other) {
  return one.args === other.args && one.text === other.text && one.text !== "";
}

/** @param {any} request */
function ledgerFile({ profile, session }) {
  return path.join(home, "state", profile, "ledger", `${sha256(session).slice(0, 32)}.json`);
}

/** @param {any} request */
function ledgerOf(request) {
  return readJson(ledgerFile(request));
}

/** @param {string} session */
function emptyLedger(session) {
  return { schema: "jev-prune.ledger.v1", session, format: "pi", version: 0, off: false, decisions: [] };
}

/** @param {any} request @param {any} ledger */
function save(request, ledger) {
  ledger.version++;
  writeJson(ledgerFile(request), ledger);
  writeJson(path.join(home, "state", request.profile, "generation"), Date.now());
  return ledger;
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** @param {string} file @param {unknown} value */
function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.tmp`, JSON.stringify(value));
  fs.renameSync(`${file}.tmp`, file);
}

/** @param {net.Socket} socket @param {unknown} reply */
function send(socket, reply) {
  const body = Buffer.from(JSON.stringify(reply), "utf8");
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  socket.write(head.subarray(0, 2));
  socket.write(Buffer.concat([head.subarray(2), body]));
}
