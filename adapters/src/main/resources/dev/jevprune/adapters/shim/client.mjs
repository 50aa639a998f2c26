/**
 * The way to the worker: finds it, starts it when it is absent, and exchanges framed JSON with it.
 *
 * Sockets and timers in here never keep the host's process alive; the deadline timer of a foreground call does, so a
 * command that waits is not cut off. Globals: `process`, timers. The embedded host replaces this file.
 */
import { bounded, coded } from "./bounded.mjs";
import { launch } from "./launch.mjs";
import { frameOf, openWorker, readFrames } from "./socket.mjs";

/** @typedef {import("./types.mjs").Config & { host: string, hostVersion: () => string }} Config */
/** @typedef {import("node:net").Socket} Socket */
/** @typedef {{ resolve: (reply: any) => void, reject: (error: Error) => void }} Waiting */

const PROTOCOL = { min: 1, max: 1 };
const HELLO_MILLIS = 2000;
const START_MILLIS = 15_000;
const POLL_MILLIS = 50;
/** Operations that never start a worker: they only tell or ask about a running one, or a request waits for them. */
const PASSIVE = ["heartbeat", "status", "chain", "due"];

/**
 * @param {Config} config
 * @returns {import("./types.mjs").Client}
 */
export function createClient(config) {
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  /** @type {Socket | null} */
  let socket = null;
  /** @type {Promise<Socket> | null} */
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
    const { code = "internal", message = "the worker failed" } = reply.error ?? {};
    if (reply.ok === true) entry.resolve(reply);
    else entry.reject(coded(String(code), String(message)));
  }

  /**
   * @param {Socket} to
   * @param {string} op
   * @param {Record<string, unknown>} fields
   * @returns {Promise<any>}
   */
  function exchange(to, op, fields) {
    const id = nextId++;
    const frame = frameOf({ v: 1, id, op, ...fields });
    if (frame === null) return Promise.reject(coded("limit", "the request is too large for the worker"));
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      to.write(frame);
    });
  }

  /** @returns {Promise<Socket>} connected, and greeted */
  async function connect() {
    const opened = await openWorker(config.dataHome);
    if (closed) {
      opened.destroy();
      throw coded("down", "the session has ended");
    }
    socket = opened;
    readFrames(opened, receive, (cause) => {
      if (socket === opened) drop(cause); // an older connection may end after its successor began
    });
    const { host, profile, version } = config;
    const known = { host, hostVersion: config.hostVersion(), profile };
    const greeting = { ...known, shim: { version }, protocol: PROTOCOL, pid: process.pid };
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
          if (/** @type {any} */ (error).code !== "down" || !mayStart || closed) throw error;
        }
        if (Date.now() > until) throw coded("absent", `it did not answer within ${START_MILLIS} ms`);
        start.attempt();
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS).unref());
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
      const passive = PASSIVE.includes(op) || fields.for === "request";
      if (hung && op === "heartbeat") throw coded("down", "the worker did not answer before");
      /** @type {Socket | undefined} */
      let used;
      const answer = connection(!passive).then((open) => {
        used = open;
        return exchange(open, op, { host: config.host, profile: config.profile, ...fields });
      });
      try {
        return await bounded(answer, deadlineMillis, background);
      } catch (error) {
        if (/** @type {any} */ (error).code === "late") {
          hung = true;
          if (used !== undefined && used === socket) drop(coded("down", "the worker did not answer"));
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
