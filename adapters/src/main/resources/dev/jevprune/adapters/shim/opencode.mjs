/**
 * The OpenCode glue (1.18.33): binds OpenCode's hooks to sessions and `/prune` to its verbs.
 *
 * OpenCode waits without limit for a hook, and a throw in the request hook ends the turn. So: the request hook
 * catches everything and is synchronous unless another package has a stage on the bus, every wait has a deadline, and only `/prune` throws: nothing else ends a
 * command without a model turn. The list that a hook gets is read afresh for every step and thrown away, so edits in
 * it never reach the stored session; a new list would be ignored. One process serves many sessions, children included.
 */
import { coded } from "./bounded.mjs";
import { createChain } from "./chain.mjs";
import { createHost } from "./opencode-client.mjs";
import { createCommand } from "./opencode-command.mjs";
import { createExpand } from "./opencode-expand.mjs";
import { modelOf } from "./opencode-session.mjs";
import { createSessions } from "./opencode-sessions.mjs";
import { processSettings } from "./settings.mjs";
import { createStore, withDeadlines } from "./store.mjs";
import { createTalk } from "./talk.mjs";
import { COMMAND_DESCRIPTION, taken, TEXTS } from "./texts.mjs";

const NAME = "prune";
const SPARE_NAME = "jev-prune";

/**
 * @param {any} input
 * @param {import("./types.mjs").Config} given
 * @returns {Record<string, any>} the hooks
 */
export default function jevPrune(input, given) {
  const store = createStore(given);
  const folder = String(input.directory ?? "");
  const own = processSettings(store, "opencode", folder);
  const { settings } = own;
  const config = withDeadlines(given, settings);
  const host = createHost(input.client);
  let version = "unknown";
  const talk = createTalk(config, "opencode", () => version);
  const chain = createChain(config, "opencode", talk);
  const around = () => ({ folder, expand: settings.expand });
  const command = createCommand(host, talk, chain, around);
  const sessions = createSessions(store, settings, own.off, talk, host);
  const expand = createExpand(sessions.open, host);
  /** Sessions whose next list is not a request but what a compaction will summarise. */
  const compacting = new Set();
  let name = "";
  let warning = "";
  let idle = false; // a second copy of this shim serves the process
  let greeted = false;
  if (own.wantsWorker() && store.behind()) talk.wake(); // the first request may follow the first message at once

  /** @param {any} messages */
  function request(messages) {
    const id = messages.find((/** @type {any} */ each) => typeof each?.info?.sessionID === "string")?.info.sessionID;
    if (id === undefined || compacting.delete(id)) return undefined;
    if (own.begin()) sessions.clear();
    const { session, due, answers } = sessions.open(id);
    answers.listed(messages);
    const go = () => chain.run(session, messages, () => factsOf(messages));
    if (!due.on) return go();
    return due.before(messages, around, modelOf(messages), answers.signs(messages))?.then(go) ?? go();
  }

  /** @param {any} messages what other packages may know of a request */
  function factsOf(messages) {
    const warn = (/** @type {string} */ text) => host.toast(text, "warning");
    return { workspace: folder, model: modelOf(messages), warn };
  }

  /** @param {string} id once in this process; nothing of it is waited for */
  function greet(id) {
    if (greeted) return;
    greeted = true;
    if (warning !== "") host.toast(warning, "warning");
    const { session } = sessions.open(id);
    if (idle || !own.wantsWorker()) return;
    const unknown = () => {};
    host.version().then((found) => (version = found || version), unknown);
    talk.greet(session, (text) => host.toast(text, "warning"));
  }

  /** @param {any} settings two commands of one name would hide each other, so a user's own one keeps its name */
  function register(settings) {
    const commands = (settings.command ??= {});
    idle = commands[NAME]?.description === COMMAND_DESCRIPTION;
    if (idle) warning = TEXTS.duplicate;
    else if (commands[NAME] !== undefined) warning = taken(SPARE_NAME);
    name = idle ? "" : commands[NAME] === undefined ? NAME : commands[SPARE_NAME] === undefined ? SPARE_NAME : "";
    if (name !== "") commands[name] = { description: COMMAND_DESCRIPTION, template: TEXTS.template };
  }

  return {
    config: quiet((settings) => register(settings)),
    "experimental.chat.messages.transform": quiet((_, output) => idle || request(output.messages)),
    "experimental.session.compacting": quiet(({ sessionID }) => compacting.add(sessionID)),
    "chat.params": quiet(({ sessionID, agent }) => {
      // a compaction had nothing to summarise; titles are made beside it
      if ((agent?.name ?? agent) !== "title") compacting.delete(sessionID);
    }),
    "chat.message": quiet(({ sessionID }) => {
      compacting.delete(sessionID); // it failed
      greet(sessionID);
    }),
    "command.execute.before": async (/** @type {any} */ { command: named, sessionID, arguments: line }) => {
      if (name === "" || named !== name) return;
      if (own.renew()) sessions.clear();
      await quiet(() => command.run(sessions.open(sessionID), String(line ?? "")))();
      throw coded("handled", TEXTS.handled);
    },
    event: quiet(async ({ event }) => {
      const { sessionID, info } = event.properties;
      if (event.type === "message.updated") sessions.get(info.sessionID)?.answers.heard(info);
      if (event.type === "session.idle") await talk.beat(sessions.get(sessionID)?.session ?? null);
      if (event.type === "session.deleted") sessions.forget(sessionID ?? info.id);
    }),
    dispose: quiet(() => talk.close()),
    // registered once: a tool that comes and goes would change what stands before every message
    ...(settings.expand ? { tool: { [expand.name]: expand.tool }, "tool.execute.after": quiet(expand.after) } : {}),
  };
}

/**
 * A hook that never throws: OpenCode then does what it would do without it.
 *
 * @param {(...args: any[]) => unknown} act
 */
function quiet(act) {
  return async (/** @type {any[]} */ ...args) => {
    try {
      await act(...args);
    } catch {
      // as if we were not there
    }
  };
}
