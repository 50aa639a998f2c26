/**
 * Reads Pi's session branch: the message list that the next request would start from, and original bodies. Pure.
 * The branch holds Pi's own objects; nothing here changes one.
 */

/** @typedef {import("./types.mjs").Message} Message */
/** @typedef {Record<string, any>} Entry one entry of Pi's session file */

/**
 * The messages of a branch: from the newest compaction on its summary, the kept entries and what follows; each entry
 * with the newest context edit that names it (Pi 1.6.0). System messages are left out, as in the `context` event.
 *
 * @param {Entry[]} branch entries from the root to the leaf
 * @returns {Message[]}
 */
export function messagesOf(branch) {
  const visible = sinceCompaction(branch);
  const edits = new Map();
  for (const entry of visible) if (entry?.type === "context_edit") edits.set(entry.targetId, entry.replacement);
  const messages = [];
  for (const [index, entry] of visible.entries()) {
    const message = messageOf(entry, index === 0);
    if (message === null || message.role === "system") continue;
    const replacement = edits.get(entry.id);
    if (replacement === null) continue;
    messages.push(replacement === undefined ? message : edited(message, replacement.content));
  }
  return messages;
}

/**
 * The original result messages of a call id, in branch order.
 *
 * @param {Entry[]} branch
 * @param {string} id
 * @returns {Message[]}
 */
export function originalsOf(branch, id) {
  return branch
    .filter(
      (entry) => entry?.type === "message" && entry.message?.role === "toolResult" && entry.message.toolCallId === id,
    )
    .map((entry) => entry.message);
}

/** @param {Entry[]} branch */
function sinceCompaction(branch) {
  const at = branch.findLastIndex((entry) => entry?.type === "compaction");
  if (at < 0) return branch;
  const first = branch.findIndex((entry) => entry?.id === branch[at].firstKeptEntryId);
  const kept = first < 0 || first > at ? [] : branch.slice(first, at);
  return [branch[at], ...kept, ...branch.slice(at + 1)];
}

/**
 * @param {Entry} entry
 * @param {boolean} first an older compaction among the kept entries says nothing
 * @returns {Message | null}
 */
function messageOf(entry, first) {
  const { customType, content, display, details, summary, fromId, tokensBefore } = entry ?? {};
  switch (entry?.type) {
    case "message":
      return entry.message !== null && typeof entry.message === "object" ? entry.message : null;
    case "custom_message":
      return {
        role: "custom",
        customType,
        content: content ?? [],
        display,
        details,
      };
    case "branch_summary":
      return summary ? { role: "branchSummary", summary, fromId } : null;
    case "compaction":
      return first ? { role: "compactionSummary", summary, tokensBefore } : null;
    default:
      return null;
  }
}

/** @param {Message} message @param {unknown} content */
function edited(message, content) {
  if (!["user", "assistant", "toolResult", "custom"].includes(message.role)) return message;
  const wrap = typeof content === "string" && (message.role === "assistant" || message.role === "toolResult");
  return {
    ...message,
    content: wrap ? [{ type: "text", text: content }] : content,
  };
}
