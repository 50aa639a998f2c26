// POSIX paths only.
export const sep = '/';
export const isAbsolute = (path) => path.startsWith('/');
export const normalize = (path) => {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.' && !(part === '..' && isAbsolute(path))) parts.push(part);
  }
  return (isAbsolute(path) ? '/' : '') + parts.join('/') || '.';
};
export const join = (...parts) => normalize(parts.filter((part) => part !== '').join('/'));
export const resolve = (...parts) => {
  let whole = '';
  for (const part of parts) whole = isAbsolute(part) || whole === '' ? part : `${whole}/${part}`;
  return normalize(isAbsolute(whole) ? whole : `${process.cwd()}/${whole}`);
};
export const dirname = (path) => { const at = path.lastIndexOf('/'); return at > 0 ? path.slice(0, at) : at === 0 ? '/' : '.'; };
export const basename = (path, suffix = '') => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
};
export const extname = (path) => { const name = basename(path); const at = name.lastIndexOf('.'); return at > 0 ? name.slice(at) : ''; };
export const relative = (from, to) => (to.startsWith(`${from}/`) ? to.slice(from.length + 1) : to);
export default { sep, isAbsolute, normalize, join, resolve, dirname, basename, extname, relative };
