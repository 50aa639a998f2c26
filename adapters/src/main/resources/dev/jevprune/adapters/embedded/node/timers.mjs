export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
export default { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
