// The tray of the demo: what its visitor pretends to hold. A thing answers when it is tapped, and not while it is lost.
// All of it stays in this tab.
import { announce, part, parts } from "/elements.js";
import { say } from "/sentences.js";
import * as page from "/demo-page.js";
import { hint, holds, isElsewhereNext } from "/demo-story.js";

/** @typedef {import("/demo-story.js").Thing} Thing */
/** @typedef {import("/demo-story.js").Story} Story */
/** @typedef {import("/demo-story.js").Asked} Asked */
/**
 * A request that waits for a tap.
 * @typedef {{among: Thing[], fitting: () => Thing[], kind: Asked["kind"], isQuiet: boolean,
 *   answer: (thing: Thing) => void}} Waiting
 */

const tray = () => document.getElementById("tray");

const NAME = "latchstring.demo";
/** The demo that runs now. What this tab remembers of an earlier one is gone with it. */
const run = tray()?.dataset.run;
/** @type {{run?: string, story?: Partial<Story>}} */
const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
/** @type {Story} */
let story = { held: {}, lost: [], words: [], came: [], isOnReader: false, isFolded: false,
  ...(kept.run === run ? kept.story : {}) };
/** @type {Waiting[]} */
let waiting = [];
/** What is said for the moment instead of the hint. */
let told = "";
/** The page for which the hint was drawn. */
let drawnAt = "";
/** Whether words were typed from the paper since the last return. */
let isFromPaper = false;

/** @param {Partial<Story>} change */
function note(change) {
  story = { ...story, ...change };
  sessionStorage.setItem(NAME, JSON.stringify({ run, story }));
  draw();
}

/** @type {Record<Thing, string>} */
const names = {
  laptop: say("The laptop"), yellow: say("Yellow"), black: say("Black"), paper: say("The paper"), card: say("The card"),
};
export const nameOf = (/** @type {Thing} */ thing) => names[thing];
export const isLost = (/** @type {Thing} */ thing) => story.lost.includes(thing);
/** Whether this thing plays a new one: it was found when a page asked for a new key. */
export const isNew = (/** @type {Thing} */ thing) => story.held[thing]?.length === 0;
/** Whether this thing holds a passkey, at hand or not. */
export const everHeld = (/** @type {Thing} */ thing) => holds(story, thing);
/** Whether this thing holds a passkey and is at hand. */
export const holdsPasskey = (/** @type {Thing} */ thing) => holds(story, thing) && !isLost(thing);
/**
 * Whether this thing was given one of these passkeys in this tab.
 * @param {Thing} thing @param {string[]} ids
 */
export const holdsOne = (thing, ids) => (story.held[thing] ?? []).some((id) => ids.includes(id));
/** Whether the card lies on the reader. */
export const isOnReader = () => story.isOnReader && !isLost("card");
export const layDown = () => note({ isOnReader: true });
/** @param {Thing} thing @param {string} id */
export const made = (thing, id) => note({ held: { ...story.held, [thing]: [...story.held[thing] ?? [], id] } });

/**
 * Waits until one of these is tapped. What is asked for takes the tray out again.
 * @param {Thing[]} among @param {AbortSignal} signal
 * @param {Partial<Pick<Waiting, "fitting"|"kind"|"isQuiet">>} [how] what is known of those that may answer; whether the
 *   page waits without asking the person
 * @returns {Promise<Thing>}
 */
export function tapped(among, signal, how = {}) {
  const { fitting = () => among, kind = "any", isQuiet = false } = how;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    /** @type {Waiting} */
    const one = { among, fitting, kind, isQuiet, answer: (thing) => { over(); resolve(thing); } };
    const over = () => {
      waiting = waiting.filter((other) => other !== one);
      draw();
    };
    signal.addEventListener(
      "abort", () => { over(); reject(new DOMException("Called off.", "AbortError")); }, { once: true });
    waiting = [...waiting, one];
    if (!isQuiet) note({ isFolded: false });
  });
}

/** @param {string} sentence in place of the hint, until something else happens */
export function tell(sentence) {
  told = sentence;
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

function typeFromPaper() {
  const typed = page.type(story.words);
  isFromPaper ||= typed === "all";
  tell(typed ? say("Typed from the paper. Go on.") : say("This page asks for no words now."));
}

/** @param {Thing} thing */
function loseOrFind(thing) {
  told = "";
  const isFound = isLost(thing);
  if (isFound && asking()?.kind === "new") note({ held: { ...story.held, [thing]: [] } });
  note({
    lost: isFound ? story.lost.filter((other) => other !== thing) : [...story.lost, thing],
    isOnReader: story.isOnReader && thing !== "card",
  });
  announce(isFound ? say("{thing} is found again.", { thing: nameOf(thing) })
    : say("{thing} is lost. It answers nothing until you find it.", { thing: nameOf(thing) }));
}

/** Signs out here, as a computer is where nobody has signed in. */
function sitElsewhere() {
  const form = document.createElement("form");
  [form.method, form.action] = ["post", "/sign-out"];
  document.body.append(form);
  form.submit();
}

/**
 * What the page asks the person for.
 * @returns {Asked|undefined}
 */
function asking() {
  const one = waiting.filter(({ isQuiet }) => !isQuiet).at(-1);
  return one && { ...one, fitting: one.fitting() };
}

function draw() {
  const place = tray(), at = page.place(), now = `${location.pathname} ${at}`;
  if (!place) return;
  if (now !== drawnAt) told = "";
  drawnAt = now;
  const asked = asking();
  for (const row of parts(place, "[data-thing]")) {
    const thing = /** @type {Thing} */ (row.dataset.thing);
    row.classList.toggle("is-lost", isLost(thing));
    row.classList.toggle("is-asked", asked?.fitting.includes(thing) === true && !isLost(thing));
    const use = part(row, "[data-tap]", HTMLButtonElement);
    if (row.classList.contains("is-asked")) use.setAttribute("aria-describedby", "tray-hint");
    else use.removeAttribute("aria-describedby");
    use.disabled = isLost(thing) || (thing === "paper" && story.words.length === 0);
    part(row, "[data-lose]").hidden = isLost(thing);
    part(row, "[data-find]").hidden = !isLost(thing);
  }
  const paper = part(place, "[data-paper]");
  paper.hidden = story.words.length === 0 || isLost("paper") || asked !== undefined || ["words", "typing"].includes(at);
  part(paper, "p").textContent = story.words.map((word, place) => `${place + 1} ${word}`).join("  ");
  const hasCard = place.querySelector("[data-thing=card]") !== null;
  const line = part(place, "[data-hint]"), text = told || hint(story, at, asked, hasCard);
  if (line.textContent !== text) line.textContent = text;
  part(place, "[data-elsewhere]").hidden = asked !== undefined || !isElsewhereNext(story, at);
  const fold = part(place, "[data-fold]");
  fold.hidden = false;
  fold.setAttribute("aria-expanded", String(!story.isFolded));
  part(place, "[data-tray]").hidden = story.isFolded;
}

/** What the page shows is seen by whoever holds the pretended paper. */
function look() {
  const words = page.shownWords();
  if (words.length > 0 && words.join() !== story.words.join()) {
    note({ words, lost: story.lost.filter((thing) => thing !== "paper") });
  } else if (`${location.pathname} ${page.place()}` !== drawnAt) draw();
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
    if (button.dataset.elsewhere !== undefined) sitElsewhere();
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
