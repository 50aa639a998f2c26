/**
 * The bus registry as a shim sees it, read only: who carries this host, and whether stages of other packages take part.
 * One `stat` for each request; every failure counts as a bus without us.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { sameMark } from "./store.mjs";

/** @typedef {{ carrier: string, foreign: boolean }} Role `carrier`: another package that carries this host, "" when none does */

/** Our name on the bus. */
const OWN = "jev-prune-kit";
const SCHEMA = "jev-bus.v1";
const MAX_BYTES = 256_000;
const PROFILE_DIGITS = 8;
/** @type {Role} */
const ALONE = { carrier: "", foreign: false };

/**
 * @param {import("./types.mjs").Config} config
 * @param {string} host
 */
export function createBus(config, host) {
  const home = busHome(config);
  const file = path.join(home, "v1", "registry.json");
  const stage = `jev-prune.dedup@${host}:${config.profile.slice(0, PROFILE_DIGITS)}`;
  /** @type {import("./store.mjs").Mark | undefined} */
  let mark;
  let role = ALONE;
  return {
    home,
    /** What the registry says now. @returns {Role} */
    role() {
      try {
        const now = fs.statSync(file, { throwIfNoEntry: false });
        if (sameMark(now, mark)) return role;
        role = now === undefined || now.size > MAX_BYTES ? ALONE : roleIn(JSON.parse(fs.readFileSync(file, "utf8")));
        mark = now;
      } catch {
        role = ALONE; // being written, or not readable: asked again by the next request
        mark = undefined;
      }
      return role;
    },
  };

  /** @param {any} registry @returns {Role} */
  function roleIn(registry) {
    if (registry?.schema !== SCHEMA || !Array.isArray(registry.stages)) return ALONE;
    /** @type {any[]} */
    const chain = registry.stages.filter((/** @type {any} */ each) => applies(each, host));
    // A package that is not on the bus here has no part in it: whoever carries the host does not run our stage.
    if (!chain.some(({ name, package: owner }) => name === stage && owner === OWN)) return ALONE;
    const carrier = registry.hosts?.[host]?.carrier;
    if (typeof carrier !== "string") return ALONE;
    if (carrier !== OWN) return { carrier, foreign: false };
    return { carrier: "", foreign: chain.some(({ package: owner }) => owner !== OWN) };
  }
}

/** @param {any} stage @param {string} host */
function applies(stage, host) {
  const hosts = stage?.hosts;
  if (typeof stage?.name !== "string") return false;
  if (hosts === undefined) return true;
  if (typeof hosts === "string") return hosts === host || hosts === "*";
  return Array.isArray(hosts) && (hosts.length === 0 || hosts.includes("*") || hosts.includes(host));
}

/**
 * The folder of the bus: the variable, else what the installer found, else the usual one. An empty variable is unset.
 *
 * @param {import("./types.mjs").Config} config
 */
function busHome(config) {
  const named = (globalThis.process?.env?.JEV_BUS_HOME ?? "").trim();
  if (named === "") return config.busHome ?? path.join(os.homedir(), ".jev", "bus");
  return named === "~" || named.startsWith("~/") ? path.join(os.homedir(), named.slice(1)) : path.resolve(named);
}
