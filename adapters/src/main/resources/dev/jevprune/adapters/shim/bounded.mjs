/**
 * A promise with a deadline. Globals: `setTimeout`, `clearTimeout`; without them (embedded engine) there is no deadline.
 */

/** @param {string} code @param {string} message */
export function coded(code, message) {
  return Object.assign(new Error(message), { code });
}

/**
 * Settles as `promise` does, or rejects with code `late`. A late outcome of `promise` is swallowed.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {number} millis
 * @param {boolean} [background] the timer does not keep the process alive
 * @returns {Promise<T>}
 */
export function bounded(promise, millis, background = false) {
  if (typeof setTimeout !== "function") return promise;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(coded("late", `no answer within ${millis} ms`)), millis);
    if (background) /** @type {any} */ (timer)?.unref?.();
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
