// The demo's card: the rehearsal card of this computer's hands, which lies on the reader only once it was tapped in the
// tray, and is gone while it is lost.
import * as own from "/card-orders.js";
import * as tray from "/demo-tray.js";

export { forget, whenShown } from "/card-orders.js";

/** @typedef {import("/protocol.js").CardTask} CardTask */
/** @typedef {import("/protocol.js").CardNews} CardNews */

/** Orders that ask for no card on the reader. */
const needsNoCard = new Set(["meet", "checkPhrase", "identifyPhrase", "showSecrets", "showPhrase", "askWords",
  "checkWords"]);
/** @type {CardNews} */
const noCard = { reply: "card", card: { type: "absent", absence: "noCard" } };
/** @type {CardNews} */
const removed = { reply: "card", card: { type: "removed" } };
/** @type {CardNews} */
const changed = { reply: "card", card: { type: "changed" } };

/** @type {typeof own.effects} */
export const effects = {
  card: async (work, signal) => {
    const { card } = work;
    if (needsNoCard.has(card.type) || tray.isOnReader()) return own.effects.card(work, signal);
    if (card.type === "watch" && card.absence === "noCard") return laid(signal);
    if (card.type === "watch") return own.effects.card(work, signal);
    if (card.type !== "look" && card.type !== "rehearse") return removed;
    if (card.type === "rehearse" && tray.isLost("card")) return noCard;
    const news = await own.effects.card(work, signal);
    if (news.card.type === "rehearsing") tray.layDown();
    return news.card.type === "present" || hasNoReader(news) ? noCard : news;
  },
};

/**
 * Whether the hands were reached, and see no reader: the tray is the reader.
 * @param {CardNews} news
 */
const hasNoReader = ({ card }) => card.type === "absent" && ["noDaemon", "noReader"].includes(card.absence);

/**
 * Waits until the card is laid down, and brings it in.
 * @param {AbortSignal} signal @returns {Promise<CardNews>}
 */
async function laid(signal) {
  await tray.tapped(["card"], signal);
  const news = await own.effects.card({ effect: "card", card: { type: "rehearse" } }, signal);
  if (news.card.type !== "rehearsing") return news;
  tray.layDown();
  return changed;
}
