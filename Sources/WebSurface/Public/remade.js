// What the page itself has to say, beside what the server says. After a new Master Key was made here: with what it
// opens. Which thing a row is, is the server's word: where it had another one left out, or kept one that was taken out,
// the person sees it in this count.

import { locale, say } from "/sentences.js";

/** @typedef {import("/wraps.js").Kind} Kind */

/** The sentence outlives the flow's page, up to the page that follows it. */
const NAME = "latchstring.remade";
/**
 * Said once, on the next screen.
 * @type {string|undefined}
 */
let remarked;

export const older = say("It is older than what this device saw last. If you put an older copy back yourself, clear "
  + "this site's data in your browser and try again: then it knows of no newer one.");

/** On one's own computer there is nobody else to tell. */
export const isHome = document.documentElement.dataset.home !== undefined;

/** @param {string} sentence for the next screen, and for no other */
export function remark(sentence) { remarked = sentence; }

/** @param {Kind[]} kinds of each way that opens it */
export function tell(kinds) {
  const parts = order.flatMap((kind) => {
    const count = kinds.filter((other) => other === kind).length;
    return count === 0 ? [] : [counted[kind](count)];
  });
  const list = new Intl.ListFormat(locale("en-GB"), { type: "conjunction" }).format(parts);
  sessionStorage.setItem(NAME, isHome
    ? say("Your new Master Key opens with {list}. If that is not what you have, revoke what isn't yours in Settings → "
      + "Safety.", { list })
    : say(
      "Your new Master Key opens with {list}. If that is not what you have, tell whoever runs this site.", { list }));
}

/** @type {Kind[]} */
const order = ["key", "card", "phrase", "escrow"];
/** @type {Record<Kind, (count: number) => string>} */
const counted = {
  key: (count) => (count === 1 ? say("1 key") : say("{count} keys", { count })),
  card: (count) => (count === 1 ? say("1 card") : say("{count} cards", { count })),
  phrase: (count) => (count === 1 ? say("your recovery code") : say("{count} recovery codes", { count })),
  escrow: (count) => (count === 1 ? say("account recovery") : say("{count} account recoveries", { count })),
};

/** Draws it into a screen that has just come. Where the flow is over, that is the last time. */
export function draw() {
  document.querySelector("[data-remade]")?.remove();
  const sentence = remarked ?? sessionStorage.getItem(NAME);
  if (!sentence) return;
  const line = document.createElement("p");
  line.className = "note";
  line.dataset.remade = "";
  line.textContent = sentence;
  const step = document.getElementById("step"),
    place = step?.querySelector(".says") ?? document.querySelector(".main .says, .main .page-title");
  if (step) place?.append(line);
  else place?.after(line);
  if (!step && place) sessionStorage.removeItem(NAME);
  remarked = undefined;
}

draw();
