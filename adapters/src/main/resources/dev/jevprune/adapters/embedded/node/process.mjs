import { process } from '../host/globals.mjs';
export default process;
export const { env, platform, pid, nextTick } = process;
