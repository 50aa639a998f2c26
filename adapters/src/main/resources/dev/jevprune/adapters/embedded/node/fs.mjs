// The synchronous half of node:fs over a real folder; refusals carry Node's error codes.
import { Buffer, host } from '../host/globals.mjs';

export const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, O_RDONLY: 0, O_WRONLY: 1, O_CREAT: 64, O_EXCL: 128, O_NOFOLLOW: 131072 };

/** What a test puts between the scripts and the disk. */
export const faults = { file: (_name, _path, run) => run() };
const fileCall = (name, path, ...rest) => faults.file(name, path, () => host.file(name, path, ...rest));

/** Java answers {"code","message"} for a refusal, since an exception's class does not reach a script. */
function ask(call, ...args) {
  const answer = fileCall(call, ...args);
  if (answer !== null && typeof answer === 'object' && answer.refused) {
    throw Object.assign(new Error(`${answer.code}: ${call} '${args[0]}'`), { code: answer.code, syscall: call, path: args[0] });
  }
  return answer;
}
const pathOf = (path) => (typeof path === 'object' && path !== null && 'pathname' in path ? path.pathname : String(path));

class Stats {
  constructor(facts, bigint) {
    const number = (value) => (bigint ? BigInt(value) : Number(value));
    this.kind = facts.kind;
    this.mode = number(facts.mode); this.uid = number(facts.uid); this.gid = number(facts.uid);
    this.size = number(facts.size); this.ino = number(facts.ino); this.dev = number(1); this.nlink = number(1);
    this.mtimeMs = bigint ? BigInt(facts.mtimeNanos) / 1000000n : Number(facts.mtimeNanos) / 1e6;
    this.ctimeMs = this.mtimeMs;
    if (bigint) { this.mtimeNs = BigInt(facts.mtimeNanos); this.ctimeNs = this.mtimeNs; }
    this.mtime = new Date(Number(this.mtimeMs));
  }
  isFile() { return this.kind === 'file'; }
  isDirectory() { return this.kind === 'folder'; }
  isSymbolicLink() { return this.kind === 'link'; }
  isSocket() { return this.kind === 'socket'; }
}
const facts = (call, path, options = {}) => {
  const answer = fileCall(call, pathOf(path));
  if (answer.refused && options.throwIfNoEntry === false && answer.code === 'ENOENT') return undefined;
  return new Stats(answer.refused ? ask(call, pathOf(path)) : JSON.parse(answer), options.bigint === true);
};
const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding);

export const statSync = (path, options) => facts('stat', path, options);
export const lstatSync = (path, options) => facts('lstat', path, options);
export const existsSync = (path) => !fileCall('lstat', pathOf(path)).refused;
export const accessSync = (path) => { ask('stat', pathOf(path)); };
export const readFileSync = (path, options) => {
  if (typeof path === 'number') path = descriptors.get(path)?.path;
  if (encodingOf(options)) return ask('readText', pathOf(path));
  return Buffer.from(ask('read', pathOf(path)));
};
export const writeFileSync = (path, data, options) => {
  const flag = typeof options === 'object' ? options?.flag ?? 'w' : 'w';
  if (typeof path === 'number') path = descriptors.get(path)?.path;
  ask('write', pathOf(path), typeof data === 'string' ? data : Buffer.from(data).toString(), flag);
};
export const mkdirSync = (path, options) => { ask('mkdir', pathOf(path), Boolean(options?.recursive)); };
export const unlinkSync = (path) => { ask('unlink', pathOf(path)); };
export const rmSync = (path, options) => {
  const answer = fileCall('unlink', pathOf(path));
  if (answer?.refused && !(options?.force && answer.code === 'ENOENT')) ask('unlink', pathOf(path));
};
export const renameSync = (from, to) => { ask('rename', pathOf(from), pathOf(to)); };
export const readdirSync = (path) => Array.from(ask('list', pathOf(path)));
export const realpathSync = (path) => ask('real', pathOf(path));
export const chmodSync = () => {};
export const utimesSync = () => {};

const descriptors = new Map();
export const openSync = (path, flags = 'r') => {
  const name = pathOf(path);
  if (typeof flags === 'string' && flags !== 'r') ask('write', name, '', flags); else ask('stat', name);
  const fd = descriptors.size + 3;
  descriptors.set(fd, { path: name, at: 0 });
  return fd;
};
export const closeSync = (fd) => { descriptors.delete(fd); };
export const fstatSync = (fd, options) => statSync(descriptors.get(fd).path, options);
export const readSync = (fd, buffer, offset = 0, length = buffer.length - offset, position = null) => {
  const open = descriptors.get(fd);
  const from = position ?? open.at;
  const bytes = readFileSync(open.path).subarray(from, from + length);
  buffer.set(bytes, offset);
  if (position === null) open.at += bytes.length;
  return bytes.length;
};
export const writeSync = (fd, data) => { const { path } = descriptors.get(fd); ask('write', path, String(data), 'a'); return data.length; };

export default {
  constants, statSync, lstatSync, existsSync, accessSync, readFileSync, writeFileSync, mkdirSync, unlinkSync, rmSync, renameSync,
  readdirSync, realpathSync, chmodSync, utimesSync, openSync, closeSync, fstatSync, readSync, writeSync,
};
