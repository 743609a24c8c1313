// The blocks that this computer's hands fill or read: what is typed for a card or for escrow providers, and what a card
// showed.
import * as card from "/card.js";
import { lend } from "/clipboard.js";
import { copy as copyText } from "/copying.js";
import * as secrets from "/held-secrets.js";
import { announce, part, parts } from "/page.js";
import { enterWords, showWords } from "/phrase.js";
import { SecretInput } from "/secret-input.js";
import { locale, say } from "/sentences.js";
import { element } from "/word-field.js";
import { spread } from "/words.js";

/** How many words a card's phrase can have. */
const counts = [12, 15, 18, 21, 24];

/**
 * The fields on the screen.
 * @type {SecretInput[]}
 */
let inputs = [];
/**
 * The phrase that is being typed in.
 * @type {{block: HTMLElement, words: () => string[]}|undefined}
 */
let phrase;

/** Ends everything that listens on the screen. */
let ending = new AbortController();

/** Selects the blocks that a screen may contain for this module. */
export const marks = "[data-secret], [data-card-secrets], [data-card-phrase], [data-card-phrase-entry], [data-to-sign], "
  + "[data-copies]";

/**
 * @param {() => void} changed called when a field may have become ready, or may no longer be
 * @returns {Promise<(() => void)[]>} functions that each empty a part of what was drawn
 */
export async function attach(changed) {
  ending.abort();
  ending = new AbortController();
  const { signal } = ending, drawn = attachInputs(changed, signal);
  phrase = undefined;
  for (const block of document.querySelectorAll(marks)) {
    if (!(block instanceof HTMLElement)) continue;
    if (block.dataset.cardSecrets !== undefined) drawn.push(showSecrets(block, signal));
    if (block.dataset.cardPhrase !== undefined) drawn.push(showPhrase(block));
    if (block.dataset.cardPhraseEntry !== undefined) drawn.push(await enterPhrase(block, changed, signal));
    if (block.dataset.toSign !== undefined) drawn.push(await preview(block));
    if (block.dataset.copies === undefined) continue;
    block.addEventListener("click", copy, { signal });
    drawn.push(() => {});
  }
  return drawn;
}

/**
 * Marks in a form what is ready, and keeps it for the order that follows: the next screen has no field for it.
 * @param {FormData} fields
 */
export function addTo(fields) {
  for (const input of inputs) {
    if (!input.isGood || input.value === undefined) continue;
    fields.set(input.id, "ready");
    secrets.hold(input.id, input.value);
  }
  if (phrase?.block.dataset.ready === undefined) return;
  fields.set(phrase.block.id, "ready");
  secrets.hold(phrase.block.id, phrase.words().join(" "));
}

// What is typed

/** @param {() => void} changed @param {AbortSignal} signal */
function attachInputs(changed, signal) {
  const told = () => {
    for (const input of inputs) if (input.original) input.judge(false);
    changed();
  };
  inputs = [...document.querySelectorAll("#step [data-secret]")].map((input) => new SecretInput(
    /** @type {HTMLInputElement|HTMLTextAreaElement} */ (input), told, signal));
  for (const input of inputs) {
    input.resume(secrets.holding(input.id));
    input.original = inputs.find((other) => other.id === input.input.dataset.of);
    input.input.addEventListener(
      "keydown", (event) => onEnter(/** @type {KeyboardEvent} */ (event), input), { signal });
  }
  takeTurns(signal);
  if (inputs.some((input) => input.isGood)) changed();  // some are ready from the start
  return inputs.map((input) => () => input.forget());
}

/**
 * A field outside the form: Enter moves to the next missing field, and presses the button once none is missing.
 * @param {KeyboardEvent} event @param {SecretInput} input
 */
function onEnter(event, input) {
  if (event.key !== "Enter" || event.isComposing || input.input instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  input.judge(true);
  if (!input.isGood) return;
  const next = input.input.closest(".field")?.querySelector("button[data-turn-to='second']");
  if (next instanceof HTMLElement && next.checkVisibility()) return next.click();
  const missing = inputs.find((one) => !one.isGood && one.isVisible);
  const button = document.querySelector("#step .actions button.is-primary:not(:disabled)");
  if (missing) missing.input.focus();
  else if (button instanceof HTMLElement) button.click();
}

/**
 * D-11: where space is tight, a new value and its repetition are requested one after the other.
 * @param {AbortSignal} signal
 */
function takeTurns(signal) {
  const step = document.getElementById("step"), second = inputs.find((input) => input.original);
  if (!step || !second?.original) return;
  const first = second.original;
  /** @param {"first"|"second"} turn @param {SecretInput} input */
  const turn = (turn, input) => {
    step.dataset.turn = turn;
    input.input.focus();
  };
  step.dataset.turn = "first";
  step.querySelector("[data-turn-to='second']")?.addEventListener("click", () => {
    first.judge(true);
    if (first.isGood) turn("second", second);
    else first.input.focus();
  }, { signal });
  step.querySelector("[data-turn-to='first']")?.addEventListener("click", () => {
    second.forget();
    turn("first", first);
  }, { signal });
}

/** @param {HTMLElement} block @param {() => void} changed @param {AbortSignal} signal */
async function enterPhrase(block, changed, signal) {
  const select = /** @type {HTMLSelectElement} */ (block.querySelector("select"));
  /** @type {{words: () => string[], forget: () => void}|undefined} */
  let entry;
  const held = secrets.holding(block.id);
  /** @param {number} count @param {string[]} words */
  const build = async (count, words) => {
    entry?.forget();
    for (const hint of block.querySelectorAll(".suggest")) hint.remove();
    delete block.dataset.ready;
    select.value = String(count);
    entry = await enterWords(block, (isReady) => {
      if (isReady) block.dataset.ready = "";
      else delete block.dataset.ready;
      changed();
    }, words, count);
    phrase = { block, words: entry.words };
    changed();
  };
  const before = typeof held === "string" ? held.split(" ") : [];
  await build(counts.includes(before.length) ? before.length : counts[0], before);
  select.addEventListener("change", () => build(Number(select.value), entry?.words() ?? []), { signal });
  // A complete phrase that is pasted sets its own length.
  block.addEventListener("paste", (event) => {
    const words = spread(event.clipboardData?.getData("text/plain") ?? "");
    if (!counts.includes(words.length) || words.length === Number(select.value)) return;
    event.preventDefault();
    event.stopPropagation();
    build(words.length, words);
  }, { capture: true, signal });
  return () => entry?.forget();
}

// What is shown

/**
 * Fills in where and when this was shown, for paper.
 * @param {HTMLElement} block
 */
function date(block) {
  /** @type {Record<string, string>} */
  const facts = {
    place: location.host,
    date: new Date().toLocaleDateString(locale("en-US"), { day: "numeric", month: "long", year: "numeric" }),
  };
  for (const place of parts(block, "[data-kit]")) place.textContent = facts[place.dataset.kit ?? ""];
}

/**
 * A card's PUK and pairing password, shown once (G-11).
 * @param {HTMLElement} block @param {AbortSignal} signal
 */
function showSecrets(block, signal) {
  const place = (/** @type {string} */ name) => part(block, `[data-card=${name}]`);
  let text = "";
  date(block);
  card.whenShown(block.id, (shown) => {
    const isHere = shown !== undefined && "puk" in shown;
    // In groups of four, so that nobody loses their place while writing it down.
    place("puk").replaceChildren(
      ...(isHere ? shown.puk.match(/.{1,4}/g) ?? [] : []).map((group) => element("span", {}, group)));
    place("pairing").textContent = isHere ? shown.pairing : "";
    text = isHere ? `${say("PUK {puk}", shown)}\n${say("Pairing password {pairing}", shown)}` : "";
  });
  block.querySelector("[data-phrase=copy]")?.addEventListener("click", async () => {
    const isCopied = text !== "" && (await lend(text));
    const sentence = isCopied ? say("Both are copied.") : say("This browser did not let us copy. Write them down.");
    const said = part(block, "[data-phrase=said]");
    said.textContent = sentence;
    said.hidden = false;
    announce(sentence);
  }, { signal });
  block.querySelector("[data-phrase=print]")?.addEventListener("click", () => print(), { signal });
  return () => {
    text = "";
    for (const name of ["puk", "pairing"]) place(name).textContent = "";
  };
}

/** @param {HTMLElement} block */
function showPhrase(block) {
  let empty = () => {};
  date(block);
  card.whenShown(block.id, (shown) => {
    empty();
    empty = shown !== undefined && "words" in shown ? showWords(block, shown.words) : () => {};
  });
  return () => empty();
}

/**
 * What is about to be signed, exactly as entered.
 * @param {HTMLElement} block
 */
async function preview(block) {
  const held = secrets.holding(block.dataset.toSign ?? ""), lines = part(block, "dl");
  /** @param {string} name @param {string} value @param {"code"|"q"} [tag] */
  const line = (name, value, tag = "code") =>
    element("div", {}, element("dt", {}, name), element("dd", {}, element(tag, {}, value)));
  if (held instanceof File) {
    const hash = await secrets.hashOf(held).catch(() => say("cannot be read any more"));
    lines.replaceChildren(line(say("File"), held.name), line("SHA-256", hash));
  } else if (held !== undefined) {
    lines.replaceChildren(
      block.dataset.toSign === "hash" ? line(say("Hash"), held) : line(say("Message"), held, "q"));
  }
  return () => lines.replaceChildren();
}

/**
 * Copies a signature. It is public, so it is left on the clipboard.
 * @param {Event} event
 */
async function copy(event) {
  const button = event.target instanceof Element ? event.target.closest("button[data-copy]") : null;
  if (!(button instanceof HTMLElement)) return;
  await copyText(document.getElementById(button.dataset.copy ?? "")?.textContent ?? "", button);
}
