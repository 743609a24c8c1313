// The tray of the demo: what its visitor pretends to hold. A thing answers when it is tapped, and not while it is lost.
// All of it stays in this tab.
import { announce, part, parts } from "/page.js";
import { say } from "/sentences.js";
import { hint } from "/demo-story.js";

/** @typedef {"laptop"|"yellow"|"black"|"paper"|"card"} Thing */
/** @typedef {import("/demo-story.js").Story} Story */
/**
 * @typedef {{among: Thing[], isQuiet: boolean, answer: (thing: Thing) => void}} Waiting a request that waits for a tap
 */

const NAME = "latchstring.demo";
/** @type {Story} */
let story = { made: [], lost: [], words: [], came: [], isOnReader: false, isFolded: false, hidesHint: false,
  ...JSON.parse(sessionStorage.getItem(NAME) ?? "{}") };
/** @type {Waiting[]} */
let waiting = [];
/** What is said for the moment instead of the hint. */
let told = "";
/** Whether words were typed from the paper since the last return. */
let isFromPaper = false;

/** @param {Partial<Story>} change */
function note(change) {
  story = { ...story, ...change };
  sessionStorage.setItem(NAME, JSON.stringify(story));
  draw();
}

/** @type {Record<Thing, string>} */
const names = {
  laptop: say("The laptop"), yellow: say("Yellow"), black: say("Black"), paper: say("The paper"), card: say("The card"),
};
export const nameOf = (/** @type {Thing} */ thing) => names[thing];
export const isLost = (/** @type {Thing} */ thing) => story.lost.includes(thing);
/** Whether this thing holds a passkey and is at hand. */
export const holdsPasskey = (/** @type {Thing} */ thing) => story.made.includes(thing) && !isLost(thing);
/** Whether the card lies on the reader. */
export const isOnReader = () => story.isOnReader && !isLost("card");
export const layDown = () => note({ isOnReader: true });
export const made = (/** @type {Thing} */ thing) => note({ made: [...new Set([...story.made, thing])] });

/**
 * Waits until one of these is tapped.
 * @param {Thing[]} among @param {AbortSignal} signal
 * @param {boolean} [isQuiet] whether the page waits without asking the person
 * @returns {Promise<Thing>}
 */
export function tapped(among, signal, isQuiet = false) {
  return new Promise((resolve, reject) => {
    /** @type {Waiting} */
    const one = { among, isQuiet, answer: (thing) => { over(); resolve(thing); } };
    const over = () => {
      waiting = waiting.filter((other) => other !== one);
      draw();
    };
    signal.addEventListener(
      "abort", () => { over(); reject(new DOMException("Called off.", "AbortError")); }, { once: true });
    waiting = [...waiting, one];
    draw();
  });
}

/** @param {string} sentence in place of the hint, until something else happens */
export function tell(sentence) {
  told = sentence;
  announce(sentence);
  draw();
}

/** @param {Thing} thing */
function tap(thing) {
  if (thing === "paper") return typeFromPaper();
  const one = waiting.filter(({ among }) => among.includes(thing)).at(-1);
  told = "";
  if (one) one.answer(thing);
  else if (waiting.some(({ isQuiet }) => !isQuiet)) tell(say("{thing} can't do this. Tap another one.",
    { thing: nameOf(thing) }));
  else tell(say("Nothing on this page asks for it now."));
}

/** Types the words where the page asks for twelve words, as a person would paste them. */
function typeFromPaper() {
  const some = document.querySelectorAll("[data-three-words] input");
  for (const field of some) {
    if (!(field instanceof HTMLInputElement)) continue;
    field.value = story.words[Number(field.id.split("-").at(-1)) - 1] ?? "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (some.length > 0) return tell(say("Typed from the paper."));
  const field = document.querySelector("[data-word-entry] input");
  if (!(field instanceof HTMLInputElement)) return tell(say("This page asks for no words now."));
  const data = new DataTransfer();
  data.setData("text/plain", story.words.join(" "));
  field.focus();
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  isFromPaper = true;
  tell(say("Typed from the paper."));
}

/** @param {Thing} thing */
function loseOrFind(thing) {
  told = "";
  const isFound = isLost(thing);
  note({
    lost: isFound ? story.lost.filter((other) => other !== thing) : [...story.lost, thing],
    isOnReader: story.isOnReader && thing !== "card",
  });
  announce(isFound ? say("{thing} is found again.", { thing: nameOf(thing) })
    : say("{thing} is lost. It answers nothing until you find it.", { thing: nameOf(thing) }));
}

const tray = () => document.getElementById("tray");

function draw() {
  const place = tray();
  if (!place) return;
  place.hidden = false;
  const asked = waiting.filter(({ isQuiet }) => !isQuiet).flatMap(({ among }) => among);
  for (const row of parts(place, "[data-thing]")) {
    const thing = /** @type {Thing} */ (row.dataset.thing);
    row.classList.toggle("is-lost", isLost(thing));
    row.classList.toggle("is-asked", asked.includes(thing) && !isLost(thing));
    const use = part(row, "[data-tap]", HTMLButtonElement);
    use.disabled = isLost(thing) || (thing === "paper" && story.words.length === 0);
    part(row, "[data-lose]").hidden = isLost(thing);
    part(row, "[data-find]").hidden = !isLost(thing);
  }
  const paper = part(place, "[data-paper]");
  paper.hidden = story.words.length === 0 || isLost("paper");
  part(paper, "p").textContent = story.words.map((word, at) => `${at + 1} ${word}`).join("  ");
  const line = part(place, "[data-hint]"), text = told || (story.hidesHint ? "" : hint(story));
  if (line.textContent !== text) line.textContent = text;
  part(place, "[data-hide]").hidden = story.hidesHint || told !== "";
  const fold = part(place, "[data-fold]");
  fold.setAttribute("aria-expanded", String(!story.isFolded));
  part(place, "[data-things]").hidden = story.isFolded;
}

/** What the page shows is seen by whoever holds the pretended paper. */
function look() {
  const words = [...document.querySelectorAll("ol.words li")].map(({ textContent }) => textContent?.trim() ?? "");
  if (words.length === 12 && words.every(Boolean) && words.join() !== story.words.join()) {
    note({ words, lost: story.lost.filter((thing) => thing !== "paper") });
  }
  const back = document.querySelector("[data-journal-size]");
  if (!(back instanceof HTMLElement) || back.dataset.seen !== undefined) return;
  back.dataset.seen = "";
  if (location.pathname === seenAt) return;
  seenAt = location.pathname;
  told = "";
  note({ came: [...story.came, isFromPaper ? "paper" : "key"] });
  isFromPaper = false;
}
/** The address of the last return that was counted. */
let seenAt = "";

/** Takes up the tray of the page that this document shows. */
export function begin() {
  const place = tray();
  if (!place) return;
  const size = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--tray", `${place.offsetHeight}px`);
  });
  size.observe(place);
  if (document.documentElement.dataset.hands === undefined) place.querySelector("[data-thing=card]")?.remove();
  place.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : undefined;
    const row = button?.closest("[data-thing]"), thing = row instanceof HTMLElement ? row.dataset.thing : undefined;
    if (!button) return;
    if (button.dataset.fold !== undefined) note({ isFolded: !story.isFolded });
    if (button.dataset.hide !== undefined) note({ hidesHint: true });
    if (!thing) return;
    if (button.dataset.tap !== undefined) return tap(/** @type {Thing} */ (thing));
    loseOrFind(/** @type {Thing} */ (thing));
    part(place, `[data-thing=${thing}] [data-${isLost(/** @type {Thing} */ (thing)) ? "find" : "lose"}]`).focus();
  });
  draw();
}

new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
begin();
look();
