/**
 * The way to the worker: finds it, starts it when it is absent, and exchanges framed JSON over its Unix socket.
 *
 * Sockets and timers in here never keep the host's process alive; the deadline timer of a foreground call does, so a
 * command that waits is not cut off. Globals: `Buffer`, `process`, timers. The embedded host replaces this file.
 */
import * as fs from "node:fs";
import * as net from "node:net";
import * as path from "node:path";
import { bounded, coded } from "./bounded.mjs";
import { launch } from "./launch.mjs";

/** @typedef {import("./types.mjs").Config & { hostVersion?: string }} Config */
/** @typedef {{ resolve: (reply: any) => void, reject: (error: Error) => void }} Waiting */

const PROTOCOL = { min: 1, max: 1 };
const MAX_FRAME_BYTES = 16_777_216;
/** Longer paths fail at connect with a misleading "not found" (and on macOS from 104 bytes on). */
const MAX_PATH_BYTES = 100;
const HELLO_MILLIS = 2000;
const START_MILLIS = 15_000;
const POLL_MILLIS = 50;
/** Operations that never start a worker: they only tell or ask about a running one. */
const PASSIVE = ["heartbeat", "status"];

/**
 * @param {Config} config
 * @returns {import("./types.mjs").Client}
 */
export function createClient(config) {
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  /** @type {net.Socket | null} */
  let socket = null;
  /** @type {Promise<net.Socket> | null} */
  let connecting = null;
  let nextId = 1;
  let closed = false;
  let hung = false;

  /** @param {Error} cause */
  function drop(cause) {
    socket?.destroy();
    socket = null;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  }

  /** @param {any} reply */
  function receive(reply) {
    const entry = waiting.get(reply?.id);
    if (entry === undefined) return; // late, double or wrong: nobody waits for it
    waiting.delete(reply.id);
    if (reply.ok === true) entry.resolve(reply);
    else
      entry.reject(
        coded(
          String(reply.error?.code ?? "internal"),
          String(reply.error?.message ?? "the worker failed"),
        ),
      );
  }

  /**
   * @param {net.Socket} to
   * @param {string} op
   * @param {Record<string, unknown>} fields
   * @returns {Promise<any>}
   */
  function exchange(to, op, fields) {
    const id = nextId++;
    const body = Buffer.from(
      JSON.stringify({ v: 1, id, op, ...fields }),
      "utf8",
    );
    if (body.length > MAX_FRAME_BYTES)
      return Promise.reject(
        coded("limit", "the request is too large for the worker"),
      );
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      to.write(Buffer.concat([head, body]));
    });
  }

  /** @returns {Promise<net.Socket>} connected, and greeted */
  async function connect() {
    const opened = await openSocket(socketPath(config.dataHome));
    if (closed) {
      opened.destroy();
      throw coded("down", "the session has ended");
    }
    socket = opened;
    readFrames(opened, receive, drop);
    const { hostVersion = "unknown", profile, version } = config;
    const greeting = {
      host: "pi",
      hostVersion,
      profile,
      shim: { version },
      protocol: PROTOCOL,
      pid: process.pid,
    };
    try {
      await bounded(exchange(opened, "hello", greeting), HELLO_MILLIS, true);
    } catch (error) {
      drop(/** @type {Error} */ (error));
      throw error;
    }
    hung = false;
    return opened;
  }

  /** @param {boolean} mayStart */
  async function establish(mayStart) {
    const start = launch(config);
    const until = Date.now() + START_MILLIS;
    try {
      for (;;) {
        try {
          return await connect();
        } catch (error) {
          if (
            /** @type {any} */ (error).code !== "down" ||
            !mayStart ||
            closed ||
            Date.now() > until
          )
            throw error;
        }
        start.attempt();
        await new Promise((resolve) =>
          setTimeout(resolve, POLL_MILLIS).unref(),
        );
      }
    } finally {
      start.release();
    }
  }

  /** @param {boolean} mayStart */
  function connection(mayStart) {
    if (closed) return Promise.reject(coded("down", "the session has ended"));
    if (socket !== null && connecting === null) return Promise.resolve(socket);
    connecting ??= establish(mayStart).finally(() => (connecting = null));
    return connecting;
  }

  return {
    async call(op, fields, deadlineMillis, background = false) {
      const passive = PASSIVE.includes(op);
      if (hung && op === "heartbeat")
        throw coded("down", "the worker did not answer before");
      /** @type {net.Socket | undefined} */
      let used;
      const answer = connection(!passive).then((open) => {
        used = open;
        return exchange(open, op, {
          host: "pi",
          profile: config.profile,
          ...fields,
        });
      });
      try {
        return await bounded(answer, deadlineMillis, background);
      } catch (error) {
        if (/** @type {any} */ (error).code === "late") {
          hung = true;
          if (used !== undefined && used === socket)
            drop(coded("down", "the worker did not answer"));
        }
        throw error;
      }
    },
    start() {
      connection(true).catch(() => {}); // the next call reports it
    },
    close() {
      closed = true;
      drop(coded("down", "the session has ended"));
    },
  };
}

/**
 * @param {string} dataHome
 * @returns {string} the path of the worker's socket, after the checks that nobody else can have put it there
 */
function socketPath(dataHome) {
  const file = path.join(dataHome, "worker.json");
  let target;
  try {
    target = JSON.parse(fs.readFileSync(file, "utf8")).socket;
  } catch {
    throw coded("down", "no worker runs");
  }
  if (
    typeof target !== "string" ||
    Buffer.byteLength(target) > MAX_PATH_BYTES
  ) {
    throw coded(
      "unsafe",
      `${file} names no usable socket; run jevprune worker stop`,
    );
  }
  const me = process.getuid?.();
  const folder = fs.lstatSync(path.dirname(target), { throwIfNoEntry: false });
  const socket = fs.lstatSync(target, { throwIfNoEntry: false });
  if (folder === undefined || socket === undefined)
    throw coded("down", "no worker runs");
  if (
    !folder.isDirectory() ||
    folder.uid !== me ||
    (folder.mode & 0o777) !== 0o700
  ) {
    throw coded(
      "unsafe",
      `the folder of ${target} is not yours alone (wanted: your own, mode 0700); the worker is not used`,
    );
  }
  if (!socket.isSocket() || socket.uid !== me) {
    throw coded(
      "unsafe",
      `${target} is not a socket of yours; the worker is not used`,
    );
  }
  return target;
}

/**
 * @param {string} target
 * @returns {Promise<net.Socket>}
 */
function openSocket(target) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(target);
    socket.unref();
    socket.once("error", (error) =>
      reject(coded("down", `no worker at ${target}: ${error.message}`)),
    );
    socket.once("connect", () => resolve(socket));
  });
}

/**
 * @param {net.Socket} socket
 * @param {(reply: any) => void} receive
 * @param {(cause: Error) => void} drop
 */
function readFrames(socket, receive, drop) {
  /** @type {Buffer[]} */
  let chunks = [];
  let held = 0;
  let wanted = 4;
  let inBody = false;
  socket.on("error", () => {}); // "close" follows
  socket.on("close", () =>
    drop(coded("down", "the worker closed the connection")),
  );
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
        drop(
          coded("internal", "the worker sent a frame that is not understood"),
        );
        return;
      }
    }
  });
}

/** @param {Buffer} head */
function frameLength(head) {
  const length = head.readUInt32BE(0);
  if (length < 1 || length > MAX_FRAME_BYTES)
    throw coded("internal", "frame length");
  return length;
}
