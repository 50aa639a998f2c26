/**
 * A shim's talk with the worker, the same in every host: each question has a deadline, and none of them is asked by a
 * request. Nothing here throws but what a question's caller awaits.
 */
import { bounded } from "./bounded.mjs";
import { createClient } from "./client.mjs";
import { firstTime } from "./host.mjs";
import { failureText } from "./texts.mjs";

/** @typedef {import("./session.mjs").Session} Session */
/** @typedef {ReturnType<typeof createTalk>} Talk */

const HEARTBEAT_MILLIS = 250;
const START_MILLIS = 20_000;
const PREVIEW_MILLIS = 5000;

/**
 * @param {import("./types.mjs").Config} config
 * @param {string} host
 * @param {() => string} hostVersion
 */
export function createTalk(config, host, hostVersion) {
  const client = config.client ?? createClient({ ...config, host, hostVersion });
  const previewMillis = () => config.deadlines?.preview ?? PREVIEW_MILLIS;
  let asking = 0;
  let ended = false;

  /** @param {string} op @param {Record<string, unknown>} fields @param {number} millis @param {boolean} [background] */
  function ask(op, fields, millis, background) {
    asking++;
    const answer = new Promise((resolve) => resolve(client.call(op, fields, millis, background)));
    // the client's own deadline, begun first, cleans up behind it
    return bounded(answer, millis, background).finally(() => asking--);
  }

  /**
   * Waits for the worker and takes over its ledger; it keeps what was adopted from a parent before anything is decided.
   *
   * @param {Session} opened @param {number} millis @param {boolean} [background]
   */
  async function meet(opened, millis, background) {
    const parent = opened.parent() || undefined;
    opened.adopt((await ask("ledger", { session: opened.id, parent }, millis, background)).ledger);
  }

  /** @param {Session} opened the figures of this session so far */
  async function tell(opened) {
    const figures = { hostVersion: hostVersion(), ...opened.counts, usage: opened.usage() };
    await ask("heartbeat", { session: opened.id, ...figures }, HEARTBEAT_MILLIS).catch(() => {});
  }

  return {
    ended: () => ended,
    ask,
    /** Looks for the worker in the background, and starts it when it is absent. */
    wake: () => client.start(),
    /** @param {Session} opened @param {(text: string) => void} warn told once what is wrong with the worker */
    async greet(opened, warn) {
      try {
        client.start();
        await meet(opened, START_MILLIS, true);
      } catch (error) {
        if (ended || !firstTime(opened.id)) return;
        warn(failureText(/** @type {any} */ (error), config));
      }
    },
    /** @param {Session | null} opened for `doctor` and `/prune stats`: what the shim did in this session */
    async beat(opened) {
      // The worker answers one question after the other: a heartbeat behind a long one would time out and end it.
      if (opened === null || opened.disabled || asking > 0) return;
      await tell(opened);
    },
    /**
     * The part of a desk that is the same in every host.
     *
     * @param {Session} opened
     * @param {string[]} shown what the user saw last; a list that nobody saw is kept apart from it
     * @returns {Pick<import("./prune.mjs").Desk, "session" | "config" | "shown" | "ready" | "ask" | "tell">}
     */
    desk(opened, shown) {
      return {
        session: opened,
        config,
        shown,
        ready: () => meet(opened, 2 * previewMillis()), // starting takes longer than answering
        tell: () => (opened.disabled ? Promise.resolve() : tell(opened)),
        ask: (op, fields = {}, millis = previewMillis()) => ask(op, { session: opened.id, ...fields }, millis),
      };
    },
    close() {
      ended = true;
      client.close();
    },
  };
}
