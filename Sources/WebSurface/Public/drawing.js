// Puts a screen that the server drew into the page: what is unchanged is kept, and focus moves to where reading
// continues.
import { fitAside, part, parts } from "/page.js";
import * as remade from "/remade.js";

let isHeld = false;

/** @param {string} css @returns {HTMLElement|null} */
const one = (css) => document.querySelector(css);
/** @param {string} css @returns {NodeListOf<HTMLInputElement>} */
const inputs = (css) => document.querySelectorAll(css);

/** The revision of the screen in the page. */
export const revision = () => inputs("#step input[name=revision]")[0]?.value ?? "";
/** Distinguishes this screen from any other. */
export const screen = () => one(".top")?.dataset.screen;
/** What this screen wants announced. */
export const announcement = () => document.getElementById("step")?.dataset.announce;

/**
 * @param {string|undefined} html
 * @param {number} number
 * @returns {boolean} whether the person sees something new
 */
export function show(html, number) {
  release();
  over();  // an answer has arrived
  if (!html) return false;
  const next = new DOMParser().parseFromString(html, "text/html").body;
  if (part(next, ".top").dataset.screen === screen()) {
    unread();
    for (const field of inputs("input[name=revision]")) field.value = String(number);
    checkNeeds();
    return false;
  }
  replace(next);
  focus();
  return true;
}

/**
 * Swaps everything except the live region and the demo's tray; keeps what was typed if it is still asked for.
 * @param {HTMLElement} body
 */
function replace(body) {
  const typed = new Map([...inputs("#step input[id]")].map((input) => [input.id, input]));
  for (const part of document.querySelectorAll("body > .top, body > .main, body > .aside, body > dialog")) {
    part.remove();
  }
  const after = document.getElementById("tray") ?? document.getElementById("live");
  for (const part of [...body.children]) document.body.insertBefore(part, after);
  document.body.className = `sheet ${part(document, ".top").dataset.register}`;
  for (const [id, old] of typed) {
    const input = document.getElementById(id);
    if (!(input instanceof HTMLInputElement) || input.type === "password" || input.dataset.secret) continue;
    if (input.type === "checkbox") input.checked = old.checked;
    else if (!input.value) input.value = old.value;
  }
  fitAside();
  remade.draw();
  checkNeeds();
}

/**
 * The same screen again after a press: passwords must be typed again. Focus stays on a button that was pressed, so that
 * it can be pressed again.
 */
export function again() {
  for (const input of inputs("#step input[type=password]")) input.value = "";
  checkNeeds();
  if (emptyField()) focus();
}

function focus() {
  const dialog = document.querySelector("dialog");
  if (dialog) return;
  (emptyField() ?? one("#step .say"))?.focus();
}

function emptyField() {
  /** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */
  const fields = document.querySelectorAll("#step :is(.input, .pin input)");
  return [...fields].find((field) => !field.value && field.checkVisibility());
}

/**
 * Disables buttons until everything they need is there, by the same rule as the server; one that waits for news stays
 * disabled until the screen that follows.
 */
export function checkNeeds() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("button[data-needs]");
  for (const button of buttons) {
    button.disabled = button.dataset.waits !== undefined
      || (button.dataset.needs ?? "").split(" ").some((id) => !isThere(document.getElementById(id)));
  }
}

/**
 * Whether a box is ticked, a field is filled, or a secret is ready in the hands.
 * @param {HTMLElement|null} element
 */
function isThere(element) {
  if (element instanceof HTMLInputElement && !element.dataset.secret) {
    return element.type === "checkbox" ? element.checked : element.value.trim() !== "";
  }
  return element?.dataset.ready !== undefined;
}

/**
 * While the browser's own window is up, it is the only thing to ask for attention.
 * @returns {() => void} resumes the pulse
 */
export function pausePulse() {
  const detectors = [...document.querySelectorAll(".detector")];
  for (const detector of detectors) detector.classList.add("is-paused");
  return () => { for (const detector of detectors) detector.classList.remove("is-paused"); };
}

/** Between the browser's answer and the server's verdict, the key is being read (A-35, G-31). */
export function read() {
  for (const detector of parts(document, ".detector[data-reading]")) {
    detector.dataset.drawn ??= JSON.stringify([detector.dataset.look, part(detector, ".detector-status").textContent,
      detector.querySelector("use")?.getAttribute("href")]);
    detector.dataset.look = "reading";
    detector.classList.remove("is-paused");
    part(detector, ".detector-status").textContent = detector.dataset.reading ?? "";
    detector.querySelector("use")?.setAttribute("href", "/icons.svg#ring-reading");
  }
}

/** The reading came to nothing: the detector looks as it was drawn. */
function unread() {
  for (const detector of parts(document, ".detector[data-drawn]")) {
    /** @type {string[]} */
    const [look, status, figure] = JSON.parse(detector.dataset.drawn ?? "");
    detector.dataset.look = look;
    part(detector, ".detector-status").textContent = status;
    detector.querySelector("use")?.setAttribute("href", figure);
    delete detector.dataset.drawn;
  }
}

/**
 * Prevents a second press while an answer is on its way.
 * @returns {boolean} `false` if one is already on its way
 */
export function hold() {
  if (isHeld) return false;
  isHeld = true;
  document.getElementById("step")?.setAttribute("aria-busy", "true");
  return true;
}
export function release() {
  isHeld = false;
  document.getElementById("step")?.removeAttribute("aria-busy");
}

/** Removes what was said above the question. */
export const over = () => document.querySelector("#step [data-problem]")?.remove();

/**
 * Shows a sentence above the question, with one way to continue.
 * @param {string} sentence
 * @param {string} [label]
 * @param {() => void} [go]
 */
export function problem(sentence, label, go) {
  release();
  unread();
  const banner = document.createElement("div");
  banner.className = "banner is-error";
  banner.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.textContent = sentence;
  const inside = document.createElement("div");
  inside.append(text);
  if (label && go) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link-button";
    button.textContent = label;
    button.addEventListener("click", go);
    inside.append(button);
  }
  banner.append(inside);
  over();
  banner.dataset.problem = "";
  const dialog = document.querySelector("dialog");
  dialog?.close();
  if (dialog) delete part(document, ".top").dataset.screen;  // so that the next answer draws it again
  document.querySelector(".main")?.removeAttribute("inert");
  document.getElementById("step")?.prepend(banner);
}
