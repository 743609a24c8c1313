// Shows a page of ours in the document that is there already, so that what a key gave stays in its memory. Whatever is
// not as expected is left to the browser, which loads the page.
import { announce, arrived, fitAside, scroller } from "/page.js";
import * as remade from "/remade.js";

/**
 * A page to show.
 * @typedef {object} Wanted
 * @property {string} address where it is, or where the form is sent that leads to it
 * @property {URLSearchParams} [form] what is sent there
 * @property {(path: string) => boolean} isExpected whether this is the page, by the path at which the answer is
 * @property {(path: string) => void} enter puts the path into the history
 */

/** How long an answer is waited for, in milliseconds; then the browser loads the page, and shows that it does. */
const PATIENCE = 10000;

/** @param {Document} page */
const scripts = (page) =>
  [...page.head.querySelectorAll("script[src]")].map((script) => script.getAttribute("src") ?? "");
/** The scripts that have run in this document. */
const ran = new Set(scripts(document));
/** Runs in every page, and needs no second beginning. */
const ALWAYS = "/page.js";

/**
 * Fetches the page and shows it here.
 * @param {Wanted} wanted
 * @returns {Promise<string|undefined>} the address that the browser has to load instead; without one, the page is shown
 * @throws if there is no answer, or none that leads to a page
 */
export async function show({ address, form, isExpected, enter }) {
  const response = await fetch(address, {
    method: form ? "POST" : "GET", body: form, headers: { Accept: "text/html" }, credentials: "same-origin",
    signal: window.AbortSignal.timeout(PATIENCE),
  });
  if (form && !response.redirected) throw new TypeError("no page");
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const path = new URL(response.url).pathname;
  if (!response.ok || !isExpected(path) || !isLikeThis(page) || !(await canRunAgain(page))) return response.url;
  enter(path);
  try {
    await draw(page);
  } catch {
    location.reload();  // half a page is worse than one more touch
  }
  return undefined;
}

/**
 * Whether the page is in the same language, and has scripts of the same version with the same settings.
 * @param {Document} page
 */
function isLikeThis(page) {
  const [theirs, ours] = [page, document].map((one) => JSON.stringify([
    one.documentElement.lang, Object.entries(one.documentElement.dataset).sort(),
    one.getElementById("sentences")?.textContent,
  ]));
  return theirs === ours && scripts(page).includes(ALWAYS) && page.getElementById("main") !== null;
}

/**
 * Whether those of its scripts that have run in this document can begin once more.
 * @param {Document} page
 */
async function canRunAgain(page) {
  const again = scripts(page).filter((script) => ran.has(script) && script !== ALWAYS);
  return (await Promise.all(again.map((script) => import(script)))).every(({ begin }) => typeof begin === "function");
}

/** @param {Document} page */
async function draw(page) {
  document.title = page.title;
  await Promise.all([...page.head.querySelectorAll("link[rel=stylesheet]")].map(style));
  document.body.className = page.body.className;
  // The live region stays: a screen reader may not hear one that has just appeared.
  const live = document.getElementById("live");
  page.getElementById("live")?.remove();
  for (const node of [...document.body.childNodes]) if (node !== live) node.remove();
  for (const node of [...page.body.childNodes]) document.body.insertBefore(node, live);
  arrived();
  scroller().scrollTo(0, 0);
  fitAside();
  remade.draw();
  /** @type {HTMLElement|null} */
  const heading = document.querySelector("main h1[tabindex]");
  (heading ?? document.getElementById("main"))?.focus({ preventScroll: true });  // the menu above it stays in sight
  announce(document.getElementById("step")?.dataset.announce ?? document.title);
  for (const script of scripts(page)) {
    const isNew = !ran.has(script);
    ran.add(script);
    const { begin } = await import(script);
    if (!isNew && script !== ALWAYS) begin();
  }
}

/**
 * Adds a style sheet that this document does not have yet, and waits for it.
 * @param {Element} link
 * @returns {Promise<unknown>}
 */
async function style(link) {
  const address = link.getAttribute("href") ?? "";
  if (document.head.querySelector(`link[href="${CSS.escape(address)}"]`)) return;
  const added = document.createElement("link");
  for (const { name, value } of link.attributes) added.setAttribute(name, value);
  const isThere = new Promise((resolve, reject) => { [added.onload, added.onerror] = [resolve, reject]; });
  document.head.append(added);
  await isThere;
}
