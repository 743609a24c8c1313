// What a flow asks of a Keycard, carried out by the hands of this computer. PIN, PUK, pairing password and phrase go to the hands alone.
import * as link from "/hands-link.js";
import * as typed from "/typed.js";
import * as vault from "/vault.js";

/**
 * HandsEffect.Card: an order by its name, with what it is about. That is text, but for a count and the place of an account.
 * @typedef {Record<string, Record<string, string|number>>} CardEffect
 */
/** @typedef {{account: string, challenge: string}} Claim base64url */
/** @typedef {{effect: "card", card: CardEffect, claim?: Claim}} CardWork */
/** @typedef {{reply: "card", card: object, made?: string}} CardNews with a HandsReply.Card */
/** @typedef {{reply: object, made?: string, shown?: {puk?: string, pairing?: string, phrase?: string, unlocking?: string}}} HandsAnswer */
/** @typedef {{puk: string, pairing: string}|{words: string[]}} Shown what only the person may see */

/**
 * What the hands drew or read out.
 * @type {Shown|undefined}
 */
let shown;
/**
 * The block in which it stands.
 * @type {{id: string, draw: (shown: Shown|undefined) => void}|undefined}
 */
let place;

/**
 * Fills a block now, and whenever there is something else to see in it.
 * @param {string} id @param {(shown: Shown|undefined) => void} draw
 */
export function whenShown(id, draw) {
  place = { id, draw };
  draw(shown);
}
/**
 * What was drawn for that block; without a name, everything.
 * @param {string} [field]
 */
export function forget(field) {
  if (field === undefined || field === place?.id) shown = place = undefined;
}

/** @type {Record<"card", (work: CardWork, signal: AbortSignal) => Promise<CardNews>>} */
export const effects = {
  card: async (work, signal) => {
    const [[name, values]] = Object.entries(work.card);
    try {
      return await perform(name, values, work, signal);
    } catch (problem) {
      if (problem instanceof link.Absent) return news({ absent: { _0: problem.why } });
      return news(needsNoCard.has(name) ? { absent: { _0: "noHands" } } : { failed: {} });
    }
  },
};

/** Orders that a card has no part in, so that it cannot be what failed. */
const needsNoCard = new Set(["look", "watch", "meet"]);
/** What the page itself waits for; everything else about a reader is seen by the hands. */
const ownAbsences = new Set(["noHands", "handsForbidden", "handsUnasked", "handsUnknown"]);
/**
 * Where in an order the names of secret fields stand.
 * @type {Record<string, string[]>}
 */
const fieldsOf = {
  meet: ["_0"], pairWith: ["_0"], pairForNow: ["_0"], verifyPIN: ["_0"], unblockPIN: ["puk", "newPIN"], initialize: ["pin"], checkPhrase: ["_0"], signMessage: ["_0"],
  signHash: ["_0"], signFile: ["_0"], change: ["_1"],
};

/** @param {object} card HandsReply.Card @param {string} [made] @returns {CardNews} */
const news = (card, made) => ({ reply: "card", card, ...(made === undefined ? {} : { made }) });

/** @type {(value: unknown) => value is string} */
const isText = (value) => typeof value === "string";

/** @param {string} name @param {Record<string, string|number>} values @param {CardWork} work @param {AbortSignal} signal */
async function perform(name, values, work, signal) {
  const secrets = await typed.secretsFor((fieldsOf[name] ?? []).map((place) => values[place]).filter(isText));
  const first = isText(values._0) ? values._0 : "";
  if (!secrets) return news({ lost: {} });
  if (name === "meet") return news({ [await link.meet(secrets[first], signal)]: {} });
  if (name === "watch" && ownAbsences.has(first)) {
    await link.untilThere(first, signal);
    return news({ changed: {} });
  }
  if (name.startsWith("show")) show(undefined);  // what is asked for now, and nothing from before
  const answer = await link.order("/card", { effect: work.card, secrets, claim: work.claim }, signal);
  if (!answer) throw new Error("the hands could make nothing of it");
  take(answer.shown, first);
  return news(answer.reply, answer.made);
}

/** @param {HandsAnswer["shown"]} news @param {string} key of the card, where it unlocked */
function take(news, key) {
  if (!news) return;
  if (news.unlocking) return vault.unlock(key, news.unlocking);
  show(news.phrase ? { words: news.phrase.trim().split(/\s+/) } : { puk: news.puk ?? "", pairing: news.pairing ?? "" });
}
/** @param {Shown|undefined} now */
function show(now) {
  shown = now;
  place?.draw(now);
}
