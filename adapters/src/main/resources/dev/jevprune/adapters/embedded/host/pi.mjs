// A Pi without a model: the sessions, events, contexts, commands and dialogs that an extension sees, in the order and with the
// refusals seen in runs of Pi 0.73.1 and 1.6.0. What an extension does wrong is recorded, as Pi would report it.
import { deepCopy } from './globals.mjs';

const textOf = (error) => (error instanceof Error ? error.message : String(error));
const STALE = 'This extension ctx is stale after session replacement or reload.';

/** What a promise came to, readable from outside at any time. */
export class Outcome {
  settled = false; value = undefined; error = null;
  static of(promise) {
    const outcome = new Outcome();
    promise.then((value) => { outcome.settled = true; outcome.value = value; },
      (error) => { outcome.settled = true; outcome.error = textOf(error); });
    return outcome;
  }
}

class Session {
  constructor(id, file, parent) {
    this.id = id; this.file = file; this.entries = []; this.leaf = null;
    this.header = { type: 'session', version: 3, id, timestamp: '2026-11-30T12:00:00.000Z', cwd: '/workspace' };
    if (parent !== null) this.header.parentSession = parent;
  }
  append(entry) {
    const id = (0x10000000 + this.entries.length + 1).toString(16);
    this.entries.push({ ...entry, id, parentId: this.leaf, timestamp: '2026-11-30T12:00:00.000Z' });
    this.leaf = id;
    return id;
  }
  branch(from = this.leaf) {
    const byId = new Map(this.entries.map((entry) => [entry.id, entry]));
    const path = [];
    for (let entry = byId.get(from); entry !== undefined; entry = byId.get(entry.parentId)) path.unshift(entry);
    return path;
  }
  /** The conversation as Pi sends it: behind the last compaction there is a summary, then what was kept. */
  messages() {
    const path = this.branch();
    const at = path.findLastIndex((entry) => entry.type === 'compaction');
    const plain = (entries) => entries.filter((e) => e.type === 'message' && e.message?.role !== 'system').map((e) => e.message);
    if (at < 0) return plain(path);
    const kept = path.findIndex((entry) => entry.id === path[at].firstKeptEntryId);
    const summary = { role: 'compactionSummary', summary: path[at].summary, tokensBefore: path[at].tokensBefore, timestamp: 0 };
    return [summary, ...plain(kept < 0 ? [] : path.slice(kept, at)), ...plain(path.slice(at + 1))];
  }
  reader() {
    return {
      getCwd: () => this.header.cwd, getSessionDir: () => '/sessions', getSessionId: () => this.id,
      getSessionFile: () => this.file ?? undefined, getLeafId: () => this.leaf, getHeader: () => this.header,
      getLeafEntry: () => this.entries.find((entry) => entry.id === this.leaf), getEntries: () => [...this.entries],
      getEntry: (id) => this.entries.find((entry) => entry.id === id), getBranch: (from) => this.branch(from),
      getLabel: () => undefined, getSessionName: () => undefined, getTree: () => [],
    };
  }
}

/** One life of the extensions: it ends when the session is replaced or reloaded, and everything captured from it is stale. */
class Life {
  stale = false; ready = false; extensions = [];
  check() { if (this.stale) throw new Error(STALE); }
  acting() { this.check(); if (!this.ready) throw new Error('Extension runtime not initialized.'); }
}

export class Pi {
  notices = []; errors = []; asked = []; answers = []; widgets = []; sent = []; status = new Map();
  idle = true; aborted = 0; preparation = {}; willRetry = false; life = new Life(); factories = []; hooks = { event: (e) => e, context: (c) => c, answered: () => {} };

  constructor(setup) {
    this.modern = setup.generation !== '0.73.1';
    this.mode = setup.mode;
    this.hasUI = setup.mode === 'tui' || setup.mode === 'rpc';
    this.model = setup.model;
    this.session = new Session(setup.session, setup.file ?? null, setup.parent ?? null);
  }

  // --- loading ------------------------------------------------------------------------------------------------------
  /** A factory that throws ends Pi, so this rejects as Pi exits. */
  load(path, factory) { this.factories.push({ path, factory }); return Outcome.of(this.#run(path, factory)); }
  async #run(path, factory) {
    const extension = { path, handlers: new Map(), commands: new Map(), tools: new Map() };
    this.life.extensions.push(extension);
    await factory(this.#api(extension, this.life));
  }

  #api(extension, life) {
    const act = (run) => (...args) => { life.acting(); return run(...args); };
    const record = (kind) => act((...args) => { this.sent.push({ kind, args: deepCopy(args) }); });
    return {
      on: (name, handler) => {
        life.check();
        const all = extension.handlers.get(name) ?? [];
        extension.handlers.set(name, all);
        all.push(handler);
        return this.modern ? () => { all.splice(all.indexOf(handler), 1); } : undefined;
      },
      registerCommand: (name, options) => { life.check(); extension.commands.set(name, options); },
      registerTool: (tool) => { life.check(); extension.tools.set(tool.name, tool); },
      registerFlag() {}, registerShortcut() {}, registerMessageRenderer() {}, getFlag: () => undefined,
      getCommands: act(() => this.#commands().map(({ invocationName, command }) => (
        { name: invocationName, description: command.description, source: 'extension' }))),
      sendMessage: record('sendMessage'), sendUserMessage: record('sendUserMessage'), appendEntry: record('appendEntry'),
      getActiveTools: act(() => ['read', 'bash', 'edit', 'write']), getAllTools: act(() => []),
      setActiveTools: record('setActiveTools'), setModel: record('setModel'), exec: record('exec'),
      getThinkingLevel: act(() => 'off'), events: { on: () => () => {}, emit: () => {} },
    };
  }

  #commands() {
    const all = this.life.extensions.flatMap((e) => [...e.commands].map(([name, command]) => ({ name, command, path: e.path })));
    const seen = new Map();
    for (const each of all) {
      const nth = (seen.get(each.name) ?? 0) + 1;
      seen.set(each.name, nth);
      each.invocationName = all.filter((other) => other.name === each.name).length > 1 ? `${each.name}:${nth}` : each.name;
    }
    return all;
  }

  // --- contexts -----------------------------------------------------------------------------------------------------
  #ui() {
    const when = (run, otherwise) => (...args) => (this.hasUI ? run(...args) : otherwise);
    const dialog = (kind, otherwise) => when((...args) => {
      this.asked.push({ kind, text: args.filter((each) => typeof each === 'string').join('\n') });
      const answer = this.answers.length > 0 ? this.answers.shift() : otherwise;
      if (answer === 'never') return new Promise(() => {});
      return Promise.resolve(answer);
    }, Promise.resolve(otherwise));
    return {
      notify: when((message, type = 'info') => { this.notices.push({ message: String(message), type }); }),
      setStatus: when((key, text) => { if (text === undefined) this.status.delete(key); else this.status.set(key, text); }),
      setWidget: when((key, lines) => { this.widgets.push({ key, lines }); }),
      confirm: dialog('confirm', false), select: dialog('select', undefined), input: dialog('input', undefined),
      editor: dialog('editor', undefined), custom: () => Promise.resolve(undefined), setTitle() {}, theme: {},
    };
  }

  #context(extra = {}) {
    const pi = this, life = this.life, ui = this.#ui(), manager = this.session.reader();
    const checked = (run) => (...args) => { life.check(); return run(...args); };
    const context = {
      get ui() { life.check(); return ui; },
      get hasUI() { life.check(); return pi.hasUI; },
      get cwd() { life.check(); return '/workspace'; },
      get sessionManager() { life.check(); return manager; },
      get modelRegistry() { life.check(); return {}; },
      get model() { life.check(); return pi.model ?? undefined; },
      get signal() { life.check(); return undefined; },
      isIdle: checked(() => pi.idle), abort: checked(() => { pi.aborted++; }), hasPendingMessages: checked(() => false),
      shutdown: checked(() => {}), compact: checked(() => {}), getSystemPrompt: checked(() => ''),
      getContextUsage: checked(() => ({ tokens: null, contextWindow: 200000, percent: null })),
      ...extra,
    };
    if (this.modern) Object.defineProperty(context, 'mode', { get() { life.check(); return pi.mode; }, enumerable: true });
    return this.hooks.context(context);
  }

  // --- events -------------------------------------------------------------------------------------------------------
  /** Calls every handler in load order; what they return is the value, what they throw is recorded. */
  async #emit(name, fields, seeResult = () => {}) {
    const results = [];
    for (const extension of this.life.extensions) {
      for (const handler of [...(extension.handlers.get(name) ?? [])]) {
        try {
          const result = await handler(this.hooks.event({ type: name, ...fields() }), this.#context());
          results.push(result);
          seeResult(result);
        } catch (error) {
          this.errors.push({ path: extension.path, event: name, error: textOf(error) });
        }
      }
    }
    return results;
  }
  emit(name, fields) { return Outcome.of(this.#emit(name, () => fields)); }

  start(reason) {
    this.life.ready = true;
    return Outcome.of(this.#start(reason));
  }
  async #start(reason) {
    await this.#emit('session_start', () => ({ reason }));
    // The old generation tells a replaced session twice when it is driven by RPC.
    if (!this.modern && this.mode === 'rpc' && reason !== 'startup') await this.#emit('session_start', () => ({ reason }));
  }

  /** One model request: the outgoing list after every handler, beside the list of the session, which no handler can reach. */
  request(list = this.session.messages()) {
    let messages = deepCopy(list);
    this.hooks.messages?.(messages);
    const asked = this.#emit('context', () => ({ messages }), (result) => { if (result?.messages) messages = result.messages; });
    return Outcome.of(asked.then((results) => { this.hooks.answered(messages); return results; }).then((results) => ({ messages, returned: results.filter((each) => each !== undefined).length })));
  }

  beginTurn() { this.idle = false; return this.emit('agent_start', {}); }
  endTurn() {
    this.idle = true;
    const messages = deepCopy(this.session.messages());
    return Outcome.of(this.#emit('agent_end', () => ({ messages })).then(() => (this.modern ? this.#emit('agent_settled', () => ({ aborted: false })) : [])));
  }
  selectModel(model) { this.model = model; return this.emit('model_select', { model, source: 'set' }); }

  /** Runs a tool as the model's call would: what it returns or throws. */
  tool(name, params) {
    const tool = this.life.extensions.map((e) => e.tools.get(name)).find((found) => found !== undefined);
    if (tool === undefined) return Outcome.of(Promise.resolve('unknown'));
    return Outcome.of(Promise.resolve(tool.execute('call', params, undefined, undefined, this.#context())));
  }
  command(line) {
    const [, name, args] = /^\/(\S+)\s*(.*)$/s.exec(line);
    const found = this.#commands().find((each) => each.invocationName === name);
    if (found === undefined) return Outcome.of(Promise.resolve('unknown'));
    const extra = { waitForIdle: () => Promise.resolve(), reload: () => Promise.resolve() };
    const run = async () => {
      try { await found.command.handler(args, this.#context(extra)); } catch (error) {
        this.errors.push({ path: `command:${found.name}`, event: 'command', error: textOf(error) });
      }
      return 'handled';
    };
    return Outcome.of(run());
  }

  // --- sessions -----------------------------------------------------------------------------------------------------
  append(messages) { return messages.map((message) => this.session.append({ type: 'message', message })).at(-1) ?? null; }

  /** new, resume, fork (fork and clone) or reload: the extensions end, and are made again. */
  replace(reason, session) {
    const run = async () => {
      await this.#emit('session_shutdown', () => ({ reason }));
      this.life.stale = true;
      this.life = new Life();
      for (const { path, factory } of this.factories) await this.#run(path, factory);
      if (session !== null) this.session = session;
      this.life.ready = true;
      await this.#start(reason);
    };
    return Outcome.of(run());
  }
  newSession(id) { return this.replace('new', new Session(id, null, null)); }
  resume(session) { return this.replace('resume', session); }
  reload() { return this.replace('reload', null); }
  /** A copy of the branch under a new id whose header names this session's file. */
  fork(id, file, leaf) {
    const session = new Session(id, file, this.session.file);
    session.entries = deepCopy(this.session.branch(leaf || undefined));
    session.leaf = session.entries.at(-1)?.id ?? null;
    return this.replace('fork', session);
  }
  /** Another place in the same session's tree; nothing is loaded again. */
  tree(leaf) {
    const oldLeafId = this.session.leaf;
    this.session.leaf = leaf;
    return this.emit('session_tree', { newLeafId: leaf, oldLeafId });
  }

  /** A compaction that keeps everything from one entry on; `reason` may be missing, as on the old generation. */
  compact(firstKept, reason) {
    const told = reason === '' ? {} : { reason, willRetry: this.willRetry };
    const run = async () => {
      const preparation = { firstKeptEntryId: firstKept, messagesToSummarize: [], tokensBefore: 1000, ...this.preparation };
      const answers = await this.#emit('session_before_compact', () => ({ preparation, branchEntries: this.session.branch(), ...told }));
      if (answers.some((each) => each?.cancel)) return answers.length;
      const own = answers.findLast((each) => each?.compaction)?.compaction;
      const entry = { type: 'compaction', summary: own?.summary ?? 'summary', firstKeptEntryId: firstKept, tokensBefore: 1000 };
      this.session.append(entry);
      await this.#emit('session_compact', () => ({ compactionEntry: deepCopy(entry), fromExtension: own !== undefined, ...told }));
      return answers.filter((each) => each !== undefined).length;
    };
    return Outcome.of(run());
  }
  shutdown() { return this.emit('session_shutdown', { reason: 'quit' }); }
}
