// What somebody can come back with, in the form that `Holdings.exported` writes: the twin of `WaysBack/Holdings`.
import { say } from "/sentences.js";

/** @typedef {{id: string, name: string}} PIN */
/**
 * @typedef {{id: string, name: string, inSentence: string, power: "opens"|"signsIn"|"needsRewrap", provedOn?: number,
 *   pin?: PIN, saysSynced: boolean, maker?: string, isHardware: boolean, place?: string}} Key
 */
/**
 * @typedef {{id: string, name: string, inSentence: string, provedOn?: number, pin?: PIN, place?: string,
 *   pukAt?: string, phraseAt?: string}} Card
 */
/** @typedef {{place?: string, provedOn?: number, isOnlyRead?: boolean}} Paper of which only three words may be read */
/** @typedef {{kit: number, record: string, papers: Paper[]}} Code */
/** @typedef {{id: string, kind: "journal"|"accounts", holds: string[], readOn?: number, place?: string}} Copy */
/** @typedef {{name: string, isDevice: boolean, at?: string}} Place */
/** @typedef {"question"|"email"|"sms"|"post"|"iban"|"totp"|"video"} Method */
/**
 * What the hands know of account recovery. The numbers of a policy are indices of `parts`, that of a part of
 * `providers`.
 * @typedef {{providers: {name: string, trouble?: "silent"|"gone", hasDocument: boolean, answeredOn?: number,
 *   paidUntil?: number}[], parts: {method: Method, provider: number, provedOn?: number}[], policies: number[][],
 *   places: Partial<Record<Method, string>>}} Plan
 */
/** @typedef {{joinedOn?: number}} Somewhere what a server knows of account recovery: it is one thing */
/**
 * `here` is the id of the person's own computer among the places, if the data are there; else `host` names who has
 * them. What was replaced since is all that opens `spentCopies`.
 * @typedef {{keys: Key[], cards: Card[], code?: Code, hasPassword: boolean, somewhere?: Somewhere, plan?: Plan,
 *   escrowRecord: string, escrowLookup?: string, hasPractice: boolean, isJournalBegun: boolean, host?: string,
 *   here?: string, copies: Copy[], spentCopies?: Copy[], places: Record<string, Place>, today: number}} Holdings
 */

/** The number of days for which a server, which asks no provider, counts joined shares as proved. */
const JOINED_LASTS = 365;
/** What answers these is an object that lies somewhere. */
export const LIES_SOMEWHERE = ["sms", "totp", "post"];
/** The record id of a password in a copy of the accounts. */
export const PASSWORD = "password";

/** @param {Holdings} holdings */
export const hasEscrow = ({ somewhere, plan }) => somewhere !== undefined || plan !== undefined;
/** @param {Holdings} holdings */
export const isJoined = ({ somewhere, today }) =>
  somewhere?.joinedOn !== undefined && today - somewhere.joinedOn <= JOINED_LASTS;
/**
 * Whether the password signs in by itself. With a hardware key or a card it is only a second step (G-29).
 * @param {Holdings} holdings
 */
export const isPasswordEnough = ({ hasPassword, cards, keys }) =>
  hasPassword && cards.length === 0 && !keys.some(({ isHardware }) => isHardware);
/**
 * Whether there is a journal: something opens it, or once did.
 * @param {Holdings} holdings
 */
export const hasJournal = (holdings) => holdings.isJournalBegun || holdings.cards.length > 0
  || holdings.code !== undefined || hasEscrow(holdings) || holdings.keys.some(({ power }) => power !== "signsIn");
/**
 * Whether all there is is there to practice with.
 * @param {Holdings} holdings
 */
export const hasOnlyPractice = (holdings) => holdings.hasPractice && holdings.keys.length === 0
  && holdings.cards.length === 0 && !holdings.code && !hasEscrow(holdings) && !isPasswordEnough(holdings);

/**
 * What is known of a place. A person may have given it any name, also one that every object has a member of.
 * @param {Holdings} holdings @param {string} id @returns {Place|undefined}
 */
export const placeOf = ({ places }, id) => (Object.hasOwn(places, id) ? places[id] : undefined);
/** @param {Holdings} holdings @param {string} id */
export const isDevice = (holdings, id) => placeOf(holdings, id)?.isDevice === true || holdings.here === id;
/** @param {Holdings} holdings @param {string} id */
export const nameOfPlace = (holdings, id) =>
  placeOf(holdings, id)?.name ?? (holdings.here === id ? say("this computer") : id);

// What was tried

/** @param {Plan} plan @param {number[]} policy */
export const isTried = ({ parts }, policy) => policy.every((part) => parts[part].provedOn !== undefined);
/** @param {Holdings} holdings */
export const hasTriedEscrow = ({ somewhere, plan }) =>
  plan?.parts.some(({ provedOn }) => provedOn !== undefined) ?? somewhere?.joinedOn !== undefined;
/** @param {Holdings} holdings */
export const hasUntriedEscrow = (holdings) =>
  holdings.plan?.parts.some(({ provedOn }) => provedOn === undefined)
  ?? (holdings.somewhere !== undefined && !isJoined(holdings));

/**
 * The days on which something was tried, the newest first. Three words that were read off a paper count and are no try.
 * @param {Holdings} holdings
 */
export function proofs({ keys, cards, copies, code, plan, somewhere }) {
  const papers = code?.papers.filter(({ isOnlyRead }) => !isOnlyRead) ?? [];
  const proved = [...keys, ...cards, ...papers, ...(plan?.parts ?? [])].map(({ provedOn }) => provedOn);
  const days = [...proved, ...copies.map(({ readOn }) => readOn), plan ? undefined : somewhere?.joinedOn];
  return [...new Set(days.filter((day) => day !== undefined))].sort((one, other) => Number(other) - Number(one));
}

/**
 * The holdings as if nothing had been tried before a day.
 * @param {Holdings} holdings @param {number} first @returns {Holdings}
 */
export function triedSince(holdings, first) {
  const late = (/** @type {number|undefined} */ day) => (day !== undefined && day >= first ? day : undefined);
  const again = (/** @type {{provedOn?: number}} */ one) => ({ provedOn: late(one.provedOn) });
  const { keys, cards, copies, code, plan, somewhere } = holdings;
  return {
    ...holdings, keys: keys.map((key) => ({ ...key, ...again(key) })),
    cards: cards.map((card) => ({ ...card, ...again(card) })),
    copies: copies.map((copy) => ({ ...copy, readOn: late(copy.readOn) })),
    code: code && { ...code, papers: code.papers.map((paper) => ({ ...paper, ...again(paper) })) },
    plan: plan && { ...plan, parts: plan.parts.map((part) => ({ ...part, ...again(part) })) },
    somewhere: somewhere && { joinedOn: late(somewhere.joinedOn) },
  };
}
