/**
 * Guarded looks at Pi: `pi` and `ctx` throw once their session is replaced, at any access. Globals: `process`, which may
 * be missing.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { printError } from "./host.mjs";

const MAX_PARENTS = 6;

/** @param {any} pi @returns {{ name: string, description?: string }[]} */
export function commandsOf(pi) {
  try {
    return pi.getCommands();
  } catch {
    return [];
  }
}

/** @param {any} ctx @param {string} text @param {"info" | "warning" | "error"} [level] */
export function say(ctx, text, level = "info") {
  try {
    if (ctx.hasUI) ctx.ui.notify(text, level);
    else printError(text);
  } catch {
    // a replaced session has no place to say it
  }
}

/** @param {any} model */
export function modelOf(model) {
  if (typeof model?.id !== "string") return null;
  return { api: String(model.api ?? ""), provider: String(model.provider ?? ""), id: model.id };
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
