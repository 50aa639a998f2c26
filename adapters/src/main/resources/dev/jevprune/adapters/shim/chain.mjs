/**
 * Carries the bus: replays our own decisions, lets the worker run the stages of other packages, and puts what they did
 * into the host's list. Whatever goes wrong, the request looks as it does without the bus.
 */
import { createBus } from "./bus.mjs";
import { disabledText, guestText } from "./texts.mjs";

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {import("./session.mjs").Session} Session */
/** @typedef {{ api: string, provider: string, id: string } | null} Model */
/** @typedef {{ index: number, witness?: number, message: Message }} Own one message that our replay changed */

const BUS_MILLIS = 2000;
/** What is kept for the way to the worker and back. */
const MARGIN_MILLIS = 200;

/**
 * @param {import("./types.mjs").Config} config
 * @param {string} host
 * @param {import("./talk.mjs").Talk} talk
 */
export function createChain(config, host, talk) {
  const bus = createBus(config, host);
  /** Models for which the worker asks no other package, so that the list need not be sent. */
  const refused = new Set();

  /**
   * @param {Session} session @param {Message[]} messages @param {Own[]} own @param {Message[]} before
   * @param {{ workspace: string, model: Model, warn: (text: string) => void }} facts
   */
  async function ask(session, messages, own, before, { workspace, model, warn }) {
    const millis = config.deadlines?.bus ?? BUS_MILLIS;
    const goal = session.form.scan(before).goal;
    const budgetMillis = Math.max(millis - MARGIN_MILLIS, 1);
    const fields = {
      session: session.id,
      model,
      workspace,
      goal,
      busHome: bus.home,
      budgetMillis,
      own,
      messages: before,
    };
    try {
      const reply = await talk.ask("chain", fields, millis);
      if (reply.asked === false) refused.add(model?.id);
      put(messages, reply.messages);
      for (const name of reply.disabled ?? []) warn(disabledText(name, reply.notes));
    } catch (error) {
      if (/** @type {any} */ (error).code === "down") talk.wake();
    }
  }

  return {
    /** @param {Session} session what `/prune` says first where another package carries this host, or "" */
    guest({ id }) {
      const { carrier } = bus.role();
      return carrier === "" ? "" : guestText(carrier, host, id);
    },
    /**
     * Replays, and lets the other packages act when there are any; only then there is something to wait for.
     *
     * @param {Session} session @param {Message[]} messages the host's own list, edited in place
     * @param {() => { workspace: string, model: Model, warn: (text: string) => void }} facts asked for only then
     * @returns {Promise<void> | undefined}
     */
    run(session, messages, facts) {
      const { carrier, foreign } = bus.role();
      if (carrier !== "" || session.disabled) return undefined;
      if (!foreign) return void session.replay(messages);
      /** @type {Own[]} */
      let own = [];
      let before = messages;
      session.replay(messages, (plan, decisions) => {
        own = placesOf(session.form, messages, plan, decisions);
        before = messages.slice();
        for (const { index } of own) before[index] = structuredCopy(messages[index]);
      });
      for (const each of own) each.message = messages[each.index];
      const asked = facts();
      if (session.off() || refused.has(asked.model?.id)) return undefined;
      return ask(session, messages, own, before, asked);
    },
  };
}

/**
 * Which messages the plan edits, and where the copies stand that its markers name.
 *
 * @param {import("./types.mjs").ListForm} form
 * @param {Message[]} messages
 * @param {import("./replay.mjs").Plan} plan
 * @param {import("./types.mjs").Decision[]} decisions
 * @returns {Own[]}
 */
function placesOf(form, messages, plan, decisions) {
  /** @type {Map<string, import("./types.mjs").Seen>} */
  const seen = new Map();
  const applied = decisions.filter((_, at) => plan.outcomes[at] === "applied");
  const unseen = () => ({ calls: 0, results: 0, call: null, callAt: -1, result: null, at: -1 });
  for (const { source, witness } of applied) {
    for (const side of [source, witness]) if (side) seen.set(side.id, unseen());
  }
  form.locate(messages, seen);
  /** @type {Map<number, Own>} */
  const places = new Map();
  for (const { source, witness } of applied) {
    const index = seen.get(source.id)?.at ?? -1;
    if (index < 0) continue;
    const copy = witness ? (seen.get(witness.id)?.at ?? -1) : -1;
    places.set(index, { index, ...(copy >= 0 && copy !== index ? { witness: copy } : {}), message: messages[index] });
  }
  return [...places.values()].sort((one, other) => one.index - other.index);
}

/**
 * Puts the worker's answer into the list, in place: for each message that stays its index, or the index with another
 * content. Anything odd in the answer leaves the list as it is.
 *
 * @param {Message[]} messages
 * @param {any} items
 */
export function put(messages, items) {
  if (!Array.isArray(items) || items.length === 0) return;
  const places = items.map((item) => (typeof item === "number" ? item : item?.index));
  const known = places.every((at) => Number.isInteger(at) && at >= 0 && at < messages.length);
  if (!known || new Set(places).size !== places.length) return;
  const changed = items.filter((item) => typeof item !== "number");
  if (!changed.every(({ index, message }) => isObject(message) && isObject(messages[index]))) return;
  const kept = places.map((at) => messages[at]);
  const copies = changed.map(({ index }) => ({ target: messages[index], copy: structuredCopy(messages[index]) }));
  try {
    for (const { index, message } of changed) assign(messages[index], message);
  } catch {
    for (const { target, copy } of copies) assign(target, copy);
    return;
  }
  for (let at = 0; at < kept.length; at++) if (messages[at] !== kept[at]) messages[at] = kept[at];
  messages.length = kept.length;
}

/** @param {unknown} value */
function isObject(value) {
  return value !== null && typeof value === "object";
}

/**
 * Makes `target` say what `value` says, and leaves alone what it says already: the host's own objects stay.
 *
 * @param {any} target
 * @param {any} value
 */
function assign(target, value) {
  if (Array.isArray(target)) target.length = value.length;
  else for (const name of Object.keys(target)) if (target[name] !== undefined && !(name in value)) delete target[name];
  for (const [name, next] of Object.entries(value)) {
    const now = target[name];
    if (isObject(now) && isObject(next) && Array.isArray(now) === Array.isArray(next)) assign(now, next);
    else if (now !== next) target[name] = next;
  }
}

/** @param {any} value as JSON carries it, which is how it reaches the other packages @returns {any} */
function structuredCopy(value) {
  return JSON.parse(JSON.stringify(value));
}
