// What may be claimed about losses, judged from a picture: the twin of `WaysBack/Verdict` (WAYS-BACK §3).
import { keeping, numbersOf, setOf, smallestLosses, strength, together, without } from "/access.js";
import * as holdings from "/holdings.js";
import { hostOf, namesInSentence } from "/picture.js";
import { nameOfPaper, escrow } from "/thing-names.js";
import { left } from "/waysback.js";

/** @typedef {import("/picture.js").FullPicture} FullPicture */
/** @typedef {import("/waysback.js").Goal} Goal */
/** @typedef {import("/waysback.js").Counting} Counting */
/**
 * What is said first about an account. Losses are lists of names. Strengths count only what was tried: 0 if nothing
 * opens now, and `MANY` if a loss of three things is not enough.
 * - `strength`, `losses`: of the journal while the host stands. After `closing` ones a tried way still signs in; after
 *   `hopeful` ones something that nobody tried would open the journal and sign in, if it works.
 * - `sure`: the strength if everything lies as badly as it may, as far as nobody said where, and PINs are shared;
 *   `withoutHost`: the same if the host counts as a thing to lose.
 * - `account`, `accountLosses`, `sureAccount`: the same of the account.
 * - `hoped`: the strength if everything works that nobody tried; `untried`: the names of that.
 * - `ifTogether`, `ifOnePIN`: the strength if only places, or only PINs, are as bad as they may be.
 * @typedef {{strength: number, losses: string[][], closing: string[][], hopeful: string[][], sure: number,
 *   withoutHost: number, account: number, accountLosses: string[][], sureAccount: number, hoped: number,
 *   untried: string[], host: string|undefined, ifTogether: number, ifOnePIN: number, wasTried: boolean,
 *   hasJournal: boolean}} Verdict
 */

/**
 * The ways to a goal while the host stands.
 * @param {FullPicture} picture @param {Goal} goal @param {Counting} counting
 */
export const standing = (picture, goal, counting) =>
  keeping(picture.structures[goal][counting].map(setOf), hostOf(picture));

/**
 * The strength if all unplaced things lie together, at each known place in turn or at one of their own, and if all PINs
 * that may be the same are, likewise. No other arrangement is weaker, because lying somewhere only adds to what a thing
 * needs.
 * @param {FullPicture} picture @param {bigint[]} ways
 */
export function worst({ things, unplaced, unsaidPINs }, ways, { places = true, pins = true } = {}) {
  const count = things.length;
  if (count > 62) return Math.min(1, strength(ways));
  /** @param {string} kind @param {number} fresh */
  const numbers = (kind, fresh) => [...things.flatMap((thing, at) => (thing.kind === kind ? [at] : [])), fresh];
  let arrangements = [ways];
  if (places && unplaced.length > 0) {
    arrangements = numbers("place", count).map((place) => together(ways, setOf(unplaced), place));
  }
  if (pins && unsaidPINs.length > 0) {
    const shared = numbers("pin", count + 1).filter((pin) => !unsaidPINs.includes(pin));
    arrangements = arrangements.flatMap((one) => shared.map((pin) => together(one, setOf(unsaidPINs), pin)));
  }
  return Math.min(...arrangements.map(strength));
}

/** @param {FullPicture} picture @returns {Verdict} */
export function verdictOf(picture) {
  const open = standing(picture, "open", "proved"), signIn = standing(picture, "signIn", "proved");
  const names = (/** @type {bigint} */ set) => namesInSentence(picture, set);
  const is = strength(open), closes = is === 0 ? [] : smallestLosses(open);
  const account = Math.min(is, strength(signIn));
  return {
    strength: is, losses: closes.map(names),
    closing: closes.filter((loss) => without(signIn, loss).length > 0).map(names),
    hopeful: closes.filter((loss) => left(picture, numbersOf(loss)) === "hoped").map(names),
    sure: worst(picture, open), withoutHost: worst(picture, picture.structures.open.proved.map(setOf)), account,
    accountLosses: (account < is ? smallestLosses(signIn) : closes).map(names), sureAccount: worst(picture, signIn),
    hoped: strength(standing(picture, "open", "hoped")), untried: untriedIn(picture.holdings),
    host: names(hostOf(picture))[0], ifTogether: worst(picture, open, { pins: false }),
    ifOnePIN: worst(picture, open, { places: false }),
    // A key that needs a re-wrap opened once.
    wasTried: holdings.hasTriedEscrow(picture.holdings)
      || picture.holdings.keys.some(({ power }) => power === "needsRewrap"),
    hasJournal: holdings.hasJournal(picture.holdings),
  };
}

/**
 * The names of things that count for nothing until they are tried.
 * @param {import("/holdings.js").Holdings} of
 */
function untriedIn(of) {
  const { keys, cards, code } = of;
  const isUntried = (/** @type {{provedOn?: number}} */ { provedOn }) => provedOn === undefined;
  return [
    ...keys.filter((key) => isUntried(key) && key.power === "opens").map(({ inSentence }) => inSentence),
    ...cards.filter(isUntried).map(({ inSentence }) => inSentence),
    ...(code?.papers.flatMap((paper, at) => (isUntried(paper) ? [nameOfPaper(of, code, at).inSentence] : [])) ?? []),
    ...(holdings.hasUntriedEscrow(of) ? [escrow().inSentence] : []),
  ];
}

