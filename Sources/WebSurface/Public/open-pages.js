// The pages that are shown in this document while the journal is open in it, so that they count what only the journal
// knows. Wherever else a link leads, the browser loads that page, and the journal is closed.
import { parts } from "/page.js";
import * as pages from "/pages.js";
import * as secrets from "/secret-fields.js";
import { whenSignedOut } from "/signed-out.js";
import * as vault from "/vault.js";

/** Where somebody says where their things lie. */
const THINGS = "/account/things";
/**
 * What draws each of them once the journal is open.
 * @type {Record<string, () => Promise<{draw: () => Promise<void>}>>}
 */
const OPEN = {
  "/account": () => import("/open-home.js"),
  "/account/what-if": () => import("/open-what-if.js"),
  "/account/round": () => import("/open-round.js"),
  [THINGS]: () => import("/things.js"),
};
/** For how long the journal stays open on these pages without a step to another one or a key, in milliseconds. */
const LONGEST = 1800000;
let waiting = 0;

/**
 * Whether the page that follows a flow is shown in this document, with the journal open.
 * @param {string} next
 */
export const isShownHere = (next) => next === THINGS && vault.isOpen();

/**
 * Draws such a page anew, with the journal that is open.
 * @param {string} path
 */
export async function drawn(path) {
  clearTimeout(waiting);
  waiting = setTimeout(close, LONGEST);
  await (await OPEN[path]()).draw();
  // Leaving the page forgets what is open. If something is not saved, the browser asks first.
  for (const button of parts(document, "[data-close-journal]")) {
    button.addEventListener("click", () => location.reload());
  }
}
document.addEventListener("input", () => {
  if (!vault.isOpen() || !isPage()) return;
  clearTimeout(waiting);
  waiting = setTimeout(close, LONGEST);
});
/** A flow begins in this document, or another page is shown without the journal. */
export function over() { clearTimeout(waiting); }

/** What the server says stands there again: the page is loaded anew, without the journal. */
function close() {
  secrets.forget();
  location.reload();
}
/** Whether one of these pages is shown. A flow has a screen of its own. */
const isPage = () => location.pathname in OPEN && !document.getElementById("step");
/**
 * Whether the page is shown in this document: the journal is open here, or what opens it waits for the room's button.
 * What is not saved yet is left to the browser, which asks.
 * @param {string} path
 */
const staysHere = (path) => path in OPEN && isPage() && !document.querySelector("[data-unsaved]")
  && (vault.isOpen() || (path === THINGS && vault.isHolding()));
whenSignedOut(() => { if (vault.isOpen() && isPage()) close(); });

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || event.defaultPrevented) return;
  const path = link.origin === location.origin && !link.hash && !link.search ? link.pathname : "";
  if (!staysHere(path)) return;
  event.preventDefault();
  void go(path);
});

/** The number of the newest step to another of these pages: of two quick ones, the second counts. */
let steps = 0;

/** @param {string} path */
async function go(path) {
  steps += 1;
  const own = steps;
  const elsewhere = await pages.show({
    address: path, isExpected: (shown) => shown === path && own === steps, enter: () => history.pushState(null, "", path),
  }).catch(() => path);
  if (own !== steps) return;
  if (elsewhere !== undefined) location.assign(elsewhere);
  else if (vault.isOpen()) await drawn(path);
}
