/**
 * Starts the worker. One winner among the shims by a start lock; the worker's own lock stays the authority.
 * Globals: `process`.
 */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { coded } from "./bounded.mjs";

/** @typedef {import("./types.mjs").Config} Config */

const STALE_LOCK_MILLIS = 5000;
/** The worker left because another one holds the lock: that one will answer. */
const EXIT_OTHER_WORKER = 3;
/** Nothing else of the host's environment reaches the worker, so no key does. */
const PASSED_ON = ["HOME", "PATH", "TMPDIR", "XDG_RUNTIME_DIR", "USER", "LANG", "JEV_PRUNE_TRANSPORT"];
/** Without the first a program on Windows has no network; the others are what HOME and TMPDIR are elsewhere. */
const PASSED_ON_IN_WINDOWS = ["SystemRoot", "USERPROFILE", "TEMP", "TMP"];

/**
 * One attempt to start a worker; nothing happens before `attempt`.
 *
 * @param {Config} config
 */
export function launch(config) {
  const lock = path.join(config.dataHome, "start.lock");
  let spawned = false;
  let held = false;
  /** @type {Error | null} */
  let failure = null;
  return {
    /** Starts a worker unless this attempt did, or another shim is doing it. Throws what made the attempt fail. */
    attempt() {
      if (failure !== null) throw failure;
      if (spawned) return;
      if (!fs.existsSync(config.java)) throw coded("java", `no Java program at ${config.java}`);
      held = takeLock(lock);
      if (!held) return;
      spawned = true;
      start(config, (cause) => (failure = cause));
    },
    release() {
      if (held) fs.rmSync(lock, { force: true });
      held = false;
    },
  };
}

/**
 * @param {Config} config
 * @param {(cause: Error) => void} failed
 */
function start(config, failed) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { LC_ALL: "C.UTF-8" };
  const names = process.platform === "win32" ? [...PASSED_ON, ...PASSED_ON_IN_WINDOWS] : PASSED_ON;
  for (const name of names) if (process.env[name] !== undefined) env[name] = process.env[name];
  const child = spawn(config.java, workerArguments(config), {
    cwd: config.dataHome,
    detached: true,
    stdio: "ignore",
    windowsHide: true,
    env,
  });
  child.on("error", (cause) => failed(coded("absent", `${config.java}: ${cause.message}`)));
  child.on("exit", (code) => {
    if (code !== EXIT_OTHER_WORKER) failed(coded("absent", `it ended at once with exit code ${code}`));
  });
  child.unref();
}

/** @param {Config} config */
export function workerArguments({ runtime, dataHome }) {
  return [
    "-XX:+UseSerialGC",
    "-Xmx160m",
    "-Xlog:disable",
    "-Xlog:all=error:stderr",
    "-cp",
    path.join(runtime, "lib", "*"),
    "dev.jevprune.adapters.worker.WorkerMain",
    "--data-home",
    dataHome,
  ];
}

/** @param {string} lock */
function takeLock(lock) {
  for (let round = 0; round < 2; round++) {
    try {
      fs.closeSync(fs.openSync(lock, "wx", 0o600));
      return true;
    } catch (error) {
      const stat = fs.statSync(lock, { throwIfNoEntry: false });
      if (/** @type {any} */ (error).code !== "EEXIST")
        throw coded("absent", `${lock}: ${/** @type {Error} */ (error).message}`);
      if (stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < STALE_LOCK_MILLIS) return false;
      fs.rmSync(lock, { force: true });
    }
  }
  return false;
}
