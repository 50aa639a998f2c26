/**
 * The replay ledger on disk, read only: the worker alone writes it. Synchronous, because the request waits for it.
 * Every failure is an answer, never an exception. Where the ledger was lost, the index of what was taken stands in for
 * it: its markers were on the wire.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { isMarker, sha256 } from "./text.mjs";

/** @typedef {import("./types.mjs").Ledger} Ledger */
/** @typedef {import("./types.mjs").Decision} Decision */
/** @typedef {{ ino: number, mtimeMs: number, size: number }} Mark what a stat of the generation file says */
/** @typedef {ReturnType<typeof createStore>} Store */

const SCHEMA = "jev-prune.ledger.v1";
const TAKEN = "jev-prune.taken.v1";
const MAX_LEDGER_BYTES = 4_000_000;

/** @param {{ dataHome: string, profile: string }} config */
export function createStore(config) {
  const folder = path.join(config.dataHome, "state", config.profile);
  const generation = path.join(folder, "generation");
  return {
    /** @returns {Mark | undefined} changes after every ledger change of this profile; undefined while there is none */
    mark() {
      try {
        return fs.statSync(generation, { throwIfNoEntry: false });
      } catch {
        return undefined;
      }
    },
    /** @param {string} host @param {string} folder where it runs; see `settings.mjs` for when */
    settings(host, folder) {
      try {
        return settingsOf(
          JSON.parse(fs.readFileSync(path.join(config.dataHome, "settings.json"), "utf8")),
          host,
          folder,
        );
      } catch {
        return STANDARD;
      }
    },
    /** Whether `config.yaml` came, changed or went since the worker last told of it. */
    behind() {
      try {
        const [edited, told] = ["config.yaml", "settings.json"].map((name) =>
          fs.statSync(path.join(config.dataHome, name), { throwIfNoEntry: false }),
        );
        return edited === undefined ? told !== undefined : edited.mtimeMs > (told?.mtimeMs ?? 0);
      } catch {
        return false;
      }
    },
    /**
     * @param {string} session
     * @returns {Ledger | null | undefined} null when there is none, undefined when it cannot be read or understood
     */
    ledger(session) {
      const name = `${sha256(session).slice(0, 32)}.json`;
      const own = read(path.join(folder, "ledger", name), session, SCHEMA);
      return own ?? read(path.join(folder, "taken", name), session, TAKEN) ?? own;
    },
  };
}

/**
 * @param {string} file
 * @param {string} session
 * @param {string} schema
 * @returns {Ledger | null | undefined}
 */
function read(file, session, schema) {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.size > MAX_LEDGER_BYTES) return undefined;
    return parseLedger(JSON.parse(fs.readFileSync(file, "utf8")), session, schema);
  } catch (cause) {
    return /** @type {any} */ (cause)?.code === "ENOENT" ? null : undefined;
  }
}

/** @type {import("./types.mjs").Settings} what holds while there is no file */
export const STANDARD = {
  mode: "prune",
  auto: "never",
  lifecycle: false,
  expand: false,
  cold_after_ms: 300_000,
  deadlines: { request_ms: 250, cold_ms: 2000, preview_ms: 5000, bus_ms: 2000 },
};

/**
 * The settings for a host: those of the innermost project that holds the folder, else the host's, else the common ones.
 *
 * @param {any} file what the worker wrote
 * @param {string} host
 * @param {string} folder
 * @returns {import("./types.mjs").Settings}
 */
export function settingsOf(file, host, folder) {
  const projects = Object.entries(file?.projects ?? {})
    .filter(([project]) => folder === project || folder.startsWith(project.endsWith("/") ? project : `${project}/`))
    .sort(([one], [other]) => other.length - one.length);
  const own = projects[0]?.[1]?.hosts?.[host] ?? file?.hosts?.[host] ?? file ?? {};
  return {
    mode: ["observe", "off"].includes(own.mode) ? own.mode : "prune",
    auto: own.auto === "cold" ? "cold" : "never",
    lifecycle: own.lifecycle === true,
    expand: own.expand === true,
    cold_after_ms: millis(own.cold_after_ms, STANDARD.cold_after_ms),
    deadlines: {
      request_ms: millis(own.deadlines?.request_ms, STANDARD.deadlines.request_ms),
      cold_ms: millis(own.deadlines?.cold_ms, STANDARD.deadlines.cold_ms),
      preview_ms: millis(own.deadlines?.preview_ms, STANDARD.deadlines.preview_ms),
      bus_ms: millis(own.deadlines?.bus_ms, STANDARD.deadlines.bus_ms),
    },
  };
}

/** @param {unknown} value @param {number} standard a timer takes 31 bits; one that is over them fires at once */
function millis(value, standard) {
  return typeof value === "number" && value > 0 && value < 2 ** 31 ? value : standard;
}

/**
 * The loader's configuration with the deadlines of the settings; what the loader says itself goes first.
 *
 * @param {import("./types.mjs").Config} config
 * @param {import("./types.mjs").Settings} settings
 * @returns {import("./types.mjs").Config}
 */
export function withDeadlines(config, settings) {
  const own = config.deadlines;
  return {
    ...config,
    deadlines: {
      get preview() {
        return own?.preview ?? settings.deadlines.preview_ms;
      },
      get bus() {
        return own?.bus ?? settings.deadlines.bus_ms;
      },
    },
  };
}

/** @param {Mark | undefined} one @param {Mark | undefined} other */
export function sameMark(one, other) {
  if (one === undefined || other === undefined) return one === other;
  return one.mtimeMs === other.mtimeMs && one.ino === other.ino && one.size === other.size;
}

/**
 * A ledger is ours when schema and session fit. A decision that is not whole is left out: its body then goes out as it is.
 *
 * @param {any} value
 * @param {string} session
 * @param {string} [schema]
 * @returns {Ledger | undefined}
 */
export function parseLedger(value, session, schema = SCHEMA) {
  if (value?.schema !== schema || value.session !== session || !Array.isArray(value.decisions)) return undefined;
  const sources = new Set();
  const decisions = [];
  for (const decision of value.decisions) {
    if (!isDecision(decision) || sources.has(decision.source.id)) continue;
    sources.add(decision.source.id);
    decisions.push({ ...decision, held: decision.held === true });
  }
  return {
    session,
    version: Number(value.version) || 0,
    off: value.off === true,
    decisions,
  };
}

/** @param {any} decision @returns {decision is Decision} */
function isDecision(decision) {
  return (
    isSide(decision?.source) &&
    (decision.kind === "repeat"
      ? isSide(decision.witness)
      : ["stale", "superseded"].includes(decision.kind) && isCause(decision.cause)) &&
    typeof decision.marker === "string" &&
    isMarker(decision.marker)
  );
}

/** @param {any} cause */
function isCause(cause) {
  return [cause?.id, cause?.tool, cause?.args].every((value) => typeof value === "string");
}

/** @param {any} side */
function isSide(side) {
  return [side?.id, side?.args, side?.text, side?.shape].every((value) => typeof value === "string");
}
