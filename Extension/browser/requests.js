// A page's request: first the sheet, then the program on this computer, which takes one request at a time.
import { Host, HostMissing } from "./host.js";
import { watchPage } from "./page-watch.js";
import { Sheet } from "./sheet-window.js";

/** @typedef {"create" | "get"} Kind */
/** @typedef {{requestId: number, requestDetailsJson: string}} Asked What Chrome passes. */
/** @typedef {{name: string, message: string}} Failure A DOMException, as the page gets it. */
/** @typedef {{responseJson: string} | {error: Failure}} Outcome */

/**
 * The same words for everything that the page need not know.
 * @type {Failure}
 */
export const NOT_ALLOWED = { name: "NotAllowedError", message: "The operation either timed out or was not allowed." };

/**
 * How long a request may take in total, in milliseconds, whatever the page says: the browser itself does not time
 * requests to an extension.
 */
const LEAST = 15000, MOST = 600000, USUAL = 300000;
/** How much less time the program has, so that it says that time is up before this does. */
const GRACE = 2000;
/** How long the page waits, in milliseconds, for the person to read what the page is not told. */
const READING = 60000;
/** How long the sheet waits for the name of the person it is about. */
const LOOK = 1000;
/** A program that has not yet said by then what it knows immediately will say nothing more. */
const SILENT = 10000;

/** The request of a page, from its arrival until the page has its answer and the person knows it. */
export class PageRequest {
  #isAnswered = false;
  #isCancelled = false;
  /** Whether the person is reading how it ended. */
  #isTold = false;

  /**
   * @param {Kind} kind
   * @param {Asked} asked
   * @param {Host} host
   * @param {(outcome: Outcome) => Promise<void>} complete
   */
  constructor(kind, asked, host, complete) {
    this.kind = kind;
    this.id = asked.requestId;
    this.details = asked.requestDetailsJson;
    this.host = host;
    this.complete = complete;
    this.sheet = new Sheet(kind);
  }

  /**
   * Runs until the page has its answer. What the person is told is shown in the sheet, never in the page.
   * @returns {Promise<"answered" | "elsewhere">} Whether the person prefers a security key.
   */
  async run() {
    /** @type {{timeout?: unknown, extensions?: {remoteDesktopClientOverride?: {origin: string}}}} */
    const { extensions, timeout } = JSON.parse(this.details);
    const time = typeof timeout === "number" ? Math.min(Math.max(timeout, LEAST), MOST) : USUAL;
    const timer = setTimeout(() => void (this.#isTold ? this.#answerLate(NOT_ALLOWED) : this.#end()), time + GRACE);
    const unwatch = watchPage(this.id, extensions?.remoteDesktopClientOverride?.origin, () => void this.#end());
    try {
      return await this.#serve();
    } finally {
      clearTimeout(timer);
      unwatch();
      await this.sheet.close();
    }
  }

  async #serve() {
    try {
      const look = this.host.look(this.kind, this.details);
      const choice = await this.sheet.open(within(LOOK, look, () => ({ site: "" })));
      if (this.#isCancelled) return "answered";
      if (choice !== "begin") return await this.#giveUp(choice);
      for (;;) {
        const choose = (/** @type {import("./host.js").Account[]} */ accounts) => this.sheet.choose(accounts);
        const answer = await Promise.race([this.host.ask(this.kind, this.details, this, choose), this.sheet.leaves(), silence(look)]);
        if (this.#isCancelled) return "answered";
        if (typeof answer === "string") {
          this.host.cancel(this);
          return await this.#giveUp(answer);
        }
        if ("response" in answer) {
          if (await this.#answer({ responseJson: answer.response })) return "answered";
          throw new Error("the browser does not take it");
        }
        const left = await this.#refused(answer);
        if (left === "again") continue;
        if (left === "elsewhere") return await this.#giveUp(left);
        if (!(await this.#answer({ error: answer.error }))) await this.#answer({ error: NOT_ALLOWED });
        return "answered";
      }
    } catch (error) {
      // This reveals nothing about passkeys, so the page need not wait until the person has read it.
      await this.#answer({ error: NOT_ALLOWED });
      if (this.#isCancelled) return "answered";
      const told = error instanceof HostMissing ? error.told : "The passkeys of this computer cannot be used now.";
      return (await this.#tell(told)) === "elsewhere" ? "elsewhere" : "answered";
    }
  }

  /**
   * The page learns of it when the person has read it: how long it took says nothing about what is here.
   * @param {import("./host.js").Refused} refused @returns {Promise<"closed" | "elsewhere" | "again">}
   */
  async #refused({ error, told, again }) {
    const late = setTimeout(() => void this.#answerLate(error), READING);
    const left = told ? await this.#tell(told, again) : "closed";
    clearTimeout(late);
    // A press just as the page was told comes too late.
    if (left === "again" && this.#isAnswered) return "closed";
    if (left === "again") this.#isTold = false;
    return left;
  }

  /** @param {string} told @param {boolean} [again] */
  #tell(told, again) {
    this.#isTold = true;
    return this.sheet.tell(told, again);
  }

  /**
   * The page no longer waits, but the person is still reading.
   * @param {Failure} error
   */
  async #answerLate(error) {
    this.sheet.endAgain();
    await this.#answer({ error });
  }

  /** The page no longer waits. */
  cancel() {
    this.#isCancelled = true;
    this.host.cancel(this);
    void this.sheet.close();
  }

  /** Time is up, or the page is gone. */
  async #end() {
    this.cancel();
    await this.#answer({ error: NOT_ALLOWED });
  }

  /** @param {"closed" | "elsewhere"} choice @returns {Promise<"answered" | "elsewhere">} */
  async #giveUp(choice) {
    await this.#answer({ error: NOT_ALLOWED });
    return choice === "elsewhere" ? "elsewhere" : "answered";
  }

  /**
   * @param {Outcome} outcome
   * @returns {Promise<boolean>} Whether the browser accepted it. One that it does not accept would leave the page
   *   waiting forever.
   */
  async #answer(outcome) {
    if (this.#isAnswered) return true;
    try {
      await this.complete(outcome);
      this.#isAnswered = true;
    } catch {
      return false;
    }
    return true;
  }
}

/**
 * @template T
 * @param {number} time In milliseconds.
 * @param {Promise<T>} work
 * @param {() => T} instead If it takes longer.
 * @returns {Promise<T>}
 */
function within(time, work, instead) {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, time)).then(instead)]);
}

/** @param {Promise<unknown>} look @returns {Promise<never>} Throws if nothing is heard of it. */
async function silence(look) {
  await within(SILENT, look, () => {
    throw new Error("silent");
  });
  return await new Promise(() => {});
}
