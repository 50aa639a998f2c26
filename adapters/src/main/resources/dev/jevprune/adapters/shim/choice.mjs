/**
 * The chooser before an automatic compaction: prune, compact or pause. Only with `piChoice`, and only where a person can
 * answer; a manual compaction, an unknown reason and Pi 0.73.1, which names none, are left alone.
 *
 * Pi asks again at every check until an answer reports a smaller context, so what was chosen is remembered for the
 * numbers it was chosen on. Pruning is tried once on the same numbers; then only compacting and pausing are left.
 */
import { basisOf, budgetOf, fits, roomOf } from "./budget.mjs";
import { approveAll, previewOf } from "./prune.mjs";
import { CHOICES, choiceTitle, choseToPrune, failureText, TEXTS, tooLarge } from "./texts.mjs";

/** @typedef {import("./prune.mjs").Desk} Desk */
/** @typedef {{ basis: string, saved: number, tried: boolean }} Episode `saved`: tokens the basis still counts */

const REASONS = ["threshold", "overflow"];
const CANCEL = { cancel: true };

/**
 * @param {any} pi
 * @param {import("./types.mjs").Config} config
 */
export function createChoice(pi, config) {
  /** @type {Episode} */
  let episode = { basis: "", saved: 0, tried: false };
  let running = false;

  /** @param {any} event @param {any} ctx @param {Desk} desk */
  async function decide(event, ctx, desk) {
    const room = roomOf(event, ctx.model);
    const basis = basisOf(event.branchEntries);
    if (episode.basis !== basis) episode = { basis, saved: 0, tried: false };
    if (event.reason === "overflow")
      episode.saved = 0; // what was left out before was not in the refused request
    else if (episode.saved > 0 && fits(budgetOf(room, episode.saved))) return CANCEL;

    let told = choiceTitle(event.reason, room, episode.tried ? null : await previewOf(desk));
    for (;;) {
      const offered = episode.tried ? [CHOICES.compact, CHOICES.pause] : Object.values(CHOICES);
      const answer = await ctx.ui.select(told, offered, { signal: event.signal });
      if (answer === CHOICES.compact) return undefined;
      if (answer !== CHOICES.prune || episode.tried) return pause(ctx, desk);
      episode.tried = true;
      const { bodies, tokens } = await prune(desk);
      episode.saved += tokens;
      if (bodies > 0 && fits(budgetOf(room, episode.saved))) return goOn(event, desk, bodies, tokens);
      told = tooLarge(bodies, tokens);
    }
  }

  /** @param {Desk} desk */
  async function prune(desk) {
    try {
      return await approveAll(desk);
    } catch (error) {
      desk.say(failureText(/** @type {any} */ (error), config), "warning");
      return { bodies: 0, tokens: 0 };
    }
  }

  /** @param {any} event @param {Desk} desk @param {number} bodies @param {number} tokens */
  function goOn(event, desk, bodies, tokens) {
    desk.say(choseToPrune(bodies, tokens));
    // Cancelling ends a run that failed for want of room. The message is queued into it, so that it goes on.
    if (event.reason === "overflow" && event.willRetry === true && running) {
      const content = TEXTS.resumed;
      pi.sendMessage({ customType: "jev-prune.resume", content, display: true }, { triggerTurn: true });
    }
    return CANCEL;
  }

  /** @param {any} ctx @param {Desk} desk */
  function pause(ctx, desk) {
    ctx.abort();
    desk.say(TEXTS.paused);
    return CANCEL;
  }

  return {
    /** @param {boolean} now whether a run of the agent is under way */
    ran(now) {
      running = now;
    },
    /**
     * Answers `session_before_compact`; undefined lets Pi compact.
     *
     * @param {any} event @param {any} ctx @param {(branch: any[]) => Desk} deskOf
     */
    async before(event, ctx, deskOf) {
      try {
        if (!REASONS.includes(event.reason) || ctx.hasUI !== true || !Array.isArray(event.branchEntries))
          return undefined;
        const desk = deskOf(event.branchEntries);
        if (desk.session.disabled || desk.session.ledger()?.off) return undefined;
        return await decide(event, ctx, desk);
      } catch {
        return undefined; // a replaced session, or a host that is not as expected: Pi does what it would have done
      }
    },
  };
}
