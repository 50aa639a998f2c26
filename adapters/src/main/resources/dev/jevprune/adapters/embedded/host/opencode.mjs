// An OpenCode without a model: the sessions, hooks, commands and client calls that a plugin sees, as seen in runs of 1.18.33.
// Hooks of all plugins run one after another; what one throws, other than `/prune` on purpose, is recorded as OpenCode would fail.
import { deepCopy } from './globals.mjs';
import { Outcome } from './pi.mjs';

const textOf = (error) => (error instanceof Error ? error.message : String(error));

export class OpenCode {
  sessions = new Map(); plugins = []; settings = { command: {} }; toasts = []; errors = []; turns = 0; tools = []; lastId = 0;
  /** Replaces an answer of the client: (name, run) => answer. */
  fault = (_name, run) => run();

  // --- loading ------------------------------------------------------------------------------------------------------
  load(path, module) { return Outcome.of(this.#load(path, module)); }
  async #load(path, module) {
    let hooks;
    try { hooks = await module.default.server(this.#input()); } catch (error) { this.errors.push(`${path} init: ${textOf(error)}`); return; }
    this.plugins.push({ path, hooks });
    try { await hooks.config?.(this.settings); } catch (error) { this.errors.push(`${path} config: ${textOf(error)}`); }
  }
  async #trigger(name, input, output) {
    for (const { hooks } of this.plugins) if (hooks[name]) await hooks[name](input, output);
    return output;
  }
  emit(type, properties) {
    return Outcome.of((async () => { for (const { hooks } of this.plugins) await hooks.event?.({ event: { type, properties } }); })());
  }
  dispose() { return Outcome.of((async () => { for (const { hooks } of this.plugins) await hooks.dispose?.(); })()); }

  /** The client calls into the same process and answers {data} or {error}; it throws nothing. */
  #input() {
    const call = (name, run) => async (options = {}) => this.fault(name, () => { try { return { data: deepCopy(run(options)) }; } catch (error) { return { error: textOf(error) }; } });
    const of = ({ path }) => { const found = this.sessions.get(path.id); if (found === undefined) throw new Error('NotFound'); return found; };
    const client = {
      session: {
        get: call('session.get', (o) => of(o).info),
        messages: call('session.messages', (o) => of(o).messages),
        status: call('session.status', () => Object.fromEntries([...this.sessions].filter(([, s]) => s.busy).map(([id]) => [id, { type: 'busy' }]))),
        prompt: call('session.prompt', (o) => { if (o.body.noReply !== true) this.turns++; return this.#user(of(o), o.body.parts, o.body); }),
      },
      tui: { showToast: call('tui.showToast', (o) => { this.toasts.push(o.body); return true; }) },
      _client: { get: call('_client.get', ({ url }) => (url === '/global/health' ? { healthy: true, version: '1.18.33' } : undefined)) },
    };
    return { client, project: {}, worktree: '/workspace', directory: '/workspace', serverUrl: { href: 'http://localhost:4096/' } };
  }

  // --- sessions -----------------------------------------------------------------------------------------------------
  session(id, info = {}) {
    this.sessions.set(id, { info: { id, version: '1.18.33', ...info }, messages: [], busy: false });
  }
  #id(kind) { return `${kind}_${(++this.lastId).toString().padStart(6, '0')}`; }
  #user(session, parts, { agent = 'build', model = { providerID: 'mock', modelID: 'mock-1' }, variant }) {
    const info = { id: this.#id('msg'), sessionID: session.info.id, role: 'user', time: { created: 1 }, agent, model: { ...model, ...(variant ? { variant } : {}) } };
    const message = { info, parts: parts.map((part) => ({ ...part, id: this.#id('prt'), sessionID: info.sessionID, messageID: info.id })) };
    session.messages.push(message);
    return message;
  }
  /** Stores messages of any shape; ids and session are filled in where there is an `info`. */
  append(id, messages) {
    for (const message of messages) {
      if (message?.info && typeof message.info === 'object') { message.info.id ??= this.#id('msg'); message.info.sessionID ??= id; }
      this.sessions.get(id).messages.push(message);
    }
  }
  /** A person's message; the plugins hear of it before it is stored. */
  prompt(id, text, model) {
    return Outcome.of((async () => {
      await this.#trigger('chat.message', { sessionID: id }, {});
      this.#user(this.sessions.get(id), [{ type: 'text', text }], model ? { model } : {});
    })());
  }
  /** A copy under a new id: ids of messages and parts change, the parent is not named. */
  fork(from, id) {
    this.session(id, { title: 'fork' });
    this.append(id, deepCopy(this.sessions.get(from).messages).map((message) => ({
      info: { ...message.info, id: this.#id('msg'), sessionID: id },
      parts: message.parts.map((part) => ({ ...part, id: this.#id('prt'), sessionID: id })),
    })));
  }

  // --- requests -----------------------------------------------------------------------------------------------------
  /** One step: the list as the hooks left it. The array that the host holds counts, not one that a hook put in its place. */
  request(id, list = this.sessions.get(id).messages) {
    const messages = deepCopy(list);
    const output = { messages };
    return Outcome.of((async () => {
      await this.#trigger('experimental.chat.messages.transform', {}, output);
      await this.#trigger('chat.params', { sessionID: id, agent: { name: 'build' } }, {});
      return messages;
    })());
  }
  /** What a compaction would summarise, after the hooks. */
  compaction(id, list = this.sessions.get(id).messages) {
    return Outcome.of((async () => {
      await this.#trigger('experimental.session.compacting', { sessionID: id }, { context: [], prompt: undefined });
      const messages = deepCopy(list);
      await this.#trigger('experimental.chat.messages.transform', {}, { messages });
      await this.#trigger('chat.params', { sessionID: id, agent: { name: 'compaction' } }, {});
      return messages;
    })());
  }
  /** A call of a plugin's tool, as the model makes it: the state that is stored. Results over the limits are cut, then plugins see them. */
  tool(id, name, args) {
    return Outcome.of((async () => {
      const found = this.plugins.map(({ hooks }) => hooks.tool?.[name]).find((each) => each !== undefined);
      if (found === undefined) return { status: 'completed', tool: 'invalid' };
      const call = { tool: name, sessionID: id, callID: this.#id('call'), args };
      let text;
      try { text = await found.execute(args, { ...call, directory: '/workspace' }); } catch (error) { return { status: 'error', error: textOf(error) }; }
      const lines = text.split('\n');
      const truncated = lines.length > 2000;
      const result = { title: '', output: truncated ? `${lines.slice(0, 2000).join('\n')}\n\n...cut...` : text, metadata: { truncated } };
      await this.#trigger('tool.execute.after', call, result);
      return { status: 'completed', ...result };
    })());
  }
  /** "unknown", "turn" when a model would be asked, or "ended" when a hook threw: that stores nothing and asks nobody. */
  command(id, name, words) {
    return Outcome.of((async () => {
      const found = this.settings.command[name];
      if (found === undefined) return 'unknown';
      const parts = [{ type: 'text', text: found.template.replaceAll('$ARGUMENTS', words) }];
      try { await this.#trigger('command.execute.before', { command: name, sessionID: id, arguments: words }, { parts }); } catch (error) { return `ended: ${textOf(error)}`; }
      this.turns++;
      return 'turn';
    })());
  }
}
