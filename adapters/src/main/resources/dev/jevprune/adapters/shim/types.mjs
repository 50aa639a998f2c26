/**
 * Shapes that the shim files share. No code: the checker reads the comments, the engine sees an empty module.
 *
 * @typedef {{ id: string, args: string, text: string, shape: string, bytes: number }} Side one half of a decision: ids and fingerprints, never text
 * @typedef {{ kind: string, source: Side, witness: Side, tool: string, path: string, marker: string, held: boolean, approvedAt: string }} Decision
 * @typedef {{ session: string, version: number, off: boolean, decisions: Decision[] }} Ledger
 *
 * @typedef {Record<string, any>} Message one message of the host's list; every member may be missing or odd
 *
 * @typedef {object} Config what the installer wrote into the loader
 * @property {string} version
 * @property {string} runtime absolute folder that holds lib/ and shim/
 * @property {string} dataHome absolute folder of the stores
 * @property {string} profile 64 hex digits
 * @property {string} java absolute path of the java program
 * @property {string} [agentDir]
 * @property {Client} [client] replaces the socket client (embedded host, tests)
 * @property {{ preview?: number }} [deadlines] milliseconds for each question that a command asks
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
