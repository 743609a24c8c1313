// The sentences of a page's scripts. The scripts have them in English; in any other language, the page brings the
// translations.

/**
 * By the English sentence.
 * @type {Record<string, string>}
 */
const translations = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}");

/**
 * A sentence in the language of the page.
 * @param {string} english also its name in every catalogue; a placeholder is written `{name}`
 * @param {Record<string, string|number>} [values] by placeholder name
 */
export const say = (english, values = {}) =>
  pieces(english).map((piece, at) => (at % 2 === 0 ? piece : String(values[piece] ?? ""))).join("");

/**
 * A sentence with an element in each placeholder.
 * @param {string} english
 * @param {Record<string, Element>} elements by placeholder name
 * @returns {(string|Element)[]}
 */
export const saying = (english, elements) =>
  pieces(english).map((piece, at) => (at % 2 === 0 ? piece : elements[piece] ?? "")).filter((piece) => piece !== "");

/**
 * The language tag for formatting dates and lists.
 * @param {string} english the tag for an English page
 */
export const locale = (english) => (document.documentElement.lang === "en" ? english : document.documentElement.lang);

/**
 * Words and placeholder names, alternating.
 * @param {string} english
 */
const pieces = (english) => (translations[english] ?? english).split(/\{(\w+)\}/);
