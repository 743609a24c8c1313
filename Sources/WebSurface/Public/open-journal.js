// What a page counts with once the journal is open: what the server knows, and what was said in the journal.
import { belongingsIn, withBelongings } from "/belongings.js";
import { SignedOut, read, reason } from "/entries.js";
import { planOf } from "/escrow-plan.js";
import { say } from "/sentences.js";

/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {import("/belongings.js").Belongings} Belongings */

/**
 * What the server's rows say, and what this computer's hands know of account recovery.
 * @returns {Promise<Holdings>}
 */
export async function rows() {
  const response = await fetch("/account/holdings", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new SignedOut();
  /** @type {Holdings} */
  const holdings = await response.json();
  return { ...holdings, plan: await planOf(holdings.escrowLookup) };
}

/**
 * Both, and the two put together.
 * @returns {Promise<{rows: Holdings, belongings: Belongings|undefined, all: Holdings}>}
 */
export async function known() {
  const [own, entries] = await Promise.all([rows(), read()]), belongings = belongingsIn(entries);
  return { rows: own, belongings, all: withBelongings(own, belongings) };
}

/**
 * Why the journal could not be read, in a sentence.
 * @param {unknown} problem
 */
export const why = (problem) => (problem instanceof SignedOut ? say("You were signed out.") : reason(problem));
