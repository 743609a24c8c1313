// “What if I lose …”: the answer follows the ticks. Without this script, the button asks the server, which computes the
// same.
import { say, locale } from "/sentences.js";
import { left, wayBack } from "/waysback.js";
import { part } from "/page.js";

/**
 * What is answered from. `boxes` has the box of each thing, `names` what a way back calls it, and `read` the numbers of
 * the papers of which only three words were ever read.
 * @typedef {{picture: import("/waysback.js").Picture, boxes: (HTMLInputElement|undefined)[], names: string[],
 *   ways: string[], read: number[], hasJournal: boolean, hadJournal: boolean, hasOnlyPractice: boolean}} Told
 */
/** @typedef {import("/waysback.js").Way} Way */

/** @type {Told} */
let told;

/** @type {Record<string, string>} */
const marks = {
  in: say("In"), hoped: say("In, if it works"), noAccount: say("Data, no account"), noData: say("In, but no data"),
  out: say("Locked out"),
};

/** The numbers of the ticked things. */
const lost = () => told.boxes.flatMap((box, number) => (box?.checked ? [number] : []));

/** @param {number[]} things */
const listed = (things) =>
  new Intl.ListFormat(locale("en-GB"), { type: "conjunction" }).format(things.map((number) => told.names[number]));

/**
 * What is left. An account without a journal has only signing in to lose.
 * @param {number[]} gone
 * @param {Way | null} way
 */
function outcomeOf(gone, way) {
  const { picture, hasJournal } = told;
  if (hasJournal) return left(picture, gone);
  if (way === null) return "out";
  return way.isTried ? "in" : "hoped";
}

/**
 * @param {string} is what is left
 * @param {Way | null} way
 */
function sentence(is, way) {
  const { hasJournal, hadJournal, hasOnlyPractice } = told;
  if (way === null && hasOnlyPractice) {
    return say("You have only what is there to practice with. Add a key: practice never counts.");
  }
  if (way === null) {
    return say("Nothing brings you back, and nobody can. We can't recover keys from our side. That's the whole point.");
  }
  const by = { names: listed(way.shown) };
  if (is === "in" && !hasJournal && hadJournal) {
    return say("You sign in with {names}. You tried it. Nothing that you have opens your journal any more.", by);
  }
  if (is === "in" && !hasJournal) {
    return say("You sign in with {names}. You have no journal yet.", by);
  }
  const isOnlyRead = way.takes.some((number) => told.read.includes(number));
  if (is === "in" && isOnlyRead) {
    return say("You come back with {names}. Three words were read off the paper; all twelve were never tried.", by);
  }
  if (is === "in") return say("You come back with {names}. You tried it.", by);
  if (is === "noAccount" && way.isTried && isOnlyRead) {
    return say(
      "Your journal opens with {names}. Three words were read off the paper; all twelve were never tried. "
      + "The account is gone.", by);
  }
  if (is === "noAccount") {
    return way.isTried
      ? say("Your journal opens with {names}. You tried it. The account is gone.", by)
      : say("Your journal might open with {names}. You never tried that. The account is gone.", by);
  }
  if (is === "noData") {
    return way.isTried
      ? say("You sign in with {names}. Nothing opens your journal any more.", by)
      : say("You might sign in with {names}. You never tried that. Nothing opens your journal any more.", by);
  }
  return say("You might come back with {names}. You never tried that: try it while nothing is lost.", by);
}

function show() {
  const gone = lost(), way = wayBack(told.picture, gone), is = outcomeOf(gone, way);
  const outcome = part(document, "#outcome"), rehearse = part(document, "#rehearse", HTMLFormElement);
  outcome.dataset.left = is;
  tell(outcome, "[data-mark]", marks[is]);
  tell(outcome, "[data-answer]", sentence(is, way));
  const { rehearsed = "", why } = rehearsalOf(is, way);
  rehearse.hidden = rehearsed === "";
  part(rehearse, "[name=key]", HTMLInputElement).value = rehearsed;
  for (const reason of document.querySelectorAll("#what-if [data-why]")) {
    if (reason instanceof HTMLElement) reason.hidden = reason.dataset.why !== why;
  }
}

/**
 * What of the way that is left can be rehearsed: the account is there, and one thing alone opens the journal. The server
 * says which things a rehearsal can be about. If there are none, this is why.
 * @param {string} is what is left
 * @param {Way | null} way
 * @returns {{rehearsed?: string, why?: string}}
 */
function rehearsalOf(is, way) {
  const { picture, hasJournal, ways } = told;
  if (!hasJournal || way === null || !["in", "hoped"].includes(is)) return {};
  const ids = way.shown.map((number) => picture.things[number].id);
  if (ids.some((id) => ["account recovery", "facts"].includes(id))) return { why: "escrow" };
  if (ids.length !== 1) return { why: "several" };
  const rehearsed = ways[way.shown[0]];
  return rehearsed === "" ? { why: "other" } : { rehearsed };
}

/**
 * Words that stay the same are not announced again.
 * @param {HTMLElement} outcome @param {string} place @param {string} text
 */
function tell(outcome, place, text) {
  const said = part(outcome, place);
  if (said.textContent !== text) said.textContent = text;
}

/**
 * Answers from something else than what the server told.
 * @param {Told} next
 */
export function answerFrom(next) {
  told = next;
  show();
}

/** Answers in the page that this document shows, from what the server told. */
export function begin() {
  const form = part(document, "#what-if", HTMLFormElement);
  /** @type {Omit<Told, "boxes"> & {fields: string[]}} */
  const { fields, ...own } = JSON.parse(part(document, "#picture").textContent ?? "");
  const boxes = fields.map((field) => {
    const box = form.elements.namedItem(field);
    return box instanceof HTMLInputElement ? box : undefined;
  });
  part(form, "[data-ask]").hidden = true;  // the answer is there already
  form.addEventListener("input", show);
  answerFrom({ ...own, boxes });  // the browser may have kept the ticks of an earlier visit
}

begin();
