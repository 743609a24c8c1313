// One field for one word of a phrase: a combobox over the word list. It has no name, so no form ever sends it.
import { say, saying } from "/sentences.js";
import { completions, isWord, normalised, spread, suggestions } from "/words.js";

/** The most completions shown at a time. */
const most = 5;

/**
 * What a field tells the form it belongs to.
 * @typedef {object} WordForm
 * @property {(field: WordField) => void} changed its word has changed
 * @property {(field: WordField) => void} left the focus has moved on
 * @property {(field: WordField) => void} done the word is finished: on to the next
 * @property {(field: WordField, words: string[]) => void} spread more than one word was entered at once
 * @property {() => boolean} isReady all words are there, so Enter may submit
 */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node|string)[]} children
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export class WordField {
  /** Which of the offered words Enter takes; -1 for none. */
  #active = -1;
  /** @type {string[]} */
  #offered = [];
  /** @type {WordForm} */
  #form;

  /**
   * @param {number} number counted from 1
   * @param {string} id of the whole entry, unique in the page
   * @param {WordForm} form
   */
  constructor(number, id, form) {
    this.number = number;
    this.#form = form;
    this.id = `${id}-${number}`;
    this.list = element("div", { id: `${this.id}-list`, role: "listbox", "aria-label": say("Words that begin so") });
    this.list.hidden = true;
    this.input = /** @type {HTMLInputElement} */ (element("input", {
      class: "input", id: this.id, type: "text", role: "combobox", autocomplete: "off", autocapitalize: "none",
      autocorrect: "off", spellcheck: "false",
      enterkeyhint: "next", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id,
    }));
    const label = element(
      "label", { for: this.id }, element("span", { class: "vh" }, `${say("Word")} `), String(number));
    this.item = element("li", {}, label, this.input, this.list);
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("paste", (event) => this.#pasted(event));
    this.input.addEventListener("blur", () => {
      this.#close();
      this.#form.left(this);
    });
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());  // the focus stays in the field
    this.list.addEventListener("click", ({ target }) => {
      const option = target instanceof Element ? target.closest("[role=option]") : null;
      if (option) this.#take([...this.list.children].indexOf(option));
    });
  }

  get word() { return normalised(this.input.value); }
  set word(word) {
    this.input.value = word;
    this.#close();
    this.mark();
  }

  get isGood() { return isWord(this.input.value); }

  /** Shows what the field holds. Only a field that the person has left is marked as wrong. */
  mark(isWrong = false) {
    this.item.classList.toggle("is-good", this.isGood);
    if (isWrong) {
      this.input.setAttribute("aria-invalid", "true");
      this.input.setAttribute("aria-describedby", this.hintID);
    } else {
      this.input.removeAttribute("aria-invalid");
      this.input.removeAttribute("aria-describedby");
    }
  }

  get hintID() { return `${this.id}-hint`; }

  /**
   * What to say about a word that is not in the list, and buttons with similar words.
   * @param {(word: string) => void} use
   */
  hint(use) {
    const near = suggestions(this.input.value);
    const unknown = say("Word {number} is not in the list", { number: this.number });
    const text = element("p", {}, element("span", {}, unknown));
    if (near.length > 0) text.append(" ", ...saying("Did you mean: {word}?", { word: element("code", {}, near[0]) }));
    const buttons = near.map((word) => {
      const content = saying("Use {word}", { word: element("code", {}, word) });
      const button = element("button", { type: "button", class: "button is-outline is-small" }, ...content);
      button.addEventListener("click", () => use(word));
      return button;
    });
    return element("div", { class: "suggest", id: this.hintID }, text, ...buttons);
  }

  #typed() {
    const { value } = this.input, words = spread(value);
    if (words.length > 1) this.#form.spread(this, words);
    else if (/\s$/.test(value)) this.#spaced(words[0] ?? "");
    else this.#offer();
    this.mark();
    this.#form.changed(this);
  }

  /**
   * A space ends the word: it takes the offered word, as Enter does.
   * @param {string} word
   */
  #spaced(word) {
    const taken = this.#offered[this.#active] ?? word;
    this.word = taken;
    if (taken !== "") this.#form.done(this);
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const words = spread(event.clipboardData?.getData("text/plain") ?? "");
    if (words.length < 2) return;
    event.preventDefault();  // what does not fit leaves the field unchanged, and no browser joins lines
    this.#form.spread(this, words);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isOpen = !this.list.hidden, isTaking = isOpen && this.#active >= 0;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        if (isOpen) this.#move(event.key === "ArrowDown" ? 1 : -1);
        else this.#offer();
        break;
      case "Enter":
        if (isTaking) this.#take(this.#active);
        else if (this.#form.isReady()) return;
        else this.#form.done(this);
        event.preventDefault();
        break;
      case "Tab":
        if (!isTaking || event.shiftKey) return;
        this.word = this.#offered[this.#active];
        this.#form.changed(this);
        break;
      case "Escape":
        if (!isOpen) return;
        event.preventDefault();
        event.stopPropagation();  // it closes the list, not the flow
        this.#close();
        break;
    }
  }

  #offer() {
    const typed = this.word;
    this.#offered = completions(typed, most + 1).filter((word) => word !== typed).slice(0, most);
    if (this.#offered.length === 0) return this.#close();
    this.list.replaceChildren(
      ...this.#offered.map((word, at) => element("div", { role: "option", id: `${this.list.id}-${at}` }, word)));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#active = this.isGood ? -1 : 0;  // a complete word stays unless a different one is chosen
    this.#move(0);
  }

  /** @param {number} step */
  #move(step) {
    const count = this.#offered.length;
    if (step !== 0) {
      this.#active = this.#active < 0 ? (step > 0 ? 0 : count - 1) : (this.#active + step + count) % count;
    }
    [...this.list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === this.#active)));
    if (this.#active < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.#active}`);
  }

  /** @param {number} at */
  #take(at) {
    this.word = this.#offered[at];
    this.#form.changed(this);
    this.#form.done(this);
  }

  #close() {
    this.#offered = [];
    this.#active = -1;
    this.list.hidden = true;
    this.list.replaceChildren();
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}
