/**
 * The Pi glue (0.73.1 and 1.6.0): binds Pi's events to a session and `/prune` to its verbs.
 *
 * Pi ends its process on an unhandled rejection and on any use of a stale `ctx`, waits without limit for a handler,
 * and keeps edits of a handler that throws afterwards. So: no handler throws or returns anything, the request handler
 * is synchronous unless another package has a stage on the bus, every wait has a deadline, and every access to `ctx` or `pi` after a wait is guarded. Pi runs the
 * factory again for each session, so all state is in its closure. Compaction is left alone unless `piChoice` is set.
 */
import { createChain } from "./chain.mjs";
import { createChoice } from "./choice.mjs";
import { createDue } from "./due.mjs";
import { EXPAND, notKept, originalOf } from "./expand.mjs";
import { ancestorsOf } from "./pi-ancestors.mjs";
import { messagesOf, originalsOf } from "./pi-branch.mjs";
import { cacheSignsOf } from "./pi-cache.mjs";
import { commandsOf, hostVersion, modelOf, say } from "./pi-guard.mjs";
import { PI_LIST } from "./pi-list.mjs";
import { runPrune } from "./prune.mjs";
import { openSession } from "./session.mjs";
import { processSettings } from "./settings.mjs";
import { createStore, withDeadlines } from "./store.mjs";
import { createTalk } from "./talk.mjs";
import { COMMAND_DESCRIPTION, taken, TEXTS } from "./texts.mjs";

/** @typedef {import("./session.mjs").Session} Session */

const NAME = "prune";
const SPARE_NAME = "jev-prune";

/**
 * @param {any} pi
 * @param {import("./types.mjs").Config} given
 */
export default function jevPrune(pi, given) {
  const store = createStore(given);
  const folder = workingFolder();
  const own = processSettings(store, "pi", folder);
  const { settings } = own;
  const config = withDeadlines(given, settings);
  const version = hostVersion();
  const talk = createTalk(config, "pi", () => version);
  const chain = createChain(config, "pi", talk);
  /** @type {ReturnType<typeof createDue> | null} */
  let due = null;
  /** @type {Session | null} */
  let session = null;
  let idle = false; // a second copy of this shim serves the session
  let registered = false;
  /** @type {string[]} */
  const shown = [];

  /** @param {any} ctx */
  function open(ctx) {
    const manager = ctx.sessionManager;
    const id = String(manager.getSessionId());
    if (session?.id === id && !own.renew()) return session;
    session = openSession(
      store,
      PI_LIST,
      id,
      ancestorsOf(manager.getHeader?.()),
      own.off(),
      settings.mode === "observe",
    );
    due = createDue(session, settings, talk);
    return session;
  }

  /** @param {any} ctx once, when it is known which commands there are: two of one name would both be renamed by Pi */
  function register(ctx) {
    if (registered) return;
    registered = true;
    const commands = commandsOf(pi);
    idle = commands.some(({ description }) => description === COMMAND_DESCRIPTION);
    if (idle) return say(ctx, TEXTS.duplicate, "warning");
    const found = commands.find(({ name }) => name === NAME || name.startsWith(`${NAME}:`));
    if (found !== undefined) say(ctx, taken(SPARE_NAME), "warning");
    const name = found === undefined ? NAME : SPARE_NAME;
    pi.registerCommand(name, { description: COMMAND_DESCRIPTION, handler: command });
  }

  /** @param {any} ctx what other packages may know of a request */
  function factsOf(ctx) {
    const warn = (/** @type {string} */ text) => say(ctx, text, "warning");
    return { workspace: String(ctx.cwd ?? ""), model: modelOf(ctx.model), warn };
  }

  /**
   * @param {any} ctx @param {Session} opened @param {() => any[]} branch
   * @param {string[]} listed
   * @returns {import("./prune.mjs").Desk}
   */
  function deskOf(ctx, opened, branch, listed) {
    return {
      ...talk.desk(opened, listed),
      say: (text, level) => say(ctx, text, level),
      confirm: ctx.hasUI ? async (title, text) => (await ctx.ui.confirm(title, text)) === true : null,
      idle: () => ctx.isIdle() !== false,
      list: () => messagesOf(branch()),
      originals: (id) => originalsOf(branch(), id),
      model: () => modelOf(ctx.model),
      around: () => ({
        folder,
        expand: settings.expand,
        cache: cacheSignsOf(messagesOf(branch()), modelOf(ctx.model), Date.now()),
      }),
      guest: () => chain.guest(opened),
    };
  }

  /** @param {unknown} line @param {any} ctx */
  async function command(line, ctx) {
    try {
      const desk = deskOf(ctx, open(ctx), () => ctx.sessionManager.getBranch(), shown);
      await runPrune(String(line ?? ""), desk);
    } catch {
      // the session ended meanwhile
    }
  }

  /** @param {string} event @param {(event: any, ctx: any) => unknown} handle */
  function on(event, handle) {
    pi.on(event, (/** @type {any} */ data, /** @type {any} */ ctx) => {
      try {
        return idle || talk.ended() ? undefined : handle(data, ctx);
      } catch {
        return undefined; // the request goes out as it is
      }
    });
  }

  on("session_start", (_event, ctx) => {
    const opened = open(ctx);
    register(ctx);
    if (!idle && own.wantsWorker()) talk.greet(opened, (text) => say(ctx, text, "warning"));
  });
  on("context", (event, ctx) => {
    if (own.begin()) session = null;
    const opened = session ?? open(ctx);
    const go = () => chain.run(opened, event.messages, () => factsOf(ctx))?.catch(() => {});
    if (due?.on !== true) return go();
    const model = modelOf(ctx.model);
    const signs = cacheSignsOf(event.messages, model, Date.now());
    // A promise that rejects would be reported by Pi; the request then goes out as it is.
    return (
      due
        .before(event.messages, () => ({ folder, expand: settings.expand }), model, signs)
        ?.then(go)
        .catch(() => {}) ?? go()
    );
  });
  on("message_end", ({ message }) => {
    if (message?.role !== "assistant") return;
    const { usage, provider, model, stopReason } = message;
    const failed = stopReason === "error" || stopReason === "aborted";
    if (failed && !(usage?.totalTokens > 0)) return; // no answer, and nothing billed
    session?.answered(usage, typeof model === "string" ? { provider: String(provider), id: model } : null);
  });
  on("agent_end", () => talk.beat(session));
  if (config.piChoice === true) {
    const choice = createChoice(pi, config);
    on("agent_start", () => choice.ran(true));
    on("agent_settled", () => choice.ran(false));
    on("session_before_compact", (event, ctx) =>
      choice.before(event, ctx, (branch) => deskOf(ctx, open(ctx), () => branch, [])),
    );
  }
  if (settings.expand) registerExpand(pi, () => session);
  on("session_shutdown", () => talk.close());
}

/** Pi runs its tools in the folder of its process. */
function workingFolder() {
  try {
    return globalThis.process?.cwd?.() ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {any} pi @param {() => Session | null} session once when the process starts; a tool that comes and goes would
 *   change what stands before every message
 */
function registerExpand(pi, session) {
  pi.registerTool({
    ...EXPAND,
    label: "Jev Prune",
    execute: async (
      /** @type {string} */ _id,
      /** @type {any} */ params,
      /** @type {unknown} */ _signal,
      /** @type {unknown} */ _update,
      /** @type {any} */ ctx,
    ) => {
      const opened = session();
      const branch = () => ctx.sessionManager.getBranch();
      const result =
        opened === null
          ? null
          : await originalOf(opened, (id) => originalsOf(branch(), id), params?.id).catch(() => null);
      if (result === null) throw new Error(notKept(params?.id));
      const content = typeof result.content === "string" ? [{ type: "text", text: result.content }] : result.content;
      return { content: content.map((/** @type {any} */ part) => ({ ...part })), details: {} };
    },
  });
}
