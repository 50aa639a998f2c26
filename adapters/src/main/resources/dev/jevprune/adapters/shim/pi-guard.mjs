/**
 * Guarded looks at Pi's `pi` and `ctx`: both throw once their session is replaced, at any access.
 */
import { printError } from "./host.mjs";

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
