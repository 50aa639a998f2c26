import { Buffer, host } from '../host/globals.mjs';

class Hash {
  #parts = [];
  update(data) { this.#parts.push(typeof data === 'string' ? Buffer.from(data) : data); return this; }
  digest(encoding) {
    const hex = host.sha256(Array.from(Buffer.concat(this.#parts)));
    return encoding === 'hex' ? hex : Buffer.from(hex, 'hex');
  }
}
const only = (algorithm) => {
  if (algorithm !== 'sha256') throw new Error(`Digest method not supported: ${algorithm}`);
};
export const createHash = (algorithm) => { only(algorithm); return new Hash(); };
/** A text is hashed by Java at once, since passing its bytes one by one is slow. */
export const hash = (algorithm, data, encoding = 'hex') => {
  only(algorithm);
  if (typeof data === 'string' && encoding === 'hex') return host.sha256Text(data);
  return createHash(algorithm).update(data).digest(encoding);
};
let lastUuid = 0;
export const randomUUID = () => `00000000-0000-4000-8000-${String(++lastUuid).padStart(12, '0')}`;
export const randomBytes = (size) => Buffer.alloc(size);
export default { createHash, hash, randomUUID, randomBytes };
