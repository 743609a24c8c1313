// Who can open something: the smallest sets of things that suffice, called ways. The twin of the room `Access`, as far
// as pages need it. A set of things is a BigInt with one bit for each thing, so that 64 things fit.

/**
 * What is needed. Having more things never leaves it unmet.
 * @typedef {{thing: number} | {all: Need[]} | {any: Need[]}} Need
 */

/** The largest number of ways that is listed, and of things that are told apart. */
const MOST_WAYS = 4096, MOST_THINGS = 64;
/** The strength of what a loss of three things does not close. */
export const MANY = 4;

/** @param {Iterable<number>} things */
export const setOf = (things) => {
  let set = 0n;
  for (const number of things) set |= 1n << BigInt(number);
  return set;
};
/** @param {bigint} set */
export const numbersOf = (set) => {
  const numbers = [];
  for (let number = 0; set; number += 1, set >>= 1n) if (set & 1n) numbers.push(number);
  return numbers;
};

/**
 * The order of all lists of sets: smaller sets come first, then those whose lowest thing has the lower number.
 * @param {bigint} one @param {bigint} other
 */
export function inOrder(one, other) {
  const [numbers, others] = [numbersOf(one), numbersOf(other)];
  return numbers.length - others.length || (numbers[0] ?? 0) - (others[0] ?? 0) || (one < other ? -1 : 1);
}

/**
 * The sets that contain none of the others, each once and in order.
 * @param {bigint[]} sets
 */
function minimal(sets) {
  /** @type {bigint[]} */
  const kept = [];
  for (const set of [...new Set(sets)].sort(inOrder)) if (!kept.some((one) => (one & ~set) === 0n)) kept.push(set);
  return kept;
}

/**
 * The ways by which a need is met, or `undefined` if there are too many to be judged.
 * @param {Need} need @param {number} count the number of things
 */
export const waysOf = (need, count) => (count > MOST_THINGS ? undefined : listed(need));

/** @param {Need} need @returns {bigint[]|undefined} */
function listed(need) {
  if ("thing" in need) return [1n << BigInt(need.thing)];
  const isAny = "any" in need;
  let ways = isAny ? [] : [0n];
  for (const one of isAny ? need.any : need.all) {
    const more = listed(one);
    if (!more || (!isAny && ways.length * more.length > 64 * MOST_WAYS)) return undefined;
    ways = minimal(isAny ? [...ways, ...more] : ways.flatMap((way) => more.map((other) => way | other)));
    if (ways.length > MOST_WAYS) return undefined;
  }
  return ways;
}

/**
 * The ways that a loss leaves.
 * @param {bigint[]} ways @param {bigint} lost
 */
export const without = (ways, lost) => ways.filter((way) => !(way & lost));
/**
 * The ways if some things cannot be lost.
 * @param {bigint[]} ways @param {bigint} kept
 */
export const keeping = (ways, kept) => minimal(ways.map((way) => way & ~kept));
/**
 * The ways if all things of a set lie at one place: each way that takes one of them also takes the place.
 * @param {bigint[]} ways @param {bigint} set @param {number} place the number of a thing, or the next free number
 */
export const together = (ways, set, place) =>
  minimal(ways.map((way) => (way & set ? way | (1n << BigInt(place)) : way)));

/**
 * The losses of the fewest things that leave no way; none if they have more than `most` things.
 * @param {bigint[]} ways
 */
export function smallestLosses(ways, most = 3) {
  let border = new Set([0n]);
  for (let size = 0; size <= most; size += 1) {
    const found = [...border].filter((loss) => without(ways, loss).length === 0);
    if (found.length > 0) return found.sort(inOrder);
    // A loss has to meet some way that is still left.
    border = new Set([...border].flatMap(
      (loss) => numbersOf(without(ways, loss)[0]).map((number) => loss | (1n << BigInt(number)))));
  }
  return [];
}

/**
 * The number of things in the smallest loss, or `MANY`.
 * @param {bigint[]} ways
 */
export function strength(ways) {
  const [smallest] = smallestLosses(ways);
  return smallest === undefined ? MANY : numbersOf(smallest).length;
}
