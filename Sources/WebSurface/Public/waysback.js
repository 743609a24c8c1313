// What is left of an account after a loss, and what brings its holder back: the twin of the room `WaysBack`, for pages
// that answer without asking the server.
//
// In a picture, a set of things is a list of numbers.
import { keeping, numbersOf, setOf, smallestLosses as losses, without } from "/access.js";

/** @typedef {{proved: number[][], hoped: number[][]}} Countings the ways by which something opens, each a list of things */
/**
 * What `Picture.exported` writes.
 * @typedef {{things: {id: string, kind: string, name: string}[], structures: {signIn: Countings, open: Countings},
 *   host: number[]}} Picture
 */
/** @typedef {"in" | "hoped" | "noAccount" | "noData" | "out"} Left */
/**
 * What somebody comes back with: all things that it takes, and those of them that one shows or does.
 * @typedef {{takes: number[], shown: number[], isTried: boolean}} Way
 */
/** @typedef {"signIn" | "open"} Goal */
/** @typedef {"proved" | "hoped"} Counting */

/**
 * The order of the kinds in which a way back names things of equal number. Places, the site and PINs are not in it:
 * they are nothing that one shows.
 * @type {Map<string, number>}
 */
const ORDER = new Map([
  ["key", 0], ["card", 1], ["known", 2], ["paper", 3], ["provider", 4], ["method", 4], ["copy", 5],
]);

/** @param {Picture} picture @param {Goal} goal @param {Counting} counting */
const waysTo = (picture, goal, counting) => picture.structures[goal][counting].map(setOf);

/**
 * What is left after a loss.
 * @param {Picture} picture
 * @param {Iterable<number>} lost
 * @returns {Left}
 */
export function left(picture, lost) {
  const gone = setOf(lost);
  /** @param {Goal} goal @param {Counting} counting */
  const survives = (goal, counting) => without(waysTo(picture, goal, counting), gone).length > 0;
  if (survives("open", "proved") && survives("signIn", "proved")) return "in";
  const opens = survives("open", "hoped");
  const signsIn = survives("signIn", "hoped");
  if (opens) return signsIn ? "hoped" : "noAccount";
  return signsIn ? "noData" : "out";
}

/** @type {Record<Left, Goal[]>} */
const GOALS = { in: ["open", "signIn"], hoped: ["open", "signIn"], noAccount: ["open"], noData: ["signIn"], out: [] };

/**
 * The things of a way that one shows or does.
 * @param {Picture} picture @param {bigint} way
 */
const shownOf = (picture, way) => numbersOf(way).filter((number) => ORDER.has(picture.things[number].kind));

/**
 * How many things a way shows, then of which kinds they are. The lower rank is the easier way.
 * @param {Picture} picture @param {bigint} way
 */
function rank(picture, way) {
  const kinds = shownOf(picture, way).map((number) => ORDER.get(picture.things[number].kind) ?? 0);
  return [kinds.length, ...kinds.sort((one, other) => one - other)];
}

/**
 * The way that a way back names, or `undefined` if there are no ways. Of equal ways it is the first.
 * @param {Picture} picture @param {bigint[]} ways
 */
function easiest(picture, ways) {
  const ranked = ways.map((way) => ({ way, rank: rank(picture, way) }));
  // Lists of equal length compare at their first difference. The sort keeps the order of equals.
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((value, place) => value !== other.rank[place]);
    return at < 0 ? 0 : one.rank[at] - other.rank[at];
  });
  return ranked[0]?.way;
}

/**
 * The way back after a loss, or `null` if there is none. Tried ways come first, then those with the fewest things to
 * show, then those whose shown things are of the earlier kinds (`ORDER`): a key that takes a PIN comes before a paper.
 * Among equals, the way of the fewest things comes first.
 * @param {Picture} picture
 * @param {Iterable<number>} lost
 * @returns {Way | null}
 */
export function wayBack(picture, lost) {
  const all = [...lost];
  const gone = setOf(all);
  const goals = GOALS[left(picture, all)];
  if (goals.length === 0) return null;
  for (const counting of /** @type {Counting[]} */ (["proved", "hoped"])) {
    const ways = goals.map((goal) => without(waysTo(picture, goal, counting), gone));
    if (ways.some((some) => some.length === 0)) continue;
    // Where the data are, one way usually does both.
    const both = ways[0].filter((way) => ways.every((some) => some.some((one) => (one & ~way) === 0n)));
    const way = easiest(picture, both) ?? ways.reduce((set, some) => set | (easiest(picture, some) ?? 0n), 0n);
    return { takes: numbersOf(way), shown: shownOf(picture, way), isTried: counting === "proved" };
  }
  return null;
}

/**
 * The losses of the fewest things after which nothing that was tried opens the journal, while the host stands; none if
 * they have more than `most` things.
 * @param {Picture} picture
 * @returns {number[][]}
 */
export const smallestLosses = (picture, most = 3) =>
  losses(keeping(waysTo(picture, "open", "proved"), setOf(picture.host)), most).map(numbersOf);
