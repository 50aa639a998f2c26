// A socket whose other end is the embedding program: bytes it writes go there, and what it is told arrives as events.
import { Buffer, crashes, host } from '../host/globals.mjs';
import { EventEmitter } from './events.mjs';

const failure = (code, path) => Object.assign(new Error(`connect ${code} ${path}`), { code, syscall: 'connect' });
/** Events come later, never inside the call that caused them, as in Node. */
const later = (run) => setTimeout(() => {
  try { run(); } catch (error) { crashes.push(`socket: ${error.message}`); }
}, 0);

export class Socket extends EventEmitter {
  destroyed = false; writable = true; readyState = 'opening'; connecting = true; pending = true;
  connect(path) {
    const name = typeof path !== 'object' ? path : (path.path ?? `${path.host}:${path.port}`);
    const peer = host.connect(name, {
      open: () => later(() => { if (this.destroyed) return; this.connecting = this.pending = false; this.readyState = 'open'; this.emit('connect'); this.emit('ready'); }),
      data: (bytes) => later(() => { if (!this.destroyed) this.emit('data', Buffer.from(Array.from(bytes))); }),
      end: () => later(() => { if (this.destroyed) return; this.writable = false; this.emit('end'); this.destroy(); }),
      fail: (code) => later(() => this.destroy(failure(code, name))),
    });
    this.peer = peer;
    return this;
  }
  write(data, encoding, done) {
    const then = typeof encoding === 'function' ? encoding : done;
    if (this.destroyed) { later(() => { const e = failure('EPIPE', ''); then?.(e); if (this.listenerCount('error') > 0) this.emit('error', e); }); return false; }
    this.peer(Array.from(typeof data === 'string' ? Buffer.from(data) : data));
    if (then) later(() => then());
    return true;
  }
  end(data) { if (data !== undefined) this.write(data); later(() => this.destroy()); return this; }
  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true; this.writable = false; this.readyState = 'closed'; this.connecting = false;
    later(() => { if (error) this.emit('error', error); this.emit('close', Boolean(error)); });
    return this;
  }
  setTimeout() { return this; }
  setNoDelay() { return this; }
  setEncoding() { return this; }
  setKeepAlive() { return this; }
  pause() { return this; }
  resume() { return this; }
  ref() { return this; }
  unref() { return this; }
}
export const createConnection = (path, onConnect) => {
  const socket = new Socket();
  if (onConnect) socket.once('connect', onConnect);
  return socket.connect(path);
};
export const connect = createConnection;
export default { Socket, createConnection, connect };
