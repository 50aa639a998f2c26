import { Buffer } from '../host/globals.mjs';
export default { Buffer };
export { Buffer };
