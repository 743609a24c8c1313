// Texts that only this computer's hands know and that a person is to read: a question, an address, a key. A screen
// names the places for them, and each is filled in here, so that no server sees them.
import { say } from "/sentences.js";
import { element } from "/word-field.js";

/** @typedef {import("/protocol.js").Clock} Clock */

/**
 * The texts, by the name of their place.
 * @type {Map<string, string|Clock>}
 */
let texts = new Map();

/**
 * Keeps texts for this screen and later ones, and draws those that have a place now.
 * @param {Record<string, string|Clock>} news
 */
export function tell(news) {
  for (const [name, text] of Object.entries(news)) texts.set(name, text);
  attach();
}

/** @param {string} [name] the text to forget; without a name, all of them */
export function forget(name) {
  if (name === undefined) texts = new Map();
  else texts.delete(name);
}

/** Selects the places that a screen may contain for this module. */
export const marks = "[data-told]";

/**
 * Fills the places that a new screen brought.
 * @returns {(() => void)[]} functions that each empty one place
 */
export function attach() {
  return [...document.querySelectorAll(marks)].map((place) => {
    const text = texts.get(/** @type {HTMLElement} */ (place).dataset.told ?? "");
    place.replaceChildren(...(text === undefined ? [] : typeof text === "string" ? [text] : clock(text)));
    return () => place.replaceChildren();
  });
}

/**
 * The key in groups of four, so that nobody loses their place while typing it, and ways to bring it into a program here
 * or on a phone.
 * @param {Clock} made
 */
function clock({ uri, key, side, path }) {
  const code = element("code", {}, key.match(/.{1,4}/g)?.join(" ") ?? "");
  // The hands made it, and only such an address ever becomes a link here.
  if (!uri.startsWith("otpauth://")) return [code];
  const box = `0 0 ${Number(side)} ${Number(side)}`;
  const square = drawn("svg", {
    class: "qr", viewBox: box, "shape-rendering": "crispEdges", role: "img",
    "aria-label": say("QR code of the key below"),
  });
  square.append(drawn("path", { fill: "currentColor", d: path }));
  return [square, code, element("a", { class: "link-button", href: uri }, say("Open in a program on this device"))];
}

/** @param {string} tag @param {Record<string, string>} attributes */
function drawn(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
