// What Node puts on the global object and a bare JavaScript engine does not have. Time stands still until the
// embedding program moves it on, so that no test waits for a clock.
const java = globalThis.__embeddedHost;
delete globalThis.__embeddedHost;

/** Failures that would end a real Node process: a throw in a timer, an un-awaited rejection. */
export const crashes = [];
/** Lines the scripts printed, oldest first. */
export const printed = [];

const describe = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

// --- time -----------------------------------------------------------------------------------------------------------
let now = java.startMillis;
let lastTimer = 0;
const timers = new Map();

class Timer {
  constructor(run, millis, repeats, args) {
    this.id = ++lastTimer;
    this.run = () => run(...args);
    this.millis = Math.max(1, Number(millis) || 0);
    this.repeats = repeats;
    this.at = now + this.millis;
    this.held = true;
    timers.set(this.id, this);
  }
  ref() { this.held = true; return this; }
  unref() { this.held = false; return this; }
  hasRef() { return this.held; }
  refresh() { this.at = now + this.millis; return this; }
  close() { timers.delete(this.id); return this; }
  [Symbol.toPrimitive]() { return this.id; }
}

const forget = (timer) => { if (timer !== undefined && timer !== null) timers.delete(Number(timer)); };

/** Runs the next timer due at or before `until`; false when there is none, and then it is `until`. */
export function runNextTimer(until) {
  let next = null;
  for (const timer of timers.values()) if (timer.at <= until && (next === null || timer.at < next.at)) next = timer;
  if (next === null) { now = Math.max(now, until); return false; }
  now = Math.max(now, next.at);
  if (next.repeats) next.at = now + next.millis; else timers.delete(next.id);
  try { next.run(); } catch (error) { crashes.push(`timer: ${describe(error)}`); }
  return true;
}
export const currentMillis = () => now;
/** Timers that would keep a real process alive. */
export const heldTimers = () => [...timers.values()].filter((timer) => timer.held).length;

globalThis.setTimeout = (run, millis, ...args) => new Timer(run, millis, false, args);
globalThis.setInterval = (run, millis, ...args) => new Timer(run, millis, true, args);
globalThis.setImmediate = (run, ...args) => new Timer(run, 0, false, args);
globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = forget;
globalThis.queueMicrotask = (run) => { Promise.resolve().then(run).catch((error) => crashes.push(`microtask: ${describe(error)}`)); };
globalThis.performance = { now: () => now - java.startMillis, timeOrigin: java.startMillis };
Date.now = () => now;

if (typeof Graal !== 'undefined' && Graal.setUnhandledPromiseRejectionHandler) {
  Graal.setUnhandledPromiseRejectionHandler((error) => { crashes.push(`rejection: ${describe(error)}`); });
}

// --- text and bytes -------------------------------------------------------------------------------------------------
const bytesOf = (text) => Uint8Array.from(java.utf8(String(text)));
const textOf = (bytes) => java.fromUtf8(Array.from(bytes));

globalThis.TextEncoder = class TextEncoder { encode(text = '') { return bytesOf(text); } };
globalThis.TextDecoder = class TextDecoder {
  constructor(label = 'utf-8', options = {}) { this.fatal = Boolean(options.fatal); }
  decode(bytes = new Uint8Array()) { return this.fatal ? java.fromUtf8Strict(Array.from(bytes)) : textOf(bytes); }
};

export class Buffer extends Uint8Array {
  static get [Symbol.species]() { return Buffer; }
  static byteLength(value) { return typeof value === 'string' ? java.utf8Length(value) : value.byteLength; }
  static from(value, encoding) {
    if (typeof value !== 'string') return new Buffer(value);
    if (encoding === 'hex') return new Buffer((value.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
    return new Buffer(java.utf8(value));
  }
  static alloc(size) { return new Buffer(size); }
  static allocUnsafe(size) { return new Buffer(size); }
  static isBuffer(value) { return value instanceof Buffer; }
  static concat(list, total = list.reduce((sum, part) => sum + part.length, 0)) {
    const all = new Buffer(total);
    let at = 0;
    for (const part of list) { all.set(part, at); at += part.length; }
    return all;
  }
  toString(encoding, from = 0, to = this.length) {
    const part = this.subarray(from, to);
    if (encoding === 'hex') return Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return textOf(part);
  }
  view() { return new DataView(this.buffer, this.byteOffset, this.byteLength); }
  readUInt32BE(at = 0) { return this.view().getUint32(at); }
  writeUInt32BE(value, at = 0) { this.view().setUint32(at, value); return at + 4; }
  readInt32BE(at = 0) { return this.view().getInt32(at); }
  write(text, at = 0) { const bytes = java.utf8(text); this.set(bytes, at); return bytes.length; }
  copy(target, at = 0, from = 0, to = this.length) { target.set(this.subarray(from, to), at); return to - from; }
  equals(other) { return this.length === other.length && this.every((byte, i) => byte === other[i]); }
}
globalThis.Buffer = Buffer;

/** A deep copy by value, as the structured clone algorithm makes of plain data. */
export function deepCopy(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(deepCopy);
  const copy = {};
  for (const key of Object.keys(value)) copy[key] = deepCopy(value[key]);
  return copy;
}
globalThis.structuredClone = deepCopy;

// --- process and console --------------------------------------------------------------------------------------------
const listeners = new Map();
export const process = {
  env: Object.fromEntries(Object.keys(java.environment).map((name) => [name, java.environment[name]])), platform: java.platform, arch: 'x64', pid: 4711, ppid: 1, argv: ['node', 'pi'],
  execPath: '/usr/bin/node', version: 'v22.19.0', versions: { node: '22.19.0' }, exitCode: undefined,
  getuid: () => java.uid, geteuid: () => java.uid, cwd: () => java.cwd, uptime: () => (now - java.startMillis) / 1000,
  hrtime: Object.assign(() => [Math.floor(now / 1000), (now % 1000) * 1e6], { bigint: () => BigInt(now) * 1000000n }),
  memoryUsage: () => ({ rss: 0, heapUsed: 0 }),
  nextTick: (run, ...args) => globalThis.queueMicrotask(() => run(...args)),
  on(name, run) { listeners.set(name, [...(listeners.get(name) ?? []), run]); return process; },
  once(name, run) { return process.on(name, run); },
  off(name, run) { listeners.set(name, (listeners.get(name) ?? []).filter((each) => each !== run)); return process; },
  removeListener(name, run) { return process.off(name, run); },
  exit(code) { throw new Error(`process.exit(${code}) was called`); },
  kill() { throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' }); },
  stdout: { write: (text) => printed.push(String(text)) }, stderr: { write: (text) => printed.push(String(text)) },
};
globalThis.process = process;
const print = (...parts) => { printed.push(parts.map(String).join(' ')); };
globalThis.console = { log: print, info: print, warn: print, error: print, debug: print, trace: print };

export const host = java;
