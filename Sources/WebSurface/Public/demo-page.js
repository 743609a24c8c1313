// The page behind the demo's tray: where the story stands in it, and the words that it shows and asks for.

/** @typedef {import("/demo-story.js").Place} Place */

const has = (/** @type {string} */ css) => document.querySelector(css) !== null;
const inputs = (/** @type {string} */ css) =>
  /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(css));

/** The words of a recovery code that the page shows; a card has a phrase of its own. */
export const shownWords = () => {
  const places = [...document.querySelectorAll("ol.words:not(.is-card) li")];
  const words = places.map(({ textContent }) => (textContent ?? "").trim());
  return words.length === 12 && words.every(Boolean) ? words : [];
};

/** @returns {Place} */
export function place() {
  if (has("[data-three-words] input, [data-word-entry] input")) return "typing";
  if (shownWords().length > 0) return "words";
  if (has("#step") && !has("[data-journal-size]")) return "flow";
  if (has("#what-if")) return "whatIf";
  const isOutside = location.pathname === "/" ? has("main [href='/trouble']")
    : location.pathname.startsWith("/trouble") && !has("main [href='/account']");
  return isOutside ? "outside" : "other";
}

/**
 * Types the words where the page asks for them, as a person would type or paste them.
 * @param {string[]} words @returns {"some"|"all"|undefined} how many the page asked for
 */
export function type(words) {
  const some = inputs("[data-three-words] input");
  for (const field of some) {
    field.value = words[Number(field.id.split("-").at(-1)) - 1] ?? "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (some.length > 0) return "some";
  const [field] = inputs("[data-word-entry] input");
  if (!field) return undefined;
  const data = new DataTransfer();
  data.setData("text/plain", words.join(" "));
  field.focus();
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  return "all";
}
