// The fields of the room in which somebody says where their things lie. None has a name, so no form can send it.
import { say } from "/sentences.js";

let count = 0;

/**
 * A field for a place, in the person's own words.
 * @param {string} label @param {string} value
 */
export function placeField(label, value) {
  const input = document.createElement("input");
  input.className = "input";
  input.type = "text";
  input.maxLength = 60;
  input.autocomplete = "off";
  input.spellcheck = false;  // some browsers send what they check
  input.setAttribute("list", "known-places");
  input.value = value;
  return { row: labelled(label, input), input };
}

/**
 * @param {string} label @param {{value: string, label: string}[]} choices @param {string} value
 */
export function choiceField(label, choices, value) {
  const select = document.createElement("select");
  select.className = "select";
  select.append(...choices.map((choice) => new Option(choice.label, choice.value, false, choice.value === value)));
  return { row: labelled(label, select), select };
}

/** @param {string} text @param {HTMLElement} field */
function labelled(text, field) {
  const row = document.createElement("div"), label = document.createElement("label");
  field.id = `thing-${count += 1}`;
  label.htmlFor = field.id;
  label.textContent = text;
  row.className = "field";
  row.append(label, field);
  return row;
}

/**
 * Says that something is there no more.
 * @param {string} name of what it is @param {() => void} remove
 */
export function removal(name, remove) {
  const links = document.createElement("div"), button = document.createElement("button");
  links.className = "links";
  button.type = "button";
  button.className = "link-button";
  button.textContent = say("I no longer have it");
  button.setAttribute("aria-label", say("I no longer have it: {1}", { 1: name }));
  button.addEventListener("click", remove);
  links.append(button);
  return links;
}

/** @param {HTMLElement[]} parts what belongs to one thing */
export function rowOf(...parts) {
  const row = document.createElement("div");
  row.className = "stack-tight";
  row.append(...parts);
  return row;
}

/**
 * Offers the places that were named already.
 * @param {HTMLElement} room @param {import("/belongings.js").Belongings} said
 */
export function suggest(room, { things, papers, copies }) {
  const all = [...things.map(({ place }) => place), ...papers.flatMap(({ places }) => places),
    ...copies.map(({ place }) => place)];
  room.querySelector("datalist")?.replaceChildren(...[...new Set(all)].filter(Boolean).map((place) => {
    const option = document.createElement("option");
    option.value = place;
    return option;
  }));
}
