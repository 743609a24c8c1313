// What the page itself has to say, beside what the server says. After a new Master Key was made here: with what it opens. Which thing a row is, is
// the server's word: where it had another one left out, or kept one that was taken out, the person sees it in this count.

/** @typedef {import("/wraps.js").Kind} Kind */

/** The sentence outlives the flow's page, up to the page that follows it. */
const NAME = "latchstring.remade";
/**
 * Said once, on the next screen.
 * @type {string|undefined}
 */
let remarked;

export const older = "It is older than what this device saw last. If you put an older copy back yourself, clear this site's data in your browser "
  + "and try again: then it knows of no newer one.";

/** On one's own computer there is nobody else to tell. */
export const isHome = document.documentElement.dataset.home !== undefined;

/** @param {string} sentence for the next screen, and for no other */
export function remark(sentence) { remarked = sentence; }

/** @param {Kind[]} kinds of each way that opens it */
export function tell(kinds) {
  const parts = [["key", "1 key", "keys"], ["card", "1 card", "cards"], ["phrase", "your recovery code", "recovery codes"],
    ["escrow", "account recovery", "account recoveries"]].flatMap(([kind, one, several]) => {
    const count = kinds.filter((other) => other === kind).length;
    return count === 0 ? [] : count === 1 ? [one] : [`${count} ${several}`];
  });
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  const help = isHome ? "revoke what isn't yours in Settings → Safety" : "tell whoever runs this site";
  sessionStorage.setItem(NAME, `Your new Master Key opens with ${list}. If that is not what you have, ${help}.`);
}

/** Draws it into a screen that has just come. Where the flow is over, that is the last time. */
export function draw() {
  document.querySelector("[data-remade]")?.remove();
  const sentence = remarked ?? sessionStorage.getItem(NAME);
  if (!sentence) return;
  const line = document.createElement("p");
  line.className = "note";
  line.dataset.remade = "";
  line.textContent = sentence;
  const step = document.getElementById("step"), place = step?.querySelector(".says") ?? document.querySelector(".main .says, .main .page-title");
  if (step) place?.append(line);
  else place?.after(line);
  if (!step && place) sessionStorage.removeItem(NAME);
  remarked = undefined;
}

draw();
