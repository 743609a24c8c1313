// What every page does, with or without a flow. Everything here only adds to a page that can be read and submitted
// without it.
import "/copying.js";
import "/door.js";
import "/pairing.js";
import "/remade.js";
import "/signed-out.js";
import "/too-small.js";
import "/type-ahead.js";

export { announce, part, parts } from "/elements.js";

const wide = matchMedia("(min-width: 44rem)");

/** The path of the page that this document shows. */
let shown = location.pathname;
/** This document shows another page from now on, and the history already says so (`pages.js`). */
export function arrived() { shown = location.pathname; }
// Back and forward to another page that this document has shown: that page is loaded anew.
addEventListener("popstate", (event) => {
  if (location.pathname === shown) return;
  event.stopImmediatePropagation();
  location.reload();
});

/** What scrolls: the document, but with the demo's tray the part of the page above it. */
export const scroller = () =>
  (document.querySelector(".tray") ? document.body : document.scrollingElement ?? document.documentElement);

/** The panel beside the question: open where there is room, a disclosure where there is not. */
export function fitAside() {
  for (const details of document.querySelectorAll(".aside > details")) {
    if (!(details instanceof HTMLDetailsElement)) continue;
    details.open = wide.matches;
    const summary = details.querySelector("summary");
    if (summary) summary.tabIndex = wide.matches ? -1 : 0;
  }
}

/** @param {HTMLButtonElement} button */
const told = (button) => /** @type {HTMLElement | null | undefined} */ (button.popoverTargetElement);

// M-10: what a badge means is shown when the keyboard reaches it, and hidden when focus moves on; a press opens and
// closes it without this.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLButtonElement && target.matches("[popovertarget]:focus-visible")) {
    told(target)?.showPopover();
  }
});
document.addEventListener("focusout", ({ target }) => {
  if (target instanceof HTMLButtonElement) told(target)?.hidePopover();
});

// On its own, the link would leave an entry in the history, which a flow's Back would have to pass.
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element && event.target.closest(".skip"))) return;
  event.preventDefault();
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll("dialog[open] button, main:not([inert]), [role=main]");
  [...places].find((place) => place.checkVisibility())?.focus();
});

wide.addEventListener("change", fitAside);
fitAside();
