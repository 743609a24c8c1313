// An entry of a journal on a screen: what is written, then when. The journal's page and the opener show it alike.

/** @typedef {import("/copies.js").Entry} Entry */

/**
 * What is written in an entry: a name, if it is about somebody, and a text.
 * @param {Entry} entry @returns {string[]}
 */
export const textsOf = ({ name, text, note }) =>
  [name, text ?? note].filter((one) => one !== undefined && one !== "").map(String);

/**
 * @param {Entry} entry
 * @param {string} when the moment of the entry, as the page says moments
 * @returns {HTMLLIElement}
 */
export function rowOf(entry, when) {
  const item = document.createElement("li"), words = document.createElement("div"),
    time = document.createElement("time");
  item.className = "journal-row";
  words.className = "stack-tight";
  for (const text of textsOf(entry)) {
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    words.append(paragraph);
  }
  time.dateTime = entry.at;
  time.textContent = when;
  words.append(time);
  item.append(words);
  return item;
}
