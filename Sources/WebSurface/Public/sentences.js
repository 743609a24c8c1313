// The sentences of a page's scripts. They stand in the scripts in English; where another language is read, the page
// brings what that one says instead.

/**
 * By the English of each.
 * @type {Record<string, string>}
 */
const translations = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}");

/**
 * A sentence in the language of the page.
 * @param {string} english its name in every catalogue, too; a hole in it is `{name}`
 * @param {Record<string, string|number>} [values] by the names of the holes
 */
export const say = (english, values = {}) =>
  pieces(english).map((piece, at) => (at % 2 === 0 ? piece : String(values[piece] ?? ""))).join("");

/**
 * A sentence with an element in each hole.
 * @param {string} english
 * @param {Record<string, Element>} elements by the names of the holes
 * @returns {(string|Element)[]}
 */
export const saying = (english, elements) =>
  pieces(english).map((piece, at) => (at % 2 === 0 ? piece : elements[piece] ?? "")).filter((piece) => piece !== "");

/**
 * The tag by which dates and lists are written.
 * @param {string} english the tag where the page is English
 */
export const locale = (english) => (document.documentElement.lang === "en" ? english : document.documentElement.lang);

/**
 * Words and the names of holes, in turns.
 * @param {string} english
 */
const pieces = (english) => (translations[english] ?? english).split(/\{(\w+)\}/);
