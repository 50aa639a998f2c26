import { host, process } from '../host/globals.mjs';
export const homedir = () => process.env.HOME ?? '/';
export const tmpdir = () => process.env.TMPDIR ?? '/tmp';
export const userInfo = () => ({ uid: host.uid, gid: host.uid, username: 'tester', homedir: homedir() });
export const platform = () => process.platform;
export const hostname = () => 'embedded';
export const EOL = '\n';
export default { homedir, tmpdir, userInfo, platform, hostname, EOL };
