// Fields whose contents never reach the server: the recovery code, shown or typed, and what is said to and by the
// hands. A form only learns that they are ready.
import * as card from "/card.js";
import * as cardFields from "/card-fields.js";
import { parts } from "/page.js";
import * as drawing from "/drawing.js";
import * as texts from "/hands-texts.js";
import * as held from "/held-secrets.js";
import * as kits from "/kit.js";
import { enterWords, showWords } from "/phrase.js";
import { locale } from "/sentences.js";
import * as taken from "/taken-copy.js";
import { askThree } from "/three-words.js";
import * as vault from "/vault.js";

/**
 * Functions that each empty something drawn.
 * @type {(() => void)[]}
 */
let drawn = [];
/**
 * The blocks of the recovery code that this page has shown.
 * @type {Set<string>}
 */
const codes = new Set();
/**
 * The blocks into which words were typed.
 * @type {Set<string>}
 */
const entries = new Set();
/**
 * The current words of the word entry.
 * @type {(() => string[])|undefined}
 */
let typing;

/** Fills the empty blocks that a new screen brought. */
export async function attach() {
  for (const empty of drawn) empty();
  drawn = [];
  typing = undefined;
  const shown = document.querySelector("[data-words]"), entry = document.querySelector("[data-word-entry]");
  if (shown) codes.add(shown.id);
  if (entry) entries.add(entry.id);
  if (shown instanceof HTMLElement) fill(shown);
  if (entry instanceof HTMLElement) await listen(entry);
  const code = vault.shownCode();
  for (const block of parts(document, "[data-three-words]")) {
    if (code) drawn.push(askThree(block, code.words, drawing.checkNeeds));
  }
  kits.fill();
  drawn.push(...(await cardFields.attach(drawing.checkNeeds)), ...texts.attach());
  for (const copy of parts(document, "div[data-taken]")) taken.draw(copy);
  for (const journal of parts(document, "div[data-journal]")) (await import("/journal.js")).open(journal);
  for (const size of parts(document, "[data-journal-size]")) (await import("/journal.js")).count(size);
}

/**
 * Whether blocks are still empty under the screen already shown: on a page that begins with them, or that the browser
 * kept.
 */
export const areMissing = () =>
  drawn.length === 0
  && document.querySelector(`[data-word-entry], [data-three-words], ${cardFields.marks}, ${texts.marks}`) !== null;

/** @param {HTMLElement} block */
function fill(block) {
  const code = vault.shownCode();
  if (code) draw(block, code);
  else vault.whenShown((code) => draw(block, code));
}

/**
 * The words and, on paper, what a stranger needs to know about them (G-17).
 * @param {HTMLElement} block @param {import("/vault.js").ShownCode} code
 */
function draw(block, { words, kit }) {
  /** @type {Record<string, string>} */
  const facts = {
    number: String(kit.number), check: kits.grouped(kit.check), account: kit.account, place: location.host,
    date: new Date().toLocaleDateString(locale("en-US"), { day: "numeric", month: "long", year: "numeric" }),
  };
  for (const place of parts(block, "[data-kit]")) place.textContent = facts[place.dataset.kit ?? ""];
  const squares = [...parts(block, "[data-kit-square]")].map((figure) => kits.drawSquare(figure, kit));
  drawn.push(showWords(block, words, Promise.allSettled(squares)));
}

/** @param {HTMLElement} block */
async function listen(block) {
  const entry = await enterWords(block, (isReady) => {
    if (isReady) block.dataset.ready = "";
    else delete block.dataset.ready;
    drawing.checkNeeds();
  }, vault.typedWords());
  typing = entry.words;
  drawn.push(entry.forget);
}

/**
 * Marks in a form which secrets are ready, and keeps them for the work that follows: the next screen has no field for
 * them.
 * @param {FormData} fields
 */
export function addTo(fields) {
  cardFields.addTo(fields);
  for (const block of document.querySelectorAll("[data-word-entry][data-ready]")) {
    fields.set(block.id, "ready");
    if (typing) vault.type(typing());
  }
  for (const block of document.querySelectorAll("[data-three-words][data-ready]")) fields.set(block.id, "ready");
}

/**
 * Forgets everything in that field; without a name, everything.
 * @param {string} [field]
 */
export function forget(field) {
  for (const one of [held, card, texts]) one.forget(field);
  const isEntry = field !== undefined && entries.has(field) && !codes.has(field);
  if (field !== undefined && !codes.has(field) && !isEntry) return;
  for (const empty of drawn) empty();
  drawn = [];
  if (isEntry) vault.forgetWords();
  else vault.forget();
}
