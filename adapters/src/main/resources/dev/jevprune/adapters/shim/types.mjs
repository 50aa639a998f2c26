/**
 * Shapes that the shim files share. No code: the checker reads the comments, the engine sees an empty module.
 *
 * @typedef {{ id: string, args: string, text: string, shape: string, bytes: number }} Side one half of a decision: ids and fingerprints, never text
 * @typedef {{ id: string, tool: string, args: string }} Cause the later call that made a read stale or superseded
 * @typedef {object} Decision
 * @property {string} kind repeat, stale or superseded
 * @property {Side} source
 * @property {Side} [witness] of a repeat
 * @property {Cause} [cause] of the others
 * @property {string} tool
 * @property {string} path
 * @property {string} marker
 * @property {boolean} held
 * @property {string} approvedAt
 * @typedef {{ session: string, version: number, off: boolean, decisions: Decision[] }} Ledger
 *
 * @typedef {Record<string, any>} Message one message of the host's list; every member may be missing or odd
 *
 * @typedef {object} Seen where the id of a decision stands in a list, and how often; the records are the host's own
 * @property {number} calls
 * @property {number} results
 * @property {any} call first record that calls it
 * @property {number} callAt index of its message, -1 without one
 * @property {any} result first record that answers it, null without one
 * @property {number} at
 *
 * @typedef {{ count: number, index: number, record: any }} Place first place of an id, and how often it occurs
 *
 * @typedef {object} Scan what one pass over a list finds
 * @property {number} lastUser index of the last message that a person wrote, -1 when there is none
 * @property {number} lastSigned index of the last message with a signed block, -1 when there is none
 * @property {string} goal the text of the last user message
 * @property {Map<string, Place>} calls
 * @property {Map<string, Place>} results
 * @property {{ index: number, id: string, call: any }[]} reads every call of a read tool, in list order
 *
 * @typedef {object} ListForm what is particular to a host's list. Pure; any record may be odd, and no list is changed
 * @property {(messages: Message[], seen: Map<string, Seen>) => number} locate fills in where the named ids stand, in one
 *   pass; returns the index of the last message that a person wrote
 * @property {(messages: Message[]) => Scan} scan
 * @property {(call: any) => any} tool
 * @property {(call: any) => unknown} args
 * @property {(result: any) => { shape: string, texts: string[] } | null} texts null when anything but text is in it
 * @property {(result: any) => boolean} succeeded
 * @property {(seen: Seen) => boolean} answered it succeeded, behind its call, and the host left the body as it was
 * @property {(result: any, marker: string) => Edit} put the edit that leaves the body out; nothing is changed yet
 * @property {(result: any, text: string) => boolean} notice whether the host itself shortened, cleared or extended it
 * @property {(message: any) => number} bytes UTF-8 bytes of the text in a message
 * @property {(id: string, call: any, result: any) => Body} body what the worker judges
 *
 * @typedef {{ target: Record<string, any>, member: string, value: unknown }} Edit one member of one of the host's records
 * @typedef {{ id: string, call: unknown, result: unknown }} Body
 *
 * @typedef {object} Config what the installer wrote into the loader
 * @property {string} version
 * @property {string} runtime absolute folder that holds lib/ and shim/
 * @property {string} dataHome absolute folder of the stores
 * @property {string} profile 64 hex digits
 * @property {string} java absolute path of the java program
 * @property {string} [agentDir]
 * @property {boolean} [piChoice] ask before an automatic compaction
 * @property {Client} [client] replaces the socket client (embedded host, tests)
 * @property {string} [busHome] absolute folder of the bus, where it is not the usual one
 * @property {{ preview?: number, bus?: number }} [deadlines] milliseconds for each question that a command asks, and for
 *   the stages of other packages
 *
 * @typedef {object} Settings what the worker wrote for the shims
 * @property {"prune" | "observe" | "off"} mode
 * @property {"never" | "cold"} auto
 * @property {boolean} lifecycle whether decisions are taken at requests
 * @property {boolean} expand whether the tool that gives a text back is registered
 * @property {number} cold_after_ms age of the last answer from which the cache may be cold: the worker is asked then
 * @property {{ request_ms: number, cold_ms: number, preview_ms: number, bus_ms: number }} deadlines
 *
 * @typedef {{ idleMillis: number | null, reset: boolean }} CacheSigns age of the last answer; compaction or other model since
 *
 * @typedef {object} Client
 * @property {(op: string, fields: Record<string, unknown>, deadlineMillis: number, background?: boolean) => Promise<any>} call
 *   rejects with an `Error` that has a `code`; `background` never keeps the host's process alive
 * @property {() => void} start looks for the worker and starts it when it is absent; never throws
 * @property {() => void} close
 *
 * @typedef {Error & { code?: string }} CodedError
 */

export {};
