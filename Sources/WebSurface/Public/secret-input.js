// A field for something that only this computer's hands may see. It has no name and belongs to no form, so that nothing
// can send it; a form only learns that it is ready, and malformed input never is.
import { announce } from "/page.js";
import * as photo from "/photo.js";
import { say } from "/sentences.js";

/**
 * What makes a field ready, what is said if it is not, and how much of what was typed stays in the field.
 * @typedef {{isGood: (value: string) => boolean, tidy?: (value: string) => string, wrong: string,
 *   seen?: (value: string) => string}} Shape
 */

/** The beginning of a code, in case somebody types that too. */
const prefix = /^\s*a[\s\p{Pd}]*|^[\s\p{Pd}]+/iu;

/** @param {HTMLInputElement|HTMLTextAreaElement} input @returns {Shape} */
function shapeOf(input) {
  const count = Number(input.dataset.count);
  switch (input.dataset.secret) {
    case "digits":
      return {
        isGood: (value) => value.length === count && /^[0-9]+$/.test(value),
        tidy: (value) => value.replace(/[\s-]/g, ""),
        wrong: say("This takes exactly {count} digits.", { count }), seen: (value) => value.replace(/[\s-]/g, ""),
      };
    case "hash":
      return {
        isGood: (value) => /^[0-9a-f]{64}$/.test(value),
        tidy: (value) => value.replace(/\s/g, "").replace(/^0x/i, "").toLowerCase(),
        wrong: say("A hash is 64 characters: digits, and letters from a to f."),
      };
    case "line": return { isGood: (value) => input.dataset.optional !== undefined || value.trim() !== "", wrong: "" };
    // C-65: the "A-" is shown before the field. If it is typed or pasted as well, it counts only once, and groups are
    // read as one number.
    case "sentCode":
      return {
        isGood: (value) => /^[0-9]{1,16}$/.test(value),
        tidy: (value) => value.replace(prefix, "").replace(/[\s\p{Pd}]/gu, ""),
        wrong: say("A code has digits only, at most 16, after the A-."), seen: (value) => value.replace(prefix, ""),
      };
    case "photo":
      return {
        isGood: (value) => value !== "",
        wrong: say("This browser can make no picture of that file. Choose a PNG or JPEG."),
      };
    default: return { isGood: (value) => value !== "", wrong: "" };
  }
}

export class SecretInput {
  /** @type {Shape} */
  #shape;
  /** @type {() => void} */
  #changed;
  /**
   * The field that this one repeats.
   * @type {SecretInput|undefined}
   */
  original;
  /**
   * Where a chosen picture is shown, and the picture itself once it is drawn.
   * @type {HTMLCanvasElement|undefined}
   */
  #canvas;
  /** @type {string|undefined} */
  #photo;

  /**
   * @param {HTMLInputElement|HTMLTextAreaElement} input
   * @param {() => void} changed called when it may have become ready, or may no longer be
   * @param {AbortSignal} signal ends all of this
   */
  constructor(input, changed, signal) {
    this.input = input;
    this.#shape = shapeOf(input);
    this.#changed = changed;
    this.error = document.getElementById(`${input.id}-error`);
    const canvas = document.querySelector(`canvas[data-photo-of="${input.id}"]`);
    if (canvas instanceof HTMLCanvasElement) {
      this.#canvas = canvas;
      input.addEventListener("change", () => this.#chosen(canvas, signal), { signal });
      return;
    }
    input.addEventListener("input", () => this.#typed(), { signal });
    input.addEventListener("change", () => this.judge(true), { signal });
    const toggle = document.querySelector(`button[data-shows="${input.id}"]`);
    toggle?.addEventListener("click", () => {
      const isShown = input instanceof HTMLInputElement && input.type === "password";
      if (input instanceof HTMLInputElement) input.type = isShown ? "text" : "password";
      toggle.setAttribute("aria-pressed", String(isShown));
      input.focus();
    }, { signal });
    this.#draw();
    if (this.isGood) this.input.dataset.ready = "";  // it may stay empty, or begins with a value
  }

  get id() { return this.input.id; }
  /** Whether somebody could be typing in it now. */
  get isVisible() { return this.input.checkVisibility(); }

  get #text() { return this.#shape.tidy?.(this.input.value) ?? this.input.value; }
  /** @returns {string|File|undefined} */
  get value() {
    if (this.#canvas) return this.#photo;
    if (this.input.type === "file") return /** @type {HTMLInputElement} */ (this.input).files?.[0];
    return this.isGood ? this.#text : undefined;
  }
  /** @returns {boolean} */
  get isGood() {
    if (this.#canvas) return this.#photo !== undefined;
    if (this.input.type === "file") return this.value !== undefined;
    if (this.original) return this.original.isGood && this.#text === this.original.#text;
    return this.#shape.isGood(this.#text);
  }

  /**
   * Shows in the page whether it is ready and, once the person is done with it, why not.
   * @param {boolean} isLeft
   */
  judge(isLeft) {
    if (this.isGood) this.input.dataset.ready = "";
    else delete this.input.dataset.ready;
    const isWhole = this.original !== undefined && this.#text.length >= this.original.#text.length;
    // If the first is malformed itself, the message beside it says so.
    const { original } = this;
    const isSame = original && this.#text === original.#text;
    const wrong = !original ? this.#shape.wrong : isSame ? "" : say("The two are not the same.");
    this.#say(this.isGood || this.#text === "" || !(isLeft || isWhole) ? "" : wrong);
  }

  /** @param {string} sentence */
  #say(sentence) {
    if (!this.error) return;
    const words = this.error.querySelector("span");
    if (words && words.textContent !== sentence) {
      words.textContent = sentence;
      if (sentence) announce(sentence);
    }
    this.error.hidden = sentence === "";
    if (sentence) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /**
   * A picture is ready once it is drawn and visible. Until then there is none, not even the previous one.
   * @param {HTMLCanvasElement} canvas @param {AbortSignal} signal
   */
  async #chosen(canvas, signal) {
    const file = this.#file;
    this.#drop(canvas);
    this.judge(false);
    this.#changed();
    const made = file && await photo.drawn(file);
    // A different one was chosen meanwhile, or this field is gone.
    if (signal.aborted || file !== this.#file) {
      if (made) photo.empty(made.canvas);
      return;
    }
    if (made) photo.show(made, canvas);
    this.#photo = made?.text;
    this.#show(canvas, made !== undefined);
    this.judge(true);
    this.#changed();
    if (made) announce(say("This picture goes to the provider, sealed."));
  }
  get #file() { return /** @type {HTMLInputElement} */ (this.input).files?.[0]; }
  /** @param {HTMLCanvasElement} canvas */
  #drop(canvas) {
    this.#photo = undefined;
    photo.empty(canvas);
    this.#show(canvas, false);
  }
  /**
   * Shows or hides the picture, with what is said about it.
   * @param {HTMLCanvasElement} canvas @param {boolean} isSeen
   */
  #show(canvas, isSeen) {
    canvas.hidden = !isSeen;
    const caption = document.querySelector(`[data-caption-of="${this.input.id}"]`);
    if (caption instanceof HTMLElement) caption.hidden = !isSeen;
  }

  #typed() {
    const { input } = this, seen = this.#shape.seen?.(input.value) ?? input.value;
    // A number that is pasted in groups is still one number.
    if (input.value !== seen) input.value = seen;
    this.#draw();
    this.judge(false);
    this.#changed();
  }

  /** The boxes of a PIN represent what the field holds. */
  #draw() {
    const boxes = this.input.closest(".pin");
    if (boxes instanceof HTMLElement) {
      boxes.dataset.filled = String(Math.min(this.input.value.length, Number(this.input.dataset.count)));
    }
  }

  /**
   * What is visible while it is typed is no secret from the person typing it: when they come back, it is there again.
   * @param {string|File|undefined} value
   */
  resume(value) {
    if (typeof value !== "string" || !["message", "hash", "line"].includes(this.input.dataset.secret ?? "")) return;
    this.input.value = value;
    if (this.isGood) this.input.dataset.ready = "";  // and what the screen says about it stays until it is typed again
  }

  /** Removes everything about it from the page. */
  forget() {
    this.input.value = "";
    if (this.#canvas) this.#drop(this.#canvas);
    this.#draw();
    this.judge(false);
  }
}
