// A recovery phrase on the screen: shown once, or typed in. The server draws both blocks empty, and no word ever goes
// back to it.
import { lend, willClear } from "/clipboard.js";
import { announce, part } from "/page.js";
import { say } from "/sentences.js";
import { WordField, element } from "/word-field.js";
import { entropyOf, load } from "/words.js";

/** How long a long press takes, in milliseconds, and how far a finger may slip meanwhile. */
const longPress = 500, slip = 10;

/**
 * Fills the grid of `blocks/words-shown` and wires up its buttons, gestures and keys. Only the whole phrase is ever
 * copied.
 * @param {HTMLElement} container
 * @param {string[]} words
 * @param {Promise<unknown>} [paper] what is still being drawn for the paper; printing waits for it
 * @returns {() => void} empties the grid again and forgets the words; a copy on the clipboard is still cleared in due
 *   time
 */
export function showWords(container, words, paper) {
  const grid = part(container, ".words"), said = part(container, "[data-phrase=said]");
  const ending = new AbortController(), { signal } = ending;
  let phrase = words.join(" ");
  grid.replaceChildren(...words.map((word) => element("li", {}, word)));

  /** @param {string} sentence */
  function tell(sentence) {
    said.textContent = sentence;
    said.hidden = sentence === "";
    announce(sentence);
  }
  async function copy() {
    const isCopied = await lend(phrase);
    if (!signal.aborted) {
      tell(
        isCopied
          ? copied(words.length)
          : say("This browser did not let us copy. Copy with your keyboard, or write the words down."));
    }
    return isCopied;
  }
  onLongPress(grid, copy, signal);
  part(container, "[data-phrase=copy]").addEventListener("click", copy, { signal });
  part(container, "[data-phrase=print]").addEventListener("click", async () => {
    await paper;
    if (!signal.aborted) print();
  }, { signal });
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (!selection?.containsNode(grid, true) || selection.isCollapsed || !event.clipboardData) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", phrase);
    willClear(phrase);
    tell(copied(words.length));
  }, { signal });

  return () => {
    ending.abort();
    phrase = "";
    grid.replaceChildren();
    said.textContent = "";
    said.hidden = true;
  };
}
/** @param {number} count */
const copied = (count) => say("All {count} words are copied.", { count });

/**
 * Handles a press of half a second on a word, and the context-menu key.
 * @param {HTMLElement} grid
 * @param {() => Promise<boolean>} copy
 * @param {AbortSignal} signal
 */
function onLongPress(grid, copy, signal) {
  /** @type {number|undefined} */
  let timer;
  let isRefused = false, isByKey = false, isTouch = false, x = 0, y = 0;
  const release = () => clearTimeout(timer);
  signal.addEventListener("abort", release);

  grid.addEventListener("pointerdown", (event) => {
    release();
    isRefused = false;
    isTouch = event.pointerType === "touch";
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element && event.target.closest("li"))) {
      return;
    }
    [x, y] = [event.clientX, event.clientY];
    timer = setTimeout(async () => { isRefused = !(await copy()); }, longPress);
  }, { signal });
  grid.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > slip) release();
  }, { signal });
  grid.addEventListener("pointerup", () => {
    release();
    if (isRefused) copy();  // some browsers let a page copy only when the finger is lifted
    isRefused = false;
  }, { signal });
  for (const name of ["pointercancel", "pointerleave"]) grid.addEventListener(name, release, { signal });

  grid.addEventListener("keydown", (event) => {
    isByKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (!isByKey) return;
    event.preventDefault();
    if (!event.repeat) copy();
  }, { signal });
  grid.addEventListener("contextmenu", (event) => {
    if (isByKey || isTouch) event.preventDefault();  // a mouse keeps its menu
    isByKey = false;
  }, { signal });
}

/**
 * Builds a field for each word into `blocks/words-entry`. Rejects if the word list cannot be fetched.
 * @param {HTMLElement} container
 * @param {(isReady: boolean) => void} onChange called when all words are in the list, and when they no longer are
 * @param {string[]} typed the previous words, restored when a screen comes back
 * @param {number} count how many words it takes
 * @returns {Promise<{words: () => string[], forget: () => void}>}
 */
export async function enterWords(container, onChange, typed = [], count = 12) {
  await load();
  const list = part(container, ".word-entry");
  const apart = element(
    "p", { class: "note" }, say("These words don't belong together. Check each one, and their order."));
  let isReady = false;

  /** @type {import("/word-field.js").WordForm} */
  const form = {
    isReady: () => isReady,
    changed(field) {
      document.getElementById(field.hintID)?.remove();
      const isNow = fields.length === count && fields.every((one) => one.isGood);
      void judge(isNow);
      if (isNow === isReady) return;
      isReady = isNow;
      onChange(isReady);
    },
    left(field) { announceHints([field]); },
    done(field) { (fields[field.number] ?? firstOpen() ?? field).input.focus(); },
    spread(field, words) {
      const start = words.length === count ? 0 : field.number - 1, filled = fields.slice(start, start + words.length);
      if (filled.length < words.length) {
        return announce(
          say("These are {count} words, and only {most} fit here.", { count: words.length, most: filled.length }));
      }
      filled.forEach((one, at) => {
        one.word = words[at];
        form.changed(one);
      });
      (firstOpen() ?? filled[filled.length - 1]).input.focus();
      announceHints(filled);
    },
  };
  let fields = Array.from({ length: count }, (_, at) => new WordField(at + 1, container.id, form));
  list.replaceChildren(...fields.map((field) => field.item));
  typed.slice(0, count).forEach((word, at) => {
    fields[at].word = word;
    form.changed(fields[at]);
  });

  const firstOpen = () => fields.find((field) => !field.isGood);

  /**
   * Says so below the grid when all words are in the list and do not belong together. Nothing is kept from being tried.
   * @param {boolean} isComplete
   */
  async function judge(isComplete) {
    apart.remove();
    const words = fields.map(({ word }) => word);
    if (!isComplete || (await entropyOf(words)) || words.some((word, at) => fields[at]?.word !== word)) return;
    container.append(apart);
    announce(apart.textContent ?? "");
  }

  /** @param {WordField[]} left */
  function announceHints(left) {
    const hints = left.map(hint).filter((text) => text !== "");
    if (hints.length > 0) announce(hints.join(" "));
  }

  /**
   * Draws any hint about a field below the grid, in the order of the words.
   * @param {WordField} field
   */
  function hint(field) {
    document.getElementById(field.hintID)?.remove();
    const isWrong = field.word !== "" && !field.isGood;
    field.mark(isWrong);
    if (!isWrong) return "";
    const drawn = field.hint((word) => {
      field.word = word;
      form.changed(field);
      (firstOpen() ?? field).input.focus();
    });
    const later = fields.slice(field.number).map((one) => document.getElementById(one.hintID))
      .find((one) => one !== null);
    container.insertBefore(drawn, later ?? null);
    return drawn.querySelector("p")?.textContent ?? "";
  }

  return {
    words: () => fields.map((field) => field.word),
    forget() {
      for (const field of fields) {
        field.word = "";
        document.getElementById(field.hintID)?.remove();
      }
      fields = [];
      apart.remove();
      isReady = false;
      list.replaceChildren();
    },
  };
}
