/**
 * The Pi glue (0.73.1 and 1.6.0): binds Pi's events to a session and `/prune` to its verbs.
 *
 * Pi ends its process on an unhandled rejection and on any use of a stale `ctx`, waits without limit for a handler,
 * and keeps edits of a handler that throws afterwards. So: no handler throws or returns anything, the request handler
 * is synchronous, every wait has a deadline, and every access to `ctx` or `pi` after a wait is guarded. Pi runs the
 * factory again for each session, so all state is in its closure. Compaction is left alone unless `piChoice` is set.
 */
import { bounded } from "./bounded.mjs";
import { createChoice } from "./choice.mjs";
import { createClient } from "./client.mjs";
import { disabledByEnvironment, firstTime, hostVersion } from "./host.mjs";
import { commandsOf, modelOf, say } from "./pi-guard.mjs";
import { runPrune } from "./prune.mjs";
import { openSession } from "./session.mjs";
import { ancestorsOf, createStore } from "./store.mjs";
import { COMMAND_DESCRIPTION, failureText, taken, TEXTS } from "./texts.mjs";

/** @typedef {import("./session.mjs").Session} Session */

const NAME = "prune";
const SPARE_NAME = "jev-prune";
const HEARTBEAT_MILLIS = 250;
const START_MILLIS = 20_000;

/**
 * @param {any} pi
 * @param {import("./types.mjs").Config} config
 */
export default function jevPrune(pi, config) {
  const store = createStore(config);
  const version = hostVersion();
  const client = config.client ?? createClient({ ...config, hostVersion: version });
  const previewMillis = config.deadlines?.preview ?? 5000;
  /** @type {Session | null} */
  let session = null;
  let idle = false; // a second copy of this shim serves the session
  let ended = false;
  let registered = false;
  let asking = 0;
  /** @type {string[]} */
  const shown = [];

  /** @param {any} ctx */
  function open(ctx) {
    const manager = ctx.sessionManager;
    const id = String(manager.getSessionId());
    if (session?.id === id) return session;
    session = openSession(store, id, ancestorsOf(manager.getHeader?.()), disabledByEnvironment());
    return session;
  }

  /** @param {string} op @param {Record<string, unknown>} fields @param {number} millis @param {boolean} [background] */
  function ask(op, fields, millis, background) {
    asking++;
    const answer = new Promise((resolve) => resolve(client.call(op, fields, millis, background)));
    // the client's own deadline, begun first, cleans up behind it
    return bounded(answer, millis, background).finally(() => asking--);
  }

  /**
   * Waits for the worker and takes over its ledger; it keeps what was adopted from a parent before anything is decided.
   *
   * @param {Session} opened @param {number} millis @param {boolean} [background]
   */
  async function meet(opened, millis, background) {
    const parent = opened.parent() || undefined;
    opened.adopt((await ask("ledger", { session: opened.id, parent }, millis, background)).ledger);
  }

  /** @param {any} ctx @param {Session} opened says once what is wrong with the worker */
  async function greet(ctx, opened) {
    try {
      client.start();
      await meet(opened, START_MILLIS, true);
    } catch (error) {
      if (ended || !firstTime(opened.id)) return;
      say(ctx, failureText(/** @type {any} */ (error), config), "warning");
    }
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

  /**
   * @param {any} ctx @param {Session} opened @param {() => any[]} branch
   * @param {string[]} listed what the user saw last; a list that nobody saw is kept apart from it
   * @returns {import("./prune.mjs").Desk}
   */
  function deskOf(ctx, opened, branch, listed) {
    return {
      session: opened,
      config,
      shown: listed,
      ready: () => meet(opened, 2 * previewMillis), // starting takes longer than answering
      ask: (op, fields = {}, millis = previewMillis) => ask(op, { session: opened.id, ...fields }, millis),
      say: (text, level) => say(ctx, text, level),
      confirm: ctx.hasUI ? async (title, text) => (await ctx.ui.confirm(title, text)) === true : null,
      idle: () => ctx.isIdle() !== false,
      branch,
      model: () => modelOf(ctx.model),
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
        return idle || ended ? undefined : handle(data, ctx);
      } catch {
        return undefined; // the request goes out as it is
      }
    });
  }

  on("session_start", (_event, ctx) => {
    const opened = open(ctx);
    register(ctx);
    if (!idle && !opened.disabled) greet(ctx, opened);
  });
  on("context", (event, ctx) => (session ?? open(ctx)).replay(event.messages));
  on("agent_end", async () => {
    // The worker answers one question after the other: a heartbeat behind a long one would time out and end it.
    if (session === null || session.disabled || asking > 0) return;
    const beat = { session: session.id, hostVersion: version, ...session.counts };
    await ask("heartbeat", beat, HEARTBEAT_MILLIS).catch(() => {});
  });
  if (config.piChoice === true) {
    const choice = createChoice(pi, config);
    on("agent_start", () => choice.ran(true));
    on("agent_settled", () => choice.ran(false));
    on("session_before_compact", (event, ctx) =>
      choice.before(event, ctx, (branch) => deskOf(ctx, open(ctx), () => branch, [])),
    );
  }
  on("session_shutdown", () => {
    ended = true;
    client.close();
  });
}
