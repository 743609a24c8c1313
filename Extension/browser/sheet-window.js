// The sheet: a small window of the extension's own that no page can draw over or read. It says who answers before
// anything is asked.

/** @typedef {"begin" | "closed" | "elsewhere"} Choice */
/** @typedef {import("./host.js").Known} Known */
/** @typedef {import("./host.js").Account} Account */
/** @typedef {{kind: "create" | "get"} & Known} Shown Whom the sheet is for. */
/** @typedef {Shown | {accounts: Account[]} | {told: string, again: boolean} | {again: false}} ToSheet */
/** @typedef {{drawn?: true, chosen?: number, again?: true, leave?: "closed" | "elsewhere"}} FromSheet */

/** How long the sheet is visible before the PIN is requested, in milliseconds. */
const SEEN = 300;
const SIZE = { width: 400, height: 500 };

export class Sheet {
  #window = /** @type {number | undefined} */ (undefined);
  #port = /** @type {chrome.runtime.Port | undefined} */ (undefined);
  #leaving = /** @type {PromiseWithResolvers<"closed" | "elsewhere">} */ (Promise.withResolvers());
  #chosen = /** @type {((index: number) => void) | undefined} */ (undefined);
  #again = /** @type {(() => void) | undefined} */ (undefined);
  #name = crypto.randomUUID();

  /** @param {"create" | "get"} kind */
  constructor(kind) {
    this.kind = kind;
  }

  /**
   * Shows who answers, and for whom. Verification starts on its own a moment later.
   * @param {Promise<Known>} known Determined while the window opens.
   * @returns {Promise<Choice>} Throws what `known` throws.
   */
  async open(known) {
    const shown = this.#connected(known);
    // Thrown by the race below, or no longer of interest.
    for (const thrown of [known, shown]) thrown.catch(() => {});
    const window = await chrome.windows.create({
      url: `sheet.html#${this.#name}`, type: "popup", focused: true, ...SIZE,
    });
    this.#window = window?.id;
    const left = await Promise.race([shown, this.#leaving.promise]);
    if (left) return left;
    return await Promise.race([
      new Promise((resolve) => setTimeout(() => resolve(/** @type {Choice} */ ("begin")), SEEN)), this.#leaving.promise,
    ]);
  }

  /**
   * Lets the person choose one of several accounts. The PIN's window was in front until now.
   * @param {Account[]} accounts @returns {Promise<number | undefined>} Its place; none if the person leaves the sheet.
   */
  async choose(accounts) {
    const chosen = new Promise((/** @type {(index: number) => void} */ resolve) => (this.#chosen = resolve));
    this.#port?.postMessage({ accounts });
    if (this.#window !== undefined) await chrome.windows.update(this.#window, { focused: true }).catch(() => {});
    const index = await Promise.race([chosen, this.#leaving.promise]);
    return typeof index === "number" ? index : undefined;
  }

  /** Resolves when the person closes the sheet, or prefers a security key. */
  leaves() {
    return this.#leaving.promise;
  }

  /**
   * Says how it ended, and waits for the person.
   * @param {string} told @param {boolean} [again] Whether they can try again.
   * @returns {Promise<"closed" | "elsewhere" | "again">}
   */
  async tell(told, again = false) {
    if (this.#window === undefined) await this.open(Promise.resolve({ site: "" })).catch(() => this.#leaving.resolve("closed"));
    const pressed = new Promise((/** @type {(how: "again") => void} */ resolve) => (this.#again = () => resolve("again")));
    this.#port?.postMessage({ told, again });
    return await Promise.race([pressed, this.#leaving.promise]);
  }

  /** The page no longer waits: there is nothing to try again. */
  endAgain() {
    this.#again = undefined;
    this.#port?.postMessage({ again: false });
  }

  async close() {
    const id = this.#window;
    this.#window = undefined;
    this.#leaving.resolve("closed");
    if (id === undefined) return;
    // What it says about the security key stays until the person goes back to the page.
    if ((await this.#leaving.promise) === "closed") await chrome.windows.remove(id).catch(() => {});
  }

  /**
   * Resolves when the sheet has drawn itself.
   * @param {Promise<Known>} known What it shows. @returns {Promise<undefined>}
   */
  #connected(known) {
    return new Promise((resolve, reject) => {
      /** @param {chrome.runtime.Port} port */
      const connected = (port) => {
        if (port.name !== this.#name) return;
        chrome.runtime.onConnect.removeListener(connected);
        this.#port = port;
        port.onMessage.addListener((/** @type {FromSheet} */ message) => {
          if (message?.drawn) resolve(undefined);
          if (message?.chosen !== undefined && Number.isInteger(message.chosen)) this.#chosen?.(message.chosen);
          if (message?.again) this.#again?.();
          if (message?.leave === "elsewhere" || message?.leave === "closed") this.#leaving.resolve(message.leave);
        });
        port.onDisconnect.addListener(() => {
          this.#port = undefined;
          this.#leaving.resolve("closed");
        });
        known.then((known) => port.postMessage({ kind: this.kind, ...known }), reject);
      };
      chrome.runtime.onConnect.addListener(connected);
      void this.#leaving.promise.then(() => chrome.runtime.onConnect.removeListener(connected));
    });
  }
}
