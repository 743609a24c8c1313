// What a flow asks of a Keycard, carried out by this computer's hands. PIN, PUK, pairing password and phrase go only to
// the hands.
import * as link from "/hands-link.js";
import * as held from "/held-secrets.js";
import * as vault from "/vault.js";

/** @typedef {import("/protocol.js").CardEffect} CardEffect */
/** @typedef {import("/protocol.js").CardTask} CardTask */
/** @typedef {import("/protocol.js").CardNews} CardNews */
/** @typedef {{puk: string, pairing: string}|{words: string[]}} Shown what only the person may see */

/**
 * What the hands generated or read out.
 * @type {Shown|undefined}
 */
let shown;
/**
 * The block in which it is shown.
 * @type {{id: string, draw: (shown: Shown|undefined) => void}|undefined}
 */
let place;

/**
 * Fills a block now, and again whenever its content changes.
 * @param {string} id @param {(shown: Shown|undefined) => void} draw
 */
export function whenShown(id, draw) {
  place = { id, draw };
  draw(shown);
}
/**
 * Forgets what is shown in that block; without a name, everything.
 * @param {string} [field]
 */
export function forget(field) {
  if (field === undefined || field === place?.id) shown = place = undefined;
}

/** @type {Record<"card", (work: CardTask, signal: AbortSignal) => Promise<CardNews>>} */
export const effects = {
  card: async (work, signal) => {
    const effect = work.card;
    try {
      return await perform(effect, work, signal);
    } catch (problem) {
      if (problem instanceof link.Absent) return news({ type: "absent", absence: problem.why });
      return news(needsNoCard.has(effect.type) ? { type: "absent", absence: "noHands" } : { type: "failed" });
    }
  },
};

/** Orders that involve no card, so that a failure cannot be the card's. */
const needsNoCard = new Set(
  ["look", "watch", "meet", "checkPhrase", "identifyPhrase", "showSecrets", "showPhrase", "askWords", "checkWords"]);
/** Orders whose answers are shown to the person. */
const drawing = new Set(["showSecrets", "showPhrase"]);
/** The absences that the page itself waits out; the hands notice everything else about a reader. */
const ownAbsences = new Set(["noHands", "handsForbidden", "handsUnasked", "handsUnknown", "handsDiffer"]);

/**
 * The secret fields that an order uses.
 * @param {CardEffect} effect
 * @returns {string[]}
 */
function fieldsOf(effect) {
  if (effect.type === "unblockPIN") return [effect.puk, effect.newPIN];
  if (effect.type === "checkWords") return effect.fields;
  return "field" in effect && effect.field !== undefined ? [effect.field] : [];
}

/** @param {import("/protocol.js").CardReply} card @param {string} [made] @returns {CardNews} */
const news = (card, made) => ({ reply: "card", card, ...(made === undefined ? {} : { made }) });

/** @param {CardEffect} effect @param {CardTask} work @param {AbortSignal} signal */
async function perform(effect, work, signal) {
  const secrets = await held.secretsFor(fieldsOf(effect));
  if (!secrets) return news({ type: "lost" });
  if (effect.type === "meet") return news({ type: await link.meet(secrets[effect.field], signal) });
  if (effect.type === "watch" && ownAbsences.has(effect.absence)) {
    await link.untilThere(effect.absence, signal);
    return news({ type: "changed" });
  }
  if (drawing.has(effect.type)) show(undefined);  // only what is requested now is shown, nothing from before
  const answer = await link.order("/card", { effect, secrets, claim: work.claim }, signal);
  if (!answer) throw new Error("the hands could make nothing of it");
  if (answer.shown) take(answer.shown, effect);
  return news(answer.reply, answer.made);
}

/** @param {NonNullable<import("/protocol.js").CardAnswer["shown"]>} news @param {CardEffect} effect */
function take(news, effect) {
  if (news.unlocking) {
    if (effect.type === "unlock") vault.unlock(effect.key, news.unlocking);
    return;
  }
  show(news.phrase ? { words: news.phrase.trim().split(/\s+/) } : { puk: news.puk ?? "", pairing: news.pairing ?? "" });
}
/** @param {Shown|undefined} now */
function show(now) {
  shown = now;
  place?.draw(now);
}
