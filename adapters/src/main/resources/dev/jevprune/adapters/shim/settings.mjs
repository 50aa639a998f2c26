/**
 * The settings of one host process. They are read when it starts and, until its first request goes out, whenever they are
 * needed: by then a worker has told what stands in `config.yaml`, so that an edit of it needs one start of the host. From
 * the first request on they stay, since a change could take back what was sent. Whether the tool is registered is settled
 * at the start.
 */
import { disabledByEnvironment } from "./host.mjs";

/** @typedef {ReturnType<typeof processSettings>} ProcessSettings */

/** @param {import("./store.mjs").Store} store @param {string} host @param {string} folder */
export function processSettings(store, host, folder) {
  const settings = store.settings(host, folder);
  let began = false;
  return {
    settings,
    /** @returns {boolean | string} why everything is off, or false */
    off: () => disabledByEnvironment() || (settings.mode === "off" && "mode: off in config.yaml"),
    /** Whether the worker is wanted: while off, only to tell of an edit that it has not seen. */
    wantsWorker: () => !disabledByEnvironment() && (settings.mode !== "off" || store.behind()),
    renew,
    /** A request goes out. @returns {boolean} as `renew` */
    begin() {
      const renewed = renew();
      began = true;
      return renewed;
    },
  };

  /** @returns {boolean} whether other settings hold from now on */
  function renew() {
    if (began) return false;
    const fresh = { ...store.settings(host, folder), expand: settings.expand };
    if (JSON.stringify(fresh) === JSON.stringify(settings)) return false;
    Object.assign(settings, fresh);
    return true;
  }
}
