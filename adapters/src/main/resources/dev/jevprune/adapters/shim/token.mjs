/**
 * The first frame to a worker on a TCP port, and its answer. Everybody on the machine can connect to a port, and the port
 * of a killed worker may be anybody's: both sides show that they can read the token file, which never travels itself.
 * Globals: `Buffer`, `process`.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as fs from "node:fs";
import { bounded, coded } from "./bounded.mjs";

const PROOF_MILLIS = 2000;
const MAX_ANSWER_BYTES = 1024;

/**
 * @param {string} hex the token, 64 hex digits
 * @param {"client" | "worker"} side whose proof; one side's cannot serve as the other's
 * @param {string} nonce 64 hex digits, used once
 */
export function proofOf(hex, side, nonce) {
  return createHmac("sha256", Buffer.from(hex, "hex")).update(`${side}\n${nonce}`).digest("hex");
}

/**
 * @param {string} file
 * @returns {string} the token of a worker of this user
 */
export function readToken(file) {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw coded("down", "the worker is not running");
  const me = process.getuid?.(); // none on Windows, where the file's access list has one entry: its owner
  const open = me !== undefined && (stat.uid !== me || (stat.mode & 0o177) !== 0);
  if (!stat.isFile() || open)
    throw coded("unsafe", `${file} is not a file of yours with mode 0600; the worker is not used.`);
  const hex = fs.readFileSync(file, "latin1").trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) throw coded("down", "the worker has not written its token");
  return hex;
}

/**
 * Settles when the worker that is meant is at the other end; rejects with `down` when anything else is.
 *
 * @param {import("node:net").Socket} socket connected; nothing else was sent or read
 * @param {string} hex the token
 */
export async function prove(socket, hex) {
  const nonce = randomBytes(32).toString("hex");
  const body = Buffer.from(JSON.stringify({ v: 1, id: 0, op: "token", nonce, proof: proofOf(hex, "client", nonce) }));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  const answer = firstFrame(socket);
  socket.write(Buffer.concat([head, body]));
  try {
    const { proof } = await bounded(answer, PROOF_MILLIS, true);
    const wanted = Buffer.from(proofOf(hex, "worker", nonce));
    const shown = Buffer.from(String(proof));
    if (shown.length === wanted.length && timingSafeEqual(shown, wanted)) return;
  } catch {
    // Told below, as any other answer of a stranger.
  }
  socket.destroy();
  throw coded("down", "what answers at the worker's port is not the worker");
}

/**
 * @param {import("node:net").Socket} socket
 * @returns {Promise<any>}
 */
function firstFrame(socket) {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    /** @param {Buffer} chunk */
    const take = (chunk) => {
      held = Buffer.concat([held, chunk]);
      const length = held.length < 4 ? 1 : held.readUInt32BE(0);
      if (length < 1 || length > MAX_ANSWER_BYTES || held.length > 4 + length + MAX_ANSWER_BYTES) return end(false);
      if (held.length >= 4 + length && held.length > 4) end(held.length === 4 + length);
    };
    const gone = () => end(false);
    /** @param {boolean} whole */
    const end = (whole) => {
      socket.off("data", take);
      socket.off("close", gone);
      socket.off("error", gone);
      try {
        if (whole) return resolve(JSON.parse(held.subarray(4).toString("utf8")));
      } catch {
        // No JSON: rejected below.
      }
      reject(coded("down", "no answer"));
    };
    socket.on("data", take);
    socket.on("close", gone);
    socket.on("error", gone);
  });
}
