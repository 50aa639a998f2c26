import { Buffer, host } from '../host/globals.mjs';

class Hash {
  #parts = [];
  update(data) { this.#parts.push(typeof data === 'string' ? Buffer.from(data) : data); return this; }
  digest(encoding) {
    const hex = host.sha256(Array.from(Buffer.concat(this.#parts)));
    return encoding === 'hex' ? hex : Buffer.from(hex, 'hex');
  }
}
class Hmac {
  #inner; #key;
  constructor(key) {
    const bytes = typeof key === 'string' ? Buffer.from(key) : key;
    const short = bytes.length > 64 ? new Hash().update(bytes).digest() : bytes;
    this.#key = Buffer.concat([short, Buffer.alloc(64 - short.length)]);
    this.#inner = new Hash().update(this.#pad(0x36));
  }
  #pad(mask) { return Buffer.from(Array.from(this.#key, (byte) => byte ^ mask)); }
  update(data) { this.#inner.update(data); return this; }
  digest(encoding) { return new Hash().update(this.#pad(0x5c)).update(this.#inner.digest()).digest(encoding); }
}
const only = (algorithm) => {
  if (algorithm !== 'sha256') throw new Error(`Digest method not supported: ${algorithm}`);
};
export const createHash = (algorithm) => { only(algorithm); return new Hash(); };
export const createHmac = (algorithm, key) => { only(algorithm); return new Hmac(key); };
export const timingSafeEqual = (one, other) => one.equals(other);
/** A text is hashed by Java at once, since passing its bytes one by one is slow. */
export const hash = (algorithm, data, encoding = 'hex') => {
  only(algorithm);
  if (typeof data === 'string' && encoding === 'hex') return host.sha256Text(data);
  return createHash(algorithm).update(data).digest(encoding);
};
let lastUuid = 0;
export const randomUUID = () => `00000000-0000-4000-8000-${String(++lastUuid).padStart(12, '0')}`;
export const randomBytes = (size) => Buffer.alloc(size);
export default { createHash, createHmac, hash, timingSafeEqual, randomUUID, randomBytes };
