// The door between the embedding program and the scripts: texts of JSON go in and come out.
import { crashes, currentMillis, heldTimers, host, printed, runNextTimer } from './globals.mjs';
import { faults } from '../node/fs.mjs';
import { OpenCode } from './opencode.mjs';
import { Outcome, Pi } from './pi.mjs';

export { crashes, currentMillis, heldTimers, printed, runNextTimer };

export const createPi = (setup) => new Pi(JSON.parse(setup));
export const createOpenCode = () => new OpenCode();
/** Replaces file calls: (name, path, run) => answer. */
export const faultFiles = (source) => { faults.file = source === null ? (_name, _path, run) => run() : evaluate(source); };
export const evaluate = (source) => (0, eval)(`(${source})`);

/** The extension as the shim's glue makes it from a configuration; each of its lives has a transport of its own, as in Pi. */
const shimFactory = async (url, config, send) => {
  const shim = await import(url);
  return (pi) => shim.default(pi, { ...JSON.parse(config), ...(send === null ? {} : { client: directClient('pi', config, send) }) });
};
/** The extension as the host loads it from the installed file. */
const fileFactory = async (url) => (await import(url)).default;

export const loadShim = (pi, path, url, config, send) => Outcome.of(shimFactory(url, config, send).then((factory) => settled(pi.load(path, factory))));
export const loadFile = (pi, path, url) => Outcome.of(fileFactory(url).then((factory) => settled(pi.load(path, factory))));
export const loadSource = (pi, path, source) => pi.load(path, evaluate(source));


/** OpenCode loads a module that gives `server`; a missing answer of the shim's own transport stays what it is. */
export const loadOpenCodeShim = (host, path, url, config, send) => Outcome.of((async () => {
  const shim = await import(url);
  const client = send === null ? {} : { client: directClient('opencode', config, send) };
  const server = async (input) => shim.default(input, { ...JSON.parse(config), ...client });
  await settled(host.load(path, { default: { id: 'jev-prune', server } }));
})());
export const loadOpenCodeFile = (host, path, url) => Outcome.of(import(url).then((module) => settled(host.load(path, module))));
export const loadOpenCodeSource = (host, path, source) => host.load(path, { default: evaluate(source) });

const settled = async (outcome) => {
  while (!outcome.settled) await null;
  if (outcome.error !== null) throw new Error(outcome.error);
  return outcome.value;
};
export const outcomeOf = (promise) => Outcome.of(promise);
export const json = (value) => JSON.stringify(value === undefined ? null : value);

/**
 * The client of the shim with its socket replaced: `send` hands a request over as text, with the members that the socket client
 * adds. An answer that is no JSON, or that says it failed, rejects as it does over the socket; only the first one counts. Deadlines
 * are the caller's.
 */
const directClient = (host, config, send) => {
  const { profile } = JSON.parse(config);
  let lastId = 0;
  let closed = false;
  const failure = (code, message) => Object.assign(new Error(message), { code });
  return {
    start() {},
    close() { closed = true; },
    call(op, fields) {
      if (closed) return Promise.reject(failure('down', 'the session has ended'));
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        send(JSON.stringify({ v: 1, id, op, host, profile, ...fields }), (text) => {
          let reply;
          try { reply = JSON.parse(text); } catch { reject(failure('internal', 'the worker sent what is not understood')); return; }
          if (reply?.ok === true) resolve(reply);
          else reject(failure(String(reply?.error?.code ?? 'internal'), String(reply?.error?.message ?? 'the worker failed')));
        }, (code) => reject(failure(code, `the worker's answer failed: ${code}`)));
      });
    },
  };
};
