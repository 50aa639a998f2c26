/**
 * The tool that gives an omitted text back. Host-neutral: the glue hands in how the host stores its results.
 */
import { EXPAND_TOOL, hashedText, sha256 } from "./text.mjs";

export const EXPAND = {
  name: EXPAND_TOOL,
  description:
    "Gives back the older text of a file read that Jev Prune left out of the conversation. It is what the file held when it was read, not what it holds now. Take the id from the note that stands in place of the text.",
  parameters: {
    type: "object",
    properties: { id: { type: "string", description: "The id in the note, such as 3fa9c1d2e4b0" } },
    required: ["id"],
    additionalProperties: false,
  },
};

/** What a marker names. The worker keeps a text that was given back by these digits alone, so nothing else is taken. */
const HANDLE = /^[0-9a-f]{12}$/;

/**
 * The original result that the id in a marker means, or null.
 *
 * @param {import("./session.mjs").Session} session
 * @param {(id: string) => any[] | Promise<any[]>} originals the result records of a call id as the host stores them
 * @param {unknown} id
 */
export async function originalOf(session, originals, id) {
  if (typeof id !== "string" || !HANDLE.test(id)) return null;
  for (const { source } of session.ledger()?.decisions ?? []) {
    if (!source.text.startsWith(id)) continue;
    for (const result of await originals(source.id)) {
      const body = session.form.texts(result);
      if (body !== null && sha256(hashedText(body.texts)) === source.text) return result;
    }
  }
  return null;
}

/**
 * The read in a host's stored list whose text the id in a marker stands for, or null. A fork whose parent is not known
 * has no ledger that names it, and holds the same text.
 *
 * @param {import("./types.mjs").ListForm} form
 * @param {import("./types.mjs").Message[]} messages
 * @param {unknown} id
 */
export function readOf(form, messages, id) {
  if (typeof id !== "string" || !HANDLE.test(id)) return null;
  const { reads, results } = form.scan(messages);
  for (const { id: call } of reads) {
    const result = results.get(call)?.record;
    const body = form.succeeded(result) ? form.texts(result) : null;
    if (body !== null && sha256(hashedText(body.texts)).startsWith(id)) return result;
  }
  return null;
}

/** @param {unknown} id */
export function notKept(id) {
  return `Jev Prune left out nothing with the id ${String(id).slice(0, 80)} in this session. Read the file instead.`;
}
