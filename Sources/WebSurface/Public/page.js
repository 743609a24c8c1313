// What every page does, with or without a flow. Everything here only adds to a page that reads and submits without it.
import "/elsewhere.js";
import "/remade.js";

const wide = matchMedia("(min-width: 44rem)");

/** The panel beside the question: open where there is room, a disclosure where there is not. */
export function fitAside() {
  for (const details of document.querySelectorAll(".aside details")) {
    details.open = wide.matches;
    const summary = details.querySelector("summary");
    if (summary) summary.tabIndex = wide.matches ? -1 : 0;
  }
}

/**
 * Says a passing fact to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.textContent = "";  // the same words twice are two pieces of news
  setTimeout(() => { live.textContent = text; }, 50);
}

// M-10: what a badge means is told where the keyboard comes by, and put away when it goes on; a press opens and closes it without this.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLButtonElement && target.matches("[popovertarget]:focus-visible")) target.popoverTargetElement?.showPopover();
});
document.addEventListener("focusout", ({ target }) => {
  if (target instanceof HTMLButtonElement) target.popoverTargetElement?.hidePopover();
});

wide.addEventListener("change", fitAside);
fitAside();
