// Three of the twelve words on the screen before, typed from the paper. Which three is drawn here, and what is typed is
// compared here: the form learns only that all three are right. The fields have no names, so no form sends them.
import { announce } from "/page.js";
import { say } from "/sentences.js";
import { element } from "/word-field.js";
import { normalised } from "/words.js";

const most = 3;

/**
 * Draws three places, each as likely as any other.
 * @param {number} count of the words
 * @returns {number[]} counted from 0, in order
 */
function drawPlaces(count) {
  const places = new Set();
  while (places.size < Math.min(most, count)) {
    const drawn = crypto.getRandomValues(new Uint8Array(1))[0] % 16;
    if (drawn < count) places.add(drawn);
  }
  return [...places].sort((one, other) => one - other);
}

/**
 * Draws a field for each of three words into `blocks/three-words`, and marks the block as ready while all are right.
 * @param {HTMLElement} block
 * @param {string[]} words those that were shown, at most 16
 * @param {() => void} onChange
 * @returns {() => void} empties the fields again and forgets the words
 */
export function askThree(block, words, onChange) {
  let asked = drawPlaces(words.length).map((place) => ask(block.id, place, words[place]));
  block.replaceChildren(...asked.map(({ field }) => field));

  const isRight = (/** @type {typeof asked[number]} */ one) => normalised(one.input.value) === one.word;
  function judge() {
    const isReady = asked.length === most && asked.every(isRight);
    if (isReady === (block.dataset.ready !== undefined)) return;
    if (isReady) block.dataset.ready = "";
    else delete block.dataset.ready;
    onChange();
    if (isReady) announce(say("All three are right."));
  }
  for (const one of asked) {
    one.input.addEventListener("input", () => {
      one.mark(isRight(one) ? "right" : "open");
      judge();
    });
    one.input.addEventListener("blur", () => {
      if (one.input.value.trim() !== "" && !isRight(one)) announce(one.mark("wrong"));
    });
    one.input.addEventListener("keydown", (event) => {
      const next = asked.find((other) => other !== one && !isRight(other));
      if (event.key !== "Enter" || block.dataset.ready !== undefined) return;
      event.preventDefault();
      next?.input.focus();
    });
  }
  return () => {
    for (const one of asked) one.input.value = "";
    asked = [];
    block.replaceChildren();
    delete block.dataset.ready;
  };
}

/**
 * @param {string} id of the block @param {number} place counted from 0 @param {string} word
 */
function ask(id, place, word) {
  const number = place + 1, own = `${id}-${number}`, hintID = `${own}-hint`;
  const input = /** @type {HTMLInputElement} */ (element("input", {
    class: "input", id: own, type: "text", autocomplete: "off", autocapitalize: "none", autocorrect: "off",
    spellcheck: "false",
  }));
  const hint = element("p", { class: "hint", id: hintID });
  const field = element(
    "div", { class: "field" }, element("label", { for: own }, say("Word {number}", { number })), input, hint);
  /**
   * Shows how the word stands, and returns what is said about it.
   * @param {"open"|"right"|"wrong"} how
   */
  function mark(how) {
    hint.textContent =
      how === "right" ? say("Right.")
      : how === "wrong" ? say("Word {number} is not the one that was shown. Look at your paper again.", { number })
      : "";
    field.classList.toggle("is-right", how === "right");
    if (how === "wrong") input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (how === "open") input.removeAttribute("aria-describedby");
    else input.setAttribute("aria-describedby", hintID);
    return hint.textContent ?? "";
  }
  return { field, input, word, mark };
}
