// What a page counts with once the journal is open: what the server knows, and what was said in the journal.
import { belongingsIn, withBelongings } from "/belongings.js";
import { Said, SignedOut, read, unreachable, why } from "/entries.js";
import { planOf } from "/escrow-plan.js";
import { part } from "/page.js";
import { say } from "/sentences.js";

/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {import("/belongings.js").Belongings} Belongings */

/**
 * What the server's rows say, and what this computer's hands know of account recovery.
 * @returns {Promise<Holdings>}
 */
export async function rows() {
  const response = await fetch("/account/holdings", { headers: { Accept: "application/json" } })
    .catch(() => undefined);
  if (response?.status === 401) throw new SignedOut();
  if (!response?.ok) throw new Said(unreachable);
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
 * Says in the page that the journal is open, and whether that is counted.
 * @returns {Promise<Awaited<ReturnType<typeof known>>|undefined>} `undefined` if it could not be read
 */
export async function knownHere() {
  const block = part(document, "[data-open-journal]"), note = part(block, "[data-note]");
  block.hidden = false;
  try {
    const found = await known();
    note.textContent = found.belongings
      ? say("Your journal is open in this page, so we count where your things lie. Nobody else learns of it.")
      : say("Your journal is open in this page. You have not said yet where your things lie.");
    return found;
  } catch (problem) {
    note.textContent = say("Your journal is open, but it could not be counted. {why}", { why: why(problem) });
    return undefined;
  }
}
