// The words of a recovery phrase (BIP39, English): what they stand for, and what a misspelled one may have been meant
// to be. Nothing here touches the page, and nothing typed leaves it: the list comes to the words, not the words to the
// list.

/** @typedef {"wrongCount"|"unknownWord"|"wrongChecksum"|"wrongLength"} WordsCode */

/** Names no word, so that nobody learns more from it than that the phrase is wrong. */
export class WordsError extends Error {
  /** @param {WordsCode} code @param {string} reason */
  constructor(code, reason) {
    super(reason);
    this.name = "WordsError";
    /** @type {WordsCode} */
    this.code = code;
  }
}

/** How many letters may be added, left out or changed in a suggestion, and the maximum number of suggestions. */
const farthest = 2, most = 4;

/**
 * The list, in its order.
 * @type {string[]}
 */
let list = [];
/**
 * The position of each word in it.
 * @type {Map<string, number>}
 */
let places = new Map();
/** @type {Promise<void>|undefined} */
let loading;

/**
 * Fetches the list, once. Until then, the functions that do not return a promise know no words.
 * @returns {Promise<void>}
 */
export function load() {
  loading ??= fetchList().catch((problem) => {
    loading = undefined;  // the next call tries again
    throw problem;
  });
  return loading;
}

async function fetchList() {
  const response = await fetch("/words/english.txt");
  if (!response.ok) throw new Error("The word list did not come.");
  take(await response.text());
}

/**
 * Takes the list, one word a line. A page that has it needs not fetch it.
 * @param {string} text
 */
export function take(text) {
  const words = text.trim().split("\n");
  if (words.length !== 2048) throw new Error("The word list is not whole.");
  list = words;
  places = new Map(words.map((word, place) => [word, place]));
  loading ??= Promise.resolve();
}

/**
 * One word as it would be spelled in the list.
 * @param {string} text
 */
export const normalised = (text) => text.normalize("NFKD").toLowerCase().trim();

/**
 * @param {string} text one word as typed
 * @returns {boolean} whether it is in the list, ignoring case and surrounding white space
 */
export const isWord = (text) => places.has(normalised(text));

/**
 * The first words of the list that begin with a prefix.
 * @param {string} prefix
 * @param {number} limit
 * @returns {string[]}
 */
export function completions(prefix, limit) {
  const start = normalised(prefix);
  return start === "" ? [] : list.filter((word) => word.startsWith(start)).slice(0, limit);
}

/**
 * Words of the list similar to this one, nearest first, equally near ones in the list's order; none for a word that is
 * in the list. Levenshtein distance decides whether a word is near enough; the ranking also counts a swap of two
 * neighbours as one change.
 * @param {string} word
 * @returns {string[]}
 */
export function suggestions(word) {
  const typed = normalised(word);
  if (places.has(typed)) return [];
  /** @type {string[][]} */
  const near = Array.from({ length: farthest + 1 }, () => []);
  for (const candidate of list) {
    if (distance(typed, candidate, false) <= farthest) near[distance(typed, candidate, true)].push(candidate);
  }
  return near.flat().slice(0, most);
}

/**
 * Levenshtein distance; with swaps, "optimal string alignment", in which no part is changed twice. More than `farthest`
 * if the lengths alone show it.
 * @param {string} left
 * @param {string} right
 * @param {boolean} swaps
 */
function distance(left, right, swaps) {
  if (Math.abs(left.length - right.length) > farthest) return farthest + 1;
  /** @type {number[]} */
  let before = [], row = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++) {
      let least = Math.min(row[j] + (left[i] === right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1);
      if (swaps && i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j]) {
        least = Math.min(least, before[j - 1] + 1);
      }
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[right.length];
}

/**
 * The words of a pasted phrase, in lower case: separated by any white space, commas and the like, and possibly numbered
 * with "1." or "1)".
 * @param {string} text
 * @returns {string[]}
 */
export function spread(text) {
  return normalised(text).split(/[\s,;]+/).map((part) => part.replace(/^\d+[.):]?/, "").replace(/\.$/, ""))
    .filter((word) => word !== "");
}

/**
 * @param {Uint8Array} bytes 16 of them for 12 words; 20, 24, 28 or 32 for 15, 18, 21 or 24
 * @returns {Promise<string[]>}
 */
export async function entropyToWords(bytes) {
  if (bytes.length < 16 || bytes.length > 32 || bytes.length % 4 !== 0) {
    throw new WordsError("wrongLength", "Entropy has 16, 20, 24, 28 or 32 bytes.");
  }
  await load();
  const all = Uint8Array.of(...bytes, await checksum(bytes));
  const bit = (/** @type {number} */ at) => (all[at >> 3] >> (7 - (at & 7))) & 1;
  return Array.from({ length: (bytes.length / 4) * 3 }, (_, word) => {
    let place = 0;
    for (let at = word * 11; at < word * 11 + 11; at++) place = (place << 1) | bit(at);
    return list[place];
  });
}

/**
 * @param {string[]} words as typed: case and surrounding white space do not matter
 * @returns {Promise<Uint8Array>} throws a WordsError: "wrongCount", "unknownWord" or "wrongChecksum", checked in this
 *   order
 */
export async function wordsToEntropy(words) {
  if (words.length < 12 || words.length > 24 || words.length % 3 !== 0) {
    throw new WordsError("wrongCount", "A phrase has 12, 15, 18, 21 or 24 words.");
  }
  await load();
  const all = new Uint8Array(Math.ceil((words.length * 11) / 8));
  words.forEach((word, number) => {
    const place = places.get(normalised(word));
    if (place === undefined) throw new WordsError("unknownWord", "A word is not in the list.");
    for (let bit = 0; bit < 11; bit++) {
      const at = number * 11 + bit;
      all[at >> 3] |= ((place >> (10 - bit)) & 1) << (7 - (at & 7));
    }
  });
  const entropy = all.slice(0, (words.length / 3) * 4);
  if (all[entropy.length] !== (await checksum(entropy))) {
    throw new WordsError("wrongChecksum", "The words do not belong together.");
  }
  return entropy;
}

/**
 * The entropy of words that are in the list and belong together, else `undefined`.
 * @param {string[]} words @returns {Promise<Uint8Array|undefined>}
 */
export const entropyOf = (words) => wordsToEntropy(words).catch((problem) => {
  if (!(problem instanceof WordsError)) throw problem;
  return undefined;
});

/**
 * The first bits of the entropy's hash, one for every four bytes, followed by zeros.
 * @param {Uint8Array} entropy
 */
async function checksum(entropy) {
  const [first] = new Uint8Array(await crypto.subtle.digest("SHA-256", entropy));
  return first & ~(0xff >> (entropy.length / 4));
}
