export const pathToFileURL = (path) => {
  const href = `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;
  return { href, pathname: path, protocol: 'file:', toString: () => href };
};
export const fileURLToPath = (url) => decodeURI(String(url.href ?? url).replace(/^file:\/\//, ''));
export default { pathToFileURL, fileURLToPath };
