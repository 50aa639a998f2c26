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
import { disabledByEnvironment } from "./host.mjs";
import { createHost } from "./opencode-client.mjs";
import { createCommand } from "./opencode-command.mjs";
import { OPENCODE_LIST } from "./opencode-list.mjs";
import { lastSentAs } from "./opencode-session.mjs";
import { openSession } from "./session.mjs";
import { createStore } from "./store.mjs";
import { createTalk } from "./talk.mjs";
import { COMMAND_DESCRIPTION, taken, TEXTS } from "./texts.mjs";

/** @typedef {import("./opencode-command.mjs").Known} Known */

const NAME = "prune";
const SPARE_NAME = "jev-prune";
/** A forgotten session is opened again from its files. */
const MAX_SESSIONS = 64;

/**
 * @param {any} input
 * @param {import("./types.mjs").Config} config
 * @returns {Record<string, Function>} the hooks
 */
export default function jevPrune(input, config) {
  const store = createStore(config);
  const host = createHost(input.client);
  let version = "unknown";
  const talk = createTalk(config, "opencode", () => version);
  const chain = createChain(config, "opencode", talk);
  const command = createCommand(host, talk, chain);
  /** @type {Map<string, Known>} */
  const sessions = new Map();
  /** Sessions whose next list is not a request but what a compaction will summarise. */
  const compacting = new Set();
  let name = "";
  let warning = "";
  let idle = false; // a second copy of this shim serves the process
  let greeted = false;

  /** @param {string} id a fork does not name its parent, so nothing is adopted */
  function open(id) {
    let known = sessions.get(id);
    if (known === undefined) {
      known = { session: openSession(store, OPENCODE_LIST, id, [], disabledByEnvironment()), shown: [] };
      if (sessions.size >= MAX_SESSIONS) sessions.delete(/** @type {string} */ (sessions.keys().next().value));
      sessions.set(id, known);
    }
    return known;
  }

  /** @param {any} messages */
  function replay(messages) {
    const id = messages.find((/** @type {any} */ each) => typeof each?.info?.sessionID === "string")?.info.sessionID;
    if (id === undefined || compacting.delete(id)) return undefined;
    return chain.run(open(id).session, messages, () => factsOf(messages));
  }

  /** @param {any} messages what other packages may know of a request; OpenCode tells the model with the user's message */
  function factsOf(messages) {
    const { providerID, modelID } = lastSentAs(messages)?.model ?? {};
    const model = modelID === undefined ? null : { api: String(providerID), provider: String(providerID), id: modelID };
    return {
      workspace: String(input.directory ?? ""),
      model,
      warn: (/** @type {string} */ text) => host.toast(text, "warning"),
    };
  }

  /** @param {string} id once in this process; nothing of it is waited for */
  function greet(id) {
    if (greeted) return;
    greeted = true;
    if (warning !== "") host.toast(warning, "warning");
    const { session } = open(id);
    if (idle || session.disabled) return;
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
    "experimental.chat.messages.transform": quiet((_, output) => idle || replay(output.messages)),
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
      await quiet(() => command.run(open(sessionID), String(line ?? "")))();
      throw coded("handled", TEXTS.handled);
    },
    event: quiet(async ({ event }) => {
      const { sessionID, info } = event.properties;
      if (event.type === "session.idle") await talk.beat(sessions.get(sessionID)?.session ?? null);
      if (event.type === "session.deleted") sessions.delete(sessionID ?? info.id);
    }),
    dispose: quiet(() => talk.close()),
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
