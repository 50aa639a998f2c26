/**
 * What the shim asks of the process it lives in. Globals: `process`, `console`; each may be missing.
 */
import * as fs from "node:fs";
import * as path from "node:path";

const MAX_PARENTS = 6;

/** True when the user switched everything off from outside. */
export function disabledByEnvironment() {
  return globalThis.process?.env?.JEV_PRUNE_OFF === "1";
}

/** Pi hands its version to no extension, so it is read from the package that holds the running program. */
export function hostVersion() {
  try {
    let folder = path.dirname(fs.realpathSync(globalThis.process.argv[1]));
    for (let i = 0; i < MAX_PARENTS; i++, folder = path.dirname(folder)) {
      const file = path.join(folder, "package.json");
      if (!fs.existsSync(file)) continue;
      const { name, version } = JSON.parse(fs.readFileSync(file, "utf8"));
      if (typeof version === "string" && String(name).endsWith("/pi-coding-agent")) return version;
    }
  } catch {
    // embedded engine, or a program of another layout
  }
  return "unknown";
}

/** @param {string} text Pi keeps stdout for answers; without a user interface a report goes to stderr */
export function printError(text) {
  globalThis.console?.error?.(text);
}

/**
 * True once for a key in this process. Pi runs the factory again for every session, so this cannot live in a closure;
 * it holds no session's state, only what has been said.
 *
 * @param {string} key
 */
export function firstTime(key) {
  const symbol = Symbol.for("dev.jevprune.said");
  const all = /** @type {Record<symbol, Set<string> | undefined>} */ (/** @type {unknown} */ (globalThis));
  const said = (all[symbol] ??= new Set());
  if (said.has(key) || said.size > 1000) return false;
  said.add(key);
  return true;
}
