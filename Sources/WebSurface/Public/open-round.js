// The round with the journal open: the copies of the journal, which no server knows of, and when each is due (WAYS-BACK
// §5). A copy of the journal is tried by making a new one: what is in an old file, only opening it shows.
import { nameOfTaken } from "/belongings.js";
import { dayNumber, dayOf } from "/lists.js";
import { knownHere } from "/open-journal.js";
import { part } from "/page.js";
import { isDue } from "/round.js";
import { say } from "/sentences.js";

/** After how many days a copy is due. */
const COPY_LASTS = 365;

export async function draw() {
  const { belongings, rows } = await knownHere() ?? {};
  if (!rows || !belongings || belongings.copies.length === 0) return;
  const section = part(document, "[data-copies]");
  part(section, "ul").replaceChildren(...belongings.copies.map((copy) => row(copy, rows.today)));
  section.hidden = false;
  if (belongings.copies.some(({ made }) => dueOn(made) <= rows.today)) isDue();
}

/** @param {string} made */
const dueOn = (made) => dayNumber(made) + COPY_LASTS;

/** @param {import("/belongings.js").TakenCopy} copy @param {number} today */
function row({ made, place, read }, today) {
  const item = document.createElement("li"), words = document.createElement("div");
  const name = document.createElement("h3"), facts = document.createElement("p"), due = dueOn(made);
  item.className = "journal-row";
  name.className = "key-name";
  name.textContent = nameOfTaken(made);
  facts.className = "way-facts";
  facts.append(...[
    fact(place === "" ? say("You have not said where it lies") : say("Lies here: {1}", { 1: place }), place === ""),
    ...(read ? [] : [fact(say("Its file was not read back when it was saved: make a new one"), true)]),
    due > today ? fact(say("Due on {1}", { 1: dayOf(due) }))
      : fact(say("Due since {1}: make a new one", { 1: dayOf(due) }), true),
  ]);
  words.append(name, facts);
  item.append(words);
  return item;
}

/** @param {string} words @param {boolean} [isDue] */
function fact(words, isDue = false) {
  const said = document.createElement("span");
  said.textContent = words;
  if (isDue) said.className = "is-due";
  return said;
}
