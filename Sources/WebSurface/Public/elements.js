// The elements of a page, and what is said about them to somebody who does not see them.

/**
 * An element that must be in the page.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} within @param {string} css
 * @param {{new (): E}} [kind] its required class, if not any HTML element will do
 * @returns {E}
 */
export function part(within, css, kind) {
  const found = within.querySelector(css);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`No ${css} in this page.`);
  return /** @type {E} */ (found);
}

/**
 * All such elements in the page, which our own templates draw as HTML elements.
 * @param {ParentNode} within @param {string} css
 * @returns {NodeListOf<HTMLElement>}
 */
export const parts = (within, css) => within.querySelectorAll(css);

/**
 * Announces a passing fact to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.textContent = "";  // the same words twice are two announcements
  setTimeout(() => { live.textContent = text; }, 50);
}
