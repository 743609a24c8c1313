// “What if I lose …”: the answer follows the ticks. Without this script, the button asks the server, which computes the
// same.
import { say, locale } from "/sentences.js";
import { left, wayBack } from "/waysback.js";
import { part } from "/page.js";

/**
 * @typedef {{picture: import("/waysback.js").Picture, fields: string[], names: string[], ways: string[],
 *   hasJournal: boolean, hadJournal: boolean, hasOnlyPractice: boolean}} Told
 * @typedef {import("/waysback.js").Way} Way
 */

const form = part(document, "#what-if", HTMLFormElement);
const outcome = part(form, "#outcome");
const rehearse = part(document, "#rehearse", HTMLFormElement);
/** @type {Told} */
const { picture, fields, names, ways, hasJournal, hadJournal, hasOnlyPractice } =
  JSON.parse(part(document, "#picture").textContent ?? "");

/** @type {Record<string, string>} */
const marks = {
  in: say("In"), hoped: say("In, if it works"), noAccount: say("Data, no account"), noData: say("In, but no data"),
  out: say("Locked out"),
};

/** The numbers of the ticked things. */
const lost = () => fields.flatMap((field, number) => {
  const box = form.elements.namedItem(field);
  return box instanceof HTMLInputElement && box.checked ? [number] : [];
});

/** @param {number[]} things */
const listed = (things) =>
  new Intl.ListFormat(locale("en-GB"), { type: "conjunction" }).format(things.map((number) => names[number]));

/**
 * What is left. An account without a journal has only signing in to lose.
 * @param {number[]} gone
 * @param {Way | null} way
 */
function outcomeOf(gone, way) {
  if (hasJournal) return left(picture, gone);
  if (way === null) return "out";
  return way.isTried ? "in" : "hoped";
}

/**
 * @param {string} is what is left
 * @param {Way | null} way
 */
function sentence(is, way) {
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
  if (is === "in") return say("You come back with {names}. You tried it.", by);
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
  const gone = lost(), way = wayBack(picture, gone), is = outcomeOf(gone, way);
  outcome.dataset.left = is;
  tell("[data-mark]", marks[is]);
  tell("[data-answer]", sentence(is, way));
  const rehearsed = wayToRehearse(is, way);
  rehearse.hidden = rehearsed === "";
  part(rehearse, "[name=key]", HTMLInputElement).value = rehearsed;
}

/**
 * The way in that is left and can be rehearsed: the account is there, and one thing alone opens the journal. The server
 * says which things a rehearsal can be about.
 * @param {string} is what is left
 * @param {Way | null} way
 */
function wayToRehearse(is, way) {
  const isBack = hasJournal && (is === "in" || is === "hoped");
  return isBack && way?.shown.length === 1 ? ways[way.shown[0]] : "";
}

/**
 * Words that stay the same are not announced again.
 * @param {string} place
 * @param {string} text
 */
function tell(place, text) {
  const told = part(outcome, place);
  if (told.textContent !== text) told.textContent = text;
}

part(form, "[data-ask]").hidden = true;  // the answer is there already
form.addEventListener("input", show);
show();  // the browser may have kept the ticks of an earlier visit
