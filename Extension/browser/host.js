// The program on this computer that holds the passkeys: one connection, with a number for each question.

/** Its name in the browser's list of native messaging hosts. */
export const HOST = "org.latchstring.keys";

/**
 * With `again`, the same request may succeed the next time.
 * @typedef {{error: {name: string, message: string}, told: string, again: boolean}} Refused
 */
/** @typedef {{response: string} | Refused} Answer */
/** @typedef {{site: string, userName?: string}} Known */
/** @typedef {{userName?: string, displayName?: string}} Account */
/**
 * What the program says. Members of type `unknown` have not been checked yet.
 * @typedef {{id: number, accounts?: Account[], site?: unknown, userName?: unknown, verifies?: unknown,
 *   response?: unknown, error?: {name?: unknown, message?: unknown}, told?: unknown, again?: unknown}} Said
 */
/**
 * Asks the person which one; returns its place in the list.
 * @typedef {(accounts: Account[]) => Promise<number | undefined>} Choose
 */

/** The program is missing, or has stopped. `told` is what the person can do. */
export class HostMissing extends Error {
  /** @param {boolean} wasThere Whether it answered before. */
  constructor(wasThere = false) {
    super();
    this.told = wasThere
      ? "Latchstring stopped in the middle. Try again on the page."
      : "Latchstring is not installed for this browser, or does not start. Open a terminal, run “latchstring keys install-browser”, and try again.";
  }
}

/** How long the program is kept running without a question, in milliseconds: at rest none runs. */
const IDLE = 30000;

export class Host {
  #port = /** @type {chrome.runtime.Port | undefined} */ (undefined);
  #waiting = /** @type {Map<number, {resolve: (message: Said) => void, reject: (error: Error) => void, choose?: Choose}>} */ (new Map());
  #numbers = /** @type {Map<object, number>} */ (new Map());
  #last = 0;
  #idle = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /**
   * Who would be signed in, as far as is known.
   * @param {"create" | "get"} kind @param {string} details @returns {Promise<Known>}
   */
  async look(kind, details) {
    const answer = await this.#send({ ask: `look-${kind}`, details });
    const { site, userName } = answer;
    return { site: typeof site === "string" ? site : "", userName: typeof userName === "string" ? userName : undefined };
  }

  /**
   * @param {"create" | "get"} kind @param {string} details @param {object} who Whoever may cancel it.
   * @param {Choose} choose @returns {Promise<Answer>}
   */
  async ask(kind, details, who, choose) {
    try {
      const answer = await this.#send({ ask: kind, details }, who, choose);
      if (typeof answer.response === "string") return { response: answer.response };
      const { error, told, again } = answer;
      if (typeof error?.name !== "string" || typeof error.message !== "string") throw new Error("no answer");
      return { error: { name: error.name, message: error.message }, told: typeof told === "string" ? told : "", again: again === true };
    } finally {
      this.#numbers.delete(who);
    }
  }

  /**
   * What keeps this computer from answering, in words for the person; empty if nothing does.
   * @returns {Promise<string>}
   */
  async trouble() {
    try {
      return (await this.verifies()) ? "" : "No PIN is set yet. Set one with “latchstring keys pin”: most sites ask for it.";
    } catch (error) {
      return error instanceof HostMissing ? error.told : "";
    }
  }

  /**
   * Whether this computer can verify the person.
   * @returns {Promise<boolean>}
   */
  async verifies() {
    return (await this.#send({ ask: "state" })).verifies === true;
  }

  /**
   * Passes on what a page said about its accounts.
   * @param {string} details @param {string} origin Of its frame, according to the browser.
   */
  async signal(details, origin) {
    await this.#send({ ask: "signal", details, origin });
  }

  /**
   * Cancels a request whose answer nobody waits for any more.
   * @param {object} who
   */
  cancel(who) {
    const id = this.#numbers.get(who);
    if (id !== undefined) this.#port?.postMessage({ id, ask: "cancel" });
  }

  /**
   * @param {{ask: string, details?: string, origin?: string}} message
   * @param {object} [who]
   * @param {Choose} [choose]
   * @returns {Promise<Said>}
   */
  #send(message, who, choose) {
    const id = ++this.#last;
    if (who) this.#numbers.set(who, id);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, choose });
      try {
        this.#open().postMessage({ id, ...message });
      } catch {
        this.#waiting.delete(id);
        reject(new HostMissing());
      }
    });
  }

  /** @param {chrome.runtime.Port} port @param {number} id @param {Account[]} accounts */
  async #choose(port, id, accounts) {
    const index = await this.#waiting.get(id)?.choose?.(accounts);
    if (this.#port === port) port.postMessage({ id, ask: "choose", index });
  }

  #open() {
    clearTimeout(this.#idle);
    if (this.#port) return this.#port;
    const port = chrome.runtime.connectNative(HOST);
    let wasThere = false;
    port.onMessage.addListener((/** @type {Said} */ message) => {
      wasThere = true;
      if (Array.isArray(message?.accounts)) {
        void this.#choose(port, message.id, message.accounts);
        return;
      }
      this.#waiting.get(message?.id)?.resolve(message);
      this.#waiting.delete(message?.id);
      if (this.#waiting.size === 0) this.#rest(port);
    });
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // read, so that the browser does not report it as unchecked
      if (this.#port === port) this.#port = undefined;
      const left = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of left) reject(new HostMissing(wasThere));
    });
    this.#port = port;
    return port;
  }

  /**
   * Lets the program end, unless it is asked something soon.
   * @param {chrome.runtime.Port} port
   */
  #rest(port) {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#port !== port || this.#waiting.size > 0) return;
      this.#port = undefined;
      port.disconnect();
    }, IDLE);
  }
}
