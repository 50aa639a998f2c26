/**
 * The way to the worker's place: a Unix socket, or a TCP port on 127.0.0.1 where the system has none; whether it can be
 * trusted; and frames of four length bytes and UTF-8 JSON.
 * Globals: `Buffer`, `process`.
 */
import * as fs from "node:fs";
import * as net from "node:net";
import * as path from "node:path";
import { coded } from "./bounded.mjs";
import { prove, readToken } from "./token.mjs";

const MAX_FRAME_BYTES = 16_777_216;
/** Longer paths fail at connect with a misleading "not found" (and on macOS from 104 bytes on). */
const MAX_PATH_BYTES = 100;

/** @param {unknown} message @returns {Buffer | null} null when it fits no frame */
export function frameOf(message) {
  const body = Buffer.from(JSON.stringify(message), "utf8");
  if (body.length > MAX_FRAME_BYTES) return null;
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/**
 * Connects to the running worker of a data home, after the checks that nobody else stands in its place.
 *
 * @param {string} dataHome
 * @returns {Promise<net.Socket>}
 */
export async function openWorker(dataHome) {
  const file = path.join(dataHome, "worker.json");
  let record;
  try {
    record = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    throw coded("down", "the worker is not running");
  }
  const { socket, port, tokenFile } = record ?? {};
  if (typeof socket === "string" && Buffer.byteLength(socket) <= MAX_PATH_BYTES) {
    checkSocket(socket);
    return openSocket({ path: socket });
  }
  if (socket === undefined && Number.isInteger(port) && port > 0 && port < 65_536 && typeof tokenFile === "string") {
    const token = readToken(tokenFile);
    const opened = await openSocket({ host: "127.0.0.1", port });
    await prove(opened, token);
    return opened;
  }
  throw coded("unsafe", `${file} names no usable socket. Run jevprune worker stop.`);
}

/** @param {string} target the path of a socket that nobody else may have put there */
function checkSocket(target) {
  const me = process.getuid?.();
  const folder = fs.lstatSync(path.dirname(target), { throwIfNoEntry: false });
  const socket = fs.lstatSync(target, { throwIfNoEntry: false });
  if (folder === undefined || socket === undefined) throw coded("down", "the worker is not running");
  if (!folder.isDirectory() || folder.uid !== me || (folder.mode & 0o777) !== 0o700) {
    throw coded(
      "unsafe",
      `the folder of ${target} is not yours alone (wanted: your own, mode 0700); the worker is not used.`,
    );
  }
  if (!socket.isSocket() || socket.uid !== me) {
    throw coded("unsafe", `${target} is not a socket of yours; the worker is not used.`);
  }
}

/**
 * @param {{ path: string } | { host: string, port: number }} target
 * @returns {Promise<net.Socket>}
 */
function openSocket(target) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(target);
    socket.unref();
    const name = "path" in target ? target.path : `${target.host}:${target.port}`;
    socket.once("error", (error) => reject(coded("down", `no worker at ${name}: ${error.message}`)));
    socket.once("connect", () => resolve(socket));
  });
}

/**
 * @param {net.Socket} socket
 * @param {(reply: any) => void} receive
 * @param {(cause: Error) => void} drop
 */
export function readFrames(socket, receive, drop) {
  /** @type {Buffer[]} */
  let chunks = [];
  let held = 0;
  let wanted = 4;
  let inBody = false;
  socket.on("error", () => {}); // "close" follows
  socket.on("close", () => drop(coded("down", "the worker closed the connection")));
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      const part = all.subarray(0, wanted);
      chunks = [all.subarray(wanted)];
      held -= wanted;
      try {
        wanted = inBody ? 4 : frameLength(part);
        if (inBody) receive(JSON.parse(part.toString("utf8")));
        inBody = !inBody;
      } catch {
        drop(coded("internal", "the worker sent a frame that is not understood"));
        return;
      }
    }
  });
}

/** @param {Buffer} head */
function frameLength(head) {
  const length = head.readUInt32BE(0);
  if (length < 1 || length > MAX_FRAME_BYTES) throw coded("internal", "frame length");
  return length;
}
