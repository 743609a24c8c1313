// What the page itself says, besides what the server says: after a new Master Key was made here, what opens it. Only
// the server says which thing a row stands for: if it had a different one left out, or kept one that was removed, the
// person sees it in this count.

import { locale, say } from "/sentences.js";

/** @typedef {import("/wraps.js").Kind} Kind */

/** The sentence waits here for its screen, also if that is another page. */
const NAME = "latchstring.remade";
/**
 * Said once, on the next screen.
 * @type {string|undefined}
 */
let remarked;

export const older = say("It is older than what this device saw last. If you put an older copy back yourself, clear "
  + "this site's data in your browser and try again: then it knows of no newer one.");

/** Whether this is the person's own computer, where there is nobody else to tell. */
export const isHome = document.documentElement.dataset.home !== undefined;

/** @param {string} sentence for the next screen only */
export function remark(sentence) { remarked = sentence; }

/** @param {Kind[]} kinds the kind of each way that opens it */
export function tell(kinds) {
  const parts = order.flatMap((kind) => {
    const count = kinds.filter((other) => other === kind).length;
    return count === 0 ? [] : [counted[kind](count)];
  });
  const list = new Intl.ListFormat(locale("en-GB"), { type: "conjunction" }).format(parts);
  sessionStorage.setItem(NAME, kinds.length === 1 ? one(list) : several(list));
}

/** @param {string} list the only way that opens it */
function one(list) {
  return isHome
    ? say("Now {list} opens your journal. If it isn't yours, revoke it in Settings.", { list })
    : say("Now {list} opens your journal. If it isn't yours, tell whoever runs this site.", { list });
}

/** @param {string} list the ways, each of which opens it alone */
function several(list) {
  return isHome
    ? say("Now {list} each open your journal. If one of them isn't yours, revoke it in Settings.", { list })
    : say("Now {list} each open your journal. If one of them isn't yours, tell whoever runs this site.", { list });
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

/** Draws it once, into a screen that has just appeared, unless that one only says that something is being done. */
export function draw() {
  document.querySelector("[data-remade]")?.remove();
  const sentence = remarked ?? sessionStorage.getItem(NAME);
  if (!sentence || document.querySelector("#step [data-look=reading]")) return;
  const line = document.createElement("p");
  line.className = "note";
  line.dataset.remade = "";
  line.textContent = sentence;
  const step = document.getElementById("step"),
    place = step?.querySelector(".says") ?? document.querySelector(".main .says, .main .page-title");
  if (step) place?.append(line);
  else place?.after(line);
  if (place && remarked === undefined) sessionStorage.removeItem(NAME);
  remarked = undefined;
}

draw();
