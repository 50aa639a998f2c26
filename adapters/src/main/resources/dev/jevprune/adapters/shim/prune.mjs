/**
 * The verbs of `/prune`. Knows the worker's operations and nothing of the host's API: the glue hands in a `Desk`.
 */
import { assessEnvironment } from "./host.mjs";
import { outlineOf } from "./outline.mjs";
import {
  confirmText,
  failureText,
  HELP,
  noSuch,
  notInBranch,
  statusText,
  TEXTS,
  troubleText,
  unknownVerb,
} from "./texts.mjs";
import { utf8Bytes } from "./text.mjs";

/** @typedef {import("./types.mjs").Message} Message */

/**
 * @typedef {object} Desk what a command may ask of the host; `say` and `confirm` never throw
 * @property {import("./session.mjs").Session} session
 * @property {import("./types.mjs").Config} config
 * @property {() => Promise<void>} ready resolves when the worker answers; starts it when it is absent
 * @property {(op: string, fields?: Record<string, unknown>, millis?: number) => Promise<any>} ask
 * @property {() => Promise<void>} tell gives the worker the figures of this session; never rejects
 * @property {(text: string, level?: "info" | "warning" | "error") => void} say
 * @property {((title: string, text: string) => Promise<boolean>) | null} confirm null without a user interface
 * @property {() => boolean | Promise<boolean>} idle
 * @property {() => Message[] | Promise<Message[]>} list the messages that the next request would start from
 * @property {(id: string) => any[] | Promise<any[]>} originals the result records of a call id as the host stores them
 * @property {() => { api: string, provider: string, id: string } | null} model asked after `list`
 * @property {() => Record<string, unknown>} [around] what the worker should know beside the list; asked after `list`
 * @property {string} [remark] what the user of this host should know beside a decision
 * @property {() => string} guest what to say first where another package carries this host's requests, or ""
 * @property {string[]} shown source ids in the order of the last list the user saw
 */

/** The worker ends a call to a model after 10 s; its answer must still find someone who waits. */
const ASSESS_MILLIS = 13_000;
const FRAME_BYTES = 4_000_000;
const MAX_FRAME_BYTES = 16_000_000;
/** Eight pairs a list, 128 decisions a session. */
const MAX_LISTS = 17;

/**
 * @param {string} line what stands behind the command's name
 * @param {Desk} desk
 */
export async function runPrune(line, desk) {
  const [verb = "", ...names] = line.split(/\s+/).filter((word) => word !== "");
  const run = verb === "" ? preview : Object.hasOwn(VERBS, verb) ? VERBS[verb] : null;
  try {
    if (run === null) return desk.say(unknownVerb(verb), "warning");
    if (!FREE.includes(verb)) {
      if (desk.session.disabled) return desk.say(TEXTS.disabled, "warning");
      if (!(await desk.idle())) return desk.say(TEXTS.busy, "warning");
    }
    await run(desk, names);
  } catch (error) {
    desk.say(failureText(/** @type {any} */ (error), desk.config), "warning");
  }
}

/** Verbs that decide nothing, so they work in the middle of a turn and while switched off. */
const FREE = ["status", "show", "stats", "help"];

/** The classes of reads, by the word that chooses them, with the kind of their decisions. */
const CLASSES = /** @type {const} */ ({ repeats: "repeat", superseded: "superseded", stale: "stale" });

/** @type {Record<string, (desk: Desk, names: string[]) => Promise<void>>} */
const VERBS = {
  approve,
  assess,
  status,
  stats,
  why,
  show,
  undo,
  off: (desk) => turn(desk, false),
  on: (desk) => turn(desk, true),
  help,
};

/** @param {Desk} desk */
async function preview(desk) {
  const list = await look(desk, "pairs");
  if (list === null) return;
  const guest = desk.guest();
  desk.say(
    guest === ""
      ? list.reply.text
      : `${guest}
${list.reply.text}`,
  );
  const chosen = idsIn(list.reply, "repeats");
  const count = chosen.length;
  if (count === 0) return;
  if (desk.confirm === null) return desk.say(TEXTS.approveHint);
  // Pi's terminal puts each report in the place of the one before, so the list is said again for /prune approve N.
  const yes = await desk.confirm(TEXTS.confirmTitle, confirmText(count));
  if (!yes) return desk.say(`${list.reply.text}\n${TEXTS.declined}`);
  if (!(await desk.idle())) return desk.say(TEXTS.busy, "warning");
  await decide(desk, "approve", { ticket: list.ticket, sources: chosen });
}

/**
 * Counts what could be left out now; null when the worker cannot say in time.
 *
 * @param {Desk} desk
 */
export async function previewOf(desk) {
  try {
    const list = await look(desk, "pairs");
    return total(list?.reply.pairs ?? []);
  } catch {
    return null;
  }
}

/**
 * Leaves out every pair there is, list by list: the user has said so, and sees the outcome.
 *
 * @param {Desk} desk
 * @returns {Promise<{ bodies: number, tokens: number }>} tokens that could not be counted count as none
 */
export async function approveAll(desk) {
  const all = [];
  for (let round = 0; round < MAX_LISTS; round++) {
    const list = await look(desk, "pairs");
    const pairs = list?.reply.pairs ?? [];
    if (list === null || pairs.length === 0) break;
    const reply = await desk.ask("approve", { ticket: list.ticket, sources: idsIn(list.reply, "repeats") });
    desk.session.adopt(reply.ledger);
    if (!(reply.added > 0)) break;
    all.push(...pairs);
  }
  desk.shown.length = 0;
  return total(all);
}

/** @param {{ tokens: number | null }[]} pairs */
function total(pairs) {
  return { bodies: pairs.length, tokens: pairs.reduce((sum, pair) => sum + (Number(pair.tokens) || 0), 0) };
}

/** @param {Desk} desk @param {string[]} names */
async function approve(desk, names) {
  const seen = desk.shown.slice();
  const list = await look(desk, "pairs");
  if (list === null) return;
  // What was listed is what is approved: reads that turned up since then wait for the next list.
  const order = seen.length > 0 ? seen : desk.shown.slice();
  const words = classesOf(names.length === 0 ? ["repeats"] : names);
  const sources =
    words === null
      ? resolve(desk, names, order)
      : words.flatMap((word) => idsIn(list.reply, word)).filter((id) => order.includes(id));
  if (sources === null) return;
  if (sources.length === 0) return desk.say(list.reply.text);
  await decide(desk, "approve", { ticket: list.ticket, sources });
}

/**
 * @param {string[]} names
 * @returns {(keyof typeof CLASSES)[] | null} the classes they choose; null when they name reads
 */
function classesOf(names) {
  const all = /** @type {(keyof typeof CLASSES)[]} */ (Object.keys(CLASSES));
  if (names.includes("all")) return all;
  return names.every((name) => Object.hasOwn(CLASSES, name)) ? all.filter((word) => names.includes(word)) : null;
}

/** @param {any} reply of a preview @param {keyof typeof CLASSES} word @returns {string[]} */
function idsIn(reply, word) {
  const list = (word === "repeats" ? reply.pairs : reply[word]) ?? [];
  return list.map((/** @type {any} */ { source }) => source);
}

/**
 * Lets a model judge the pairs. The user sees what would be sent, and where to, before anything is.
 *
 * @param {Desk} desk
 * @param {string[]} names
 */
async function assess(desk, names) {
  const ticket = await open(desk);
  if (ticket === null) return;
  const fields = { ticket, ...assessEnvironment() };
  const offer = await desk.ask("assess", fields);
  if (offer.asked + offer.remembered === 0) return desk.say(offer.text);
  if (names[0] !== "send") {
    if (desk.confirm === null) return desk.say(`${offer.text}\n${TEXTS.sendHint}`);
    if (!(await desk.confirm(TEXTS.assessTitle, offer.text))) return desk.say(TEXTS.notSent);
    if (!(await desk.idle())) return desk.say(TEXTS.busy, "warning");
  }
  await decide(desk, "assess", { ...fields, plan: offer.plan }, ASSESS_MILLIS);
}

/** @param {Desk} desk */
async function why(desk) {
  const list = await look(desk, "why");
  if (list !== null) desk.say(list.reply.text);
}

/** @param {Desk} desk @param {string[]} names */
async function undo(desk, names) {
  const decisions = desk.session.ledger()?.decisions ?? [];
  if (decisions.length === 0) return desk.say(TEXTS.nothingToUndo);
  const newest = decisions.map(({ approvedAt }) => approvedAt).at(-1);
  const latest = decisions.filter(({ approvedAt }) => approvedAt === newest).map(({ source }) => source.id);
  const words = names.length === 0 || names[0] === "all" ? null : classesOf(names);
  const kinds = words?.map((word) => CLASSES[word]);
  const sources =
    names.length === 0
      ? latest
      : names[0] === "all"
        ? "all"
        : kinds !== undefined
          ? decisions.filter(({ kind }) => kinds.some((each) => each === kind)).map(({ source }) => source.id)
          : resolve(desk, names, idsOf(desk));
  if (sources === null) return;
  if (sources.length === 0) return desk.say(TEXTS.nothingToUndo);
  const ticket = await open(desk);
  if (ticket !== null) await decide(desk, "undo", { ticket, sources });
}

/** @param {Desk} desk @param {boolean} on */
async function turn(desk, on) {
  const ticket = await open(desk);
  if (ticket !== null) await decide(desk, "switch", { ticket, on });
}

/** @param {Desk} desk @param {string[]} names */
async function show(desk, names) {
  if (names.length === 0) return desk.say(TEXTS.showWhat);
  const id = /^\d+$/.test(names[0]) ? (idsOf(desk)[Number(names[0]) - 1] ?? names[0]) : names[0];
  const originals = await desk.originals(id);
  if (originals.length === 0) return desk.say(notInBranch(id), "warning");
  const { texts } = desk.session.form;
  desk.say(originals.map((result) => texts(result)?.texts.join("\n") ?? TEXTS.notText).join("\n"));
}

/** @param {Desk} desk */
async function status(desk) {
  const worker = await desk.ask("status").then(
    (reply) => `version ${reply.version}, pid ${reply.pid}`,
    (error) => troubleText(error, desk.config) || error.message,
  );
  const text = statusText(desk.session, desk.config.version, worker);
  desk.say(desk.remark === undefined ? text : `${text}\n${desk.remark}`);
}

/** @param {Desk} desk */
async function stats(desk) {
  await desk.tell();
  desk.say((await desk.ask("stats")).text);
}

/** @param {Desk} desk */
async function help(desk) {
  desk.say(HELP);
}

/**
 * Sends the outline and the bodies that the worker names. Null when there is nothing to look at.
 *
 * The list is that of the session, not that of the last request: the answer that came since may hold the
 * signed block before which nothing new may be edited.
 *
 * @param {Desk} desk
 * @returns {Promise<string | null>} the ticket under which the worker keeps what it saw
 */
async function open(desk) {
  const messages = await desk.list();
  if (messages.length === 0) {
    desk.say(TEXTS.empty);
    return null;
  }
  await desk.ready();
  const around = { ...desk.around?.(), late: desk.session.progress.late };
  const { outline, bodies } = outlineOf(desk.session.form, messages, desk.session.prunedIn(messages), around);
  const { ticket, need } = await desk.ask("outline", {
    model: desk.model(),
    outline,
  });
  for (const frame of frames(bodies(need))) await desk.ask("bodies", { ticket, bodies: frame });
  return ticket;
}

/**
 * @param {Desk} desk
 * @param {"pairs" | "why"} detail
 */
async function look(desk, detail) {
  const ticket = await open(desk);
  if (ticket === null) return null;
  const reply = await desk.ask("preview", { ticket, detail });
  const ids = /** @type {(keyof typeof CLASSES)[]} */ (Object.keys(CLASSES)).flatMap((word) => idsIn(reply, word));
  desk.shown.splice(0, desk.shown.length, ...ids);
  return { ticket, reply };
}

/**
 * @param {Desk} desk
 * @param {"approve" | "assess" | "undo" | "switch"} op
 * @param {Record<string, unknown>} fields
 * @param {number} [millis]
 */
async function decide(desk, op, fields, millis) {
  const reply = await desk.ask(op, fields, millis);
  desk.session.adopt(reply.ledger);
  desk.shown.length = 0;
  desk.say(op === "approve" && desk.remark !== undefined ? `${reply.text}\n${desk.remark}` : reply.text);
}

/**
 * Numbers and ids to ids; null after saying which one is not in the list.
 *
 * @param {Desk} desk
 * @param {string[]} names
 * @param {string[]} order
 */
function resolve(desk, names, order) {
  const ids = [];
  for (const name of names) {
    const id = order.includes(name) ? name : /^\d+$/.test(name) ? order[Number(name) - 1] : undefined;
    if (id === undefined) {
      desk.say(noSuch(name), "warning");
      return null;
    }
    ids.push(id);
  }
  return ids;
}

/** @param {Desk} desk */
function idsOf(desk) {
  return (desk.session.ledger()?.decisions ?? []).map(({ source }) => source.id);
}

/**
 * Bodies in frames of a few megabytes. A body that fits no frame is not sent; the worker then keeps it.
 *
 * @param {import("./types.mjs").Body[]} bodies
 */
export function frames(bodies) {
  const all = [];
  let frame = [];
  let size = 0;
  for (const body of bodies) {
    const bytes = utf8Bytes(JSON.stringify(body));
    if (bytes > MAX_FRAME_BYTES) continue;
    if (frame.length > 0 && size + bytes > FRAME_BYTES) {
      all.push(frame);
      frame = [];
      size = 0;
    }
    frame.push(body);
    size += bytes;
  }
  if (frame.length > 0) all.push(frame);
  return all;
}
