// No program is ever started here: the embedding program is told what was asked, and says how that ended.
import { crashes, host } from '../host/globals.mjs';
import { EventEmitter } from './events.mjs';

export const spawn = (command, args = [], options = {}) => {
  const child = new EventEmitter();
  child.pid = undefined;
  child.unref = () => child;
  child.ref = () => child;
  child.kill = () => false;
  child.stdin = child.stdout = child.stderr = null;
  const outcome = host.spawn([command, ...args], options.env ?? {});
  if (outcome === 'throw') throw Object.assign(new Error(`spawn ${command} EACCES`), { code: 'EACCES' });
  setTimeout(() => {
    try {
      if (outcome === 'missing') child.emit('error', Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' }));
      else if (outcome === 'exits') { child.emit('exit', 1, null); child.emit('close', 1, null); }
      else child.emit('spawn');
    } catch (error) { crashes.push(`child process: ${error.message}`); }
  }, 0);
  return child;
};
const refused = () => { throw new Error('only spawn is offered'); };
export const execFile = refused, exec = refused, execFileSync = refused, execSync = refused, spawnSync = refused, fork = refused;
export default { spawn, execFile, exec, execFileSync, execSync, spawnSync, fork };
