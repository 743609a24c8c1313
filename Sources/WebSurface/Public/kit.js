// What stands on the paper with a recovery code besides its words: its number, its check, and a square with the address
// at which both are typed for the person. None of it holds a word.
import { part } from "/page.js";

/** @typedef {{number: number, check: string}} Kit */

/**
 * Eight signs as people read them, in two groups of four.
 * @param {string} signs
 */
export const grouped = (signs) => `${signs.slice(0, 4)}-${signs.slice(4)}`;

/** For how long a sheet waits for its square before it is printed without one, in milliseconds. */
const PATIENCE = 5000;

/**
 * Draws the square. The server draws it without being told anything else, and keeps nothing. If it does not answer, the
 * paper has no square, and says the same in text.
 * @param {HTMLElement} figure @param {Kit} kit
 */
export async function drawSquare(figure, { number, check }) {
  const response = await fetch("/kit/square", {
    method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify({ number, check }), credentials: "same-origin",
    signal: window.AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if (!response?.ok) return;
  const { side, path } = await response.json();
  part(figure, "svg", SVGElement).setAttribute("viewBox", `0 0 ${Number(side)} ${Number(side)}`);
  part(figure, "path", SVGElement).setAttribute("d", String(path));
  figure.hidden = false;
}

/** Where the square's text waits from the page that it leads to until the field that takes it. */
const waiting = "latchstring.kit";

/** Takes what the square said out of the address, and keeps it for the field. */
export function keep() {
  const said = /^#(\d{1,9})-([0-9A-Za-z]{8})$/.exec(location.hash);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  if (!said) return;
  try {
    sessionStorage.setItem(waiting, `${said[1]} ${grouped(said[2].toUpperCase())}`);
  } catch {
    // A browser that keeps nothing lets the person type it.
  }
}

/** Fills the field on the screen that asks for number and check, once. */
export function fill() {
  const field = document.getElementById("kit");
  if (!(field instanceof HTMLInputElement) || field.value !== "") return;
  try {
    field.value = sessionStorage.getItem(waiting) ?? "";
    sessionStorage.removeItem(waiting);
  } catch {
    return;
  }
  if (field.value !== "") field.dispatchEvent(new Event("input", { bubbles: true }));
}
