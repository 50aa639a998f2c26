/**
 * What the shim asks of the process it lives in. Globals: `process`, `console`; each may be missing.
 */

/** True when the user switched everything off from outside. */
export function disabledByEnvironment() {
  return globalThis.process?.env?.JEV_PRUNE_OFF === "1";
}

/** How this machine reaches the network, and what the user allows. The key is not among them: it stays in this process. */
const PASSED_ON = [
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "SSL_CERT_FILE",
  "JEV_PRUNE_ALLOW_REMOTE",
  "JEV_PRUNE_ENV_FILE",
];

/** What an assessment needs to know of the host's environment. */
export function assessEnvironment() {
  const all = globalThis.process?.env ?? {};
  /** @type {Record<string, string>} */
  const environment = {};
  for (const name of PASSED_ON) if (typeof all[name] === "string") environment[name] = all[name];
  return { environment, hostHasKey: typeof all.TYPESAFE_API_KEY === "string" };
}

/** @param {string} text hosts keep stdout for answers; without a user interface a report goes to stderr */
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
