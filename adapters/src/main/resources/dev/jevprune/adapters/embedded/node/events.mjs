export class EventEmitter {
  #listeners = new Map();
  on(name, run) { this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), run]); return this; }
  addListener(name, run) { return this.on(name, run); }
  once(name, run) {
    const wrapped = (...args) => { this.off(name, wrapped); run(...args); };
    wrapped.original = run;
    return this.on(name, wrapped);
  }
  off(name, run) {
    this.#listeners.set(name, (this.#listeners.get(name) ?? []).filter((each) => each !== run && each.original !== run));
    return this;
  }
  removeListener(name, run) { return this.off(name, run); }
  removeAllListeners(name) { if (name === undefined) this.#listeners.clear(); else this.#listeners.delete(name); return this; }
  listenerCount(name) { return (this.#listeners.get(name) ?? []).length; }
  emit(name, ...args) {
    const all = this.#listeners.get(name) ?? [];
    if (name === 'error' && all.length === 0) throw args[0];
    for (const run of all) run(...args);
    return all.length > 0;
  }
}
export default EventEmitter;
