/**
 * What OpenCode stores of a session, and what of it the next request starts from. Pure; nothing here changes a record.
 */

/** @typedef {import("./types.mjs").Message} Message */

/**
 * The messages of the next request, by OpenCode's own rule (1.18.33): from the newest finished compaction on, that
 * compaction and its summary first, then the kept tail, then what follows. Messages that the user took back are left
 * out; the next message removes them.
 *
 * @param {Message[]} stored oldest first
 * @param {any} revert the session's member of that name
 * @returns {Message[]}
 */
export function sentOf(stored, revert) {
  const end = revert?.messageID === undefined ? -1 : stored.findIndex((each) => each?.info?.id === revert.messageID);
  return reordered(sinceCompaction(end < 0 ? stored : stored.slice(0, end)));
}

/** @param {Message[]} messages */
function sinceCompaction(messages) {
  const finished = new Set();
  let tail;
  let start = messages.length;
  while (start > 0) {
    const { info, parts } = messages[--start] ?? {};
    if (tail !== undefined) {
      if (info?.id === tail) break;
    } else if (info?.role === "user" && finished.has(info.id)) {
      const part = compactionIn(parts);
      if (part !== undefined) {
        tail = part.tail_start_id || undefined;
        if (tail === undefined || info.id === tail) break;
      }
    } else if (info?.role === "assistant" && info.summary && info.finish && !info.error) finished.add(info.parentID);
  }
  return messages.slice(start);
}

/** @param {Message[]} messages */
function reordered(messages) {
  const at = messages.findLastIndex((each) => each?.info?.role === "user" && compactionIn(each.parts)?.tail_start_id);
  if (at < 0) return messages;
  const { info, parts } = messages[at];
  const first = messages.findIndex((each) => each?.info?.id === compactionIn(parts).tail_start_id);
  const summary = messages.findIndex(
    (each, i) => i > at && each?.info?.role === "assistant" && each.info.summary && each.info.parentID === info.id,
  );
  if (first < 0 || first >= at || summary < 0) return messages;
  return [...messages.slice(at, summary + 1), ...messages.slice(first, at), ...messages.slice(summary + 1)];
}

/** @param {any} parts */
function compactionIn(parts) {
  return Array.isArray(parts) ? parts.find((part) => part?.type === "compaction") : undefined;
}

/**
 * The tool parts of a call id, in order. What OpenCode cleared for the model is still in its output.
 *
 * @param {Message[]} stored
 * @param {string} id
 */
export function originalsOf(stored, id) {
  return stored
    .flatMap((each) => (Array.isArray(each?.parts) ? each.parts : []))
    .filter((part) => part?.type === "tool" && part.callID === id && typeof part.state?.output === "string");
}

/**
 * The model that a list goes to: OpenCode names it with the user's message.
 *
 * @param {Message[]} messages
 * @returns {{ api: string, provider: string, id: string } | null}
 */
export function modelOf(messages) {
  const { providerID, modelID } = lastSentAs(messages)?.model ?? {};
  return modelID === undefined ? null : { api: String(providerID), provider: String(providerID), id: modelID };
}

/**
 * How the user's last message was sent: the next one is sent alike, and so are our notes, since a session takes over
 * agent and model of its last message.
 *
 * @param {Message[]} stored
 * @returns {{ agent?: string, model?: { providerID: string, modelID: string }, variant?: string } | null}
 */
export function lastSentAs(stored) {
  const info = stored.findLast((each) => each?.info?.role === "user")?.info;
  if (typeof info?.model?.modelID !== "string") return null;
  const { providerID, modelID, variant } = info.model;
  return { agent: info.agent, model: { providerID, modelID }, variant };
}
