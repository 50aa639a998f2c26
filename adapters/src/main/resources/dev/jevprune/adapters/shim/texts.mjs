/**
 * The shim's own texts; all others come from the worker. What happened, to what, what to do.
 */

/** @typedef {import("./types.mjs").CodedError} CodedError */

export const COMMAND_DESCRIPTION = "Jev Prune: leave repeated file reads out of the next requests";

export const HELP = [
  "/prune               list older reads that can be left out of the next requests",
  "/prune approve [N…|ID…]   leave out all listed pairs, or the named reads",
  "/prune approve repeats | superseded | stale | all   leave out the listed reads of that class",
  "/prune assess        let a model judge the pairs; says first what would be sent, and where",
  "/prune status        what is left out now, and whether the worker runs",
  "/prune why           why each read that stays is kept",
  "/prune show N|ID     print the original body",
  "/prune stats         what was looked at and left out, here and in all sessions",
  "/prune undo [N|ID|all|CLASS]    send the originals again (without a name: the latest approval)",
  "/prune off | on      stop or resume leaving bodies out in this session",
  "/prune help          this list",
].join("\n");

export const TEXTS = {
  busy: "Jev Prune: a turn is running. Type /prune again when the agent is idle.",
  disabled: "Jev Prune is switched off by JEV_PRUNE_OFF=1: every original goes out. Start without it to use /prune.",
  changed: "Jev Prune: the session changed in the meantime, nothing was done. Type /prune again.",
  empty: "Jev Prune: this session has no messages yet.",
  approveHint: "Nothing is left out yet. Type /prune approve to leave them out.",
  assessTitle: "Jev Prune: send this?",
  sendHint: "Nothing was sent. Type /prune assess send to send it.",
  notSent: "Jev Prune: nothing was sent, and nothing changed.",
  confirmTitle: "Jev Prune",
  declined: "Jev Prune: nothing changed.",
  resumed: "Earlier repeated reads are left out of the request now, so that it fits. Go on with the task.",
  paused: "Jev Prune: paused. Send a message to go on: you are asked again. /compact compacts at once.",
  handled: "Jev Prune handled this command; no model was asked.",
  template: "Jev Prune did not take this command. Say only that, and do nothing else.",
  openCodeCounts:
    "OpenCode counts what the provider reported for the last answer, so its gauge follows one answer later; its transcript keeps every original.",
  duplicate:
    "Jev Prune is installed twice for this session; this copy stays idle. Keep one: run jevprune-install --plan.",
  notText: "(this result holds more than text; the transcript shows it)",
  nothingToUndo: "Jev Prune: nothing is left out in this session, so there is nothing to undo.",
  showWhat: "Jev Prune: name what to show: /prune show N or /prune show ID. /prune status lists both.",
};

/** @param {string} verb */
export function unknownVerb(verb) {
  return `Jev Prune: unknown word "${verb.slice(0, 40)}".\n${HELP}`;
}

/** @param {string} name */
export function taken(name) {
  return `Jev Prune: /prune belongs to another extension or command here, so ours is not registered; use /${name}. Replay works.`;
}

/** @param {string} id */
export function notInBranch(id) {
  return `Jev Prune: no tool result with the id ${id.slice(0, 160)} is in this branch.`;
}

/** @param {string} name */
export function noSuch(name) {
  return `Jev Prune: "${name.slice(0, 160)}" is not in the list. Type /prune or /prune status to see what is.`;
}

/** @param {number} count */
export function confirmText(count) {
  return count === 1 ? "Leave this body out of later requests?" : `Leave these ${count} bodies out of later requests?`;
}

/**
 * What is wrong with the worker, and what to do.
 *
 * @param {CodedError} error
 * @param {import("./types.mjs").Config} config
 */
export function troubleText({ code, message }, config) {
  switch (code) {
    case "java":
      return `no Java program at ${config.java}. Install JDK 17 or later and run jevprune-install --apply.`;
    case "absent":
      return `the worker could not be started (${message}). Run jevprune worker status.`;
    case "down":
      return `${message}; the next /prune starts it.`;
    case "late":
      return `the worker does not answer (${message}). Run jevprune worker stop, then type /prune.`;
    case "unsupported_protocol":
    case "unsafe":
      return message;
    default:
      return "";
  }
}

/**
 * @param {CodedError} error
 * @param {import("./types.mjs").Config} config
 */
export function failureText(error, config) {
  const trouble = troubleText(error, config);
  if (trouble !== "") return `Jev Prune: ${trouble} Decisions already taken are still replayed.`;
  if (error.code === "stale" || error.code === "not_found") return TEXTS.changed;
  return `Jev Prune: ${error.message || "the request failed"}`;
}

/**
 * @param {import("./session.mjs").Session} session
 * @param {string} version
 * @param {string} worker
 */
export function statusText(session, version, worker) {
  const ledger = session.ledger();
  const { requests, applied, invalid, inactive, bytesRemoved } = session.counts;
  const lines = [
    `Jev Prune ${version}: ${session.disabled ? `off (${typeof session.disabled === "string" ? session.disabled : "JEV_PRUNE_OFF=1"})` : session.observe ? "observing, nothing is left out (mode: observe)" : ledger?.off ? "off in this session" : "on"}`,
    `requests seen: ${requests}; last one: ${applied} left out, ${invalid} invalid, ${inactive} inactive, ${bytesRemoved} bytes removed`,
    `worker: ${worker}`,
  ];
  for (const [index, { kind, source, path, held }] of (ledger?.decisions ?? []).entries()) {
    lines.push(
      `${index + 1}. ${path || "read"}  ${source.bytes} bytes  ${source.id}${kind === "repeat" ? "" : `  ${kind}`}${held ? "  (held back)" : ""}`,
    );
  }
  return lines.join("\n");
}

/** The answers that the chooser offers. */
export const CHOICES = { prune: "Prune", compact: "Compact", pause: "Pause" };

/**
 * @param {"threshold" | "overflow"} reason
 * @param {{ tokens: number, window: number }} room
 * @param {{ bodies: number, tokens: number } | null} found null when nobody could say, or it was tried before
 */
export function choiceTitle(reason, { tokens, window }, found) {
  const count = Number.isSafeInteger(tokens) ? ` (${tokens} of ${window} tokens)` : "";
  const full =
    reason === "overflow" ? "The request was too long for the model." : `The context is nearly full${count}.`;
  if (found === null) return full;
  if (found.bodies === 0) return `${full} Jev Prune finds no repeated read to leave out.`;
  return `${full} Jev Prune can leave out ${reads(found.bodies)}${about(found.tokens)}.`;
}

/** @param {number} bodies @param {number} tokens */
export function choseToPrune(bodies, tokens) {
  return `Jev Prune: ${reads(bodies)} left out${about(tokens)}; no compaction is needed now. /prune status lists them.`;
}

/** @param {number} bodies @param {number} tokens */
export function tooLarge(bodies, tokens) {
  const done = bodies === 0 ? "Nothing more could be left out." : `${reads(bodies)} left out${about(tokens)}.`;
  return `${done} That is not known to be enough.`;
}

/** @param {number} count */
function reads(count) {
  return count === 1 ? "1 repeated read" : `${count} repeated reads`;
}

/** @param {number} tokens */
function about(tokens) {
  return tokens > 0 ? `, about ${tokens} tokens (o200k estimate)` : "";
}

/** @param {string} carrier @param {string} host @param {string} session */
export function guestText(carrier, host, session) {
  return (
    `Another package, ${carrier}, carries the requests of this host. What you approve here, or from outside with\n` +
    `jevprune approve --host ${host} --session ${session} FILE, is left out when it runs our stage.`
  );
}

/** @param {string} name @param {any} notes */
export function disabledText(name, notes) {
  const note = Array.isArray(notes) ? notes.find((each) => each?.stage === name && each.action === "disabled") : null;
  const why = typeof note?.detail === "string" ? `: ${note.detail}` : "";
  return `Jev Prune does not ask the stage ${name} of another package any more${why}. Requests go out without it.`;
}
