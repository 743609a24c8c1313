// What pages ask, one request at a time: the sheet first, then the program on this computer.
import { Host, HostMissing } from "./host.js";
import { Sheet } from "./sheet-window.js";

/** @typedef {"create" | "get"} Kind */
/** @typedef {{requestId: number, requestDetailsJson: string}} Asked What Chrome gives. */
/** @typedef {{name: string, message: string}} Failure A DOMException, as the page gets it. */
/** @typedef {{responseJson: string} | {error: Failure}} Outcome */

/** The same words for whatever the page need not know. @type {Failure} */
export const NOT_ALLOWED = { name: "NotAllowedError", message: "The operation either timed out or was not allowed." };

/** The request of a page, from its arrival until the page has its answer. */
export class PageRequest {
  #isOver = false;

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
   * Runs to the page's answer. What the person is told stands in the sheet, never in the page.
   * @returns {Promise<"answered" | "elsewhere">} Whether the person rather uses a security key.
   */
  async run() {
    try {
      const known = await this.host.look(this.kind, this.details);
      const choice = await this.sheet.open(known);
      if (this.#isOver) return "answered";
      if (choice === "elsewhere") return await this.#giveUp("elsewhere");
      if (choice === "closed") return await this.#giveUp("answered");
      const elsewhere = this.sheet.leaves();
      const answer = await Promise.race([this.host.ask(this.kind, this.details, this), elsewhere]);
      if (this.#isOver) return "answered";
      if (typeof answer === "string") {
        this.host.cancel(this);
        return await this.#giveUp(answer === "elsewhere" ? "elsewhere" : "answered");
      }
      if ("response" in answer) return await this.#answer({ responseJson: answer.response });
      // The page hears it when the person has: how long it took says nothing about what is here.
      const left = answer.told ? await this.sheet.tell(answer.told) : "closed";
      return left === "elsewhere" ? await this.#giveUp("elsewhere") : await this.#answer({ error: answer.error });
    } catch (error) {
      if (this.#isOver) return "answered";
      const told = error instanceof HostMissing ? error.told : "The passkeys of this computer cannot be used now.";
      const left = await this.sheet.tell(told);
      return await this.#giveUp(left === "elsewhere" ? "elsewhere" : "answered");
    } finally {
      await this.sheet.close();
    }
  }

  /** The page does not wait any more. */
  cancel() {
    this.#isOver = true;
    this.host.cancel(this);
    void this.sheet.close();
  }

  /** @template T @param {T} as @returns {Promise<T>} */
  async #giveUp(as) {
    await this.#answer({ error: NOT_ALLOWED });
    return as;
  }

  /** @param {Outcome} outcome @returns {Promise<"answered">} */
  async #answer(outcome) {
    if (this.#isOver) return "answered";
    this.#isOver = true;
    try {
      await this.complete(outcome);
    } catch {
      // A response that the browser does not take would leave the page waiting for ever.
      await this.complete({ error: NOT_ALLOWED }).catch(() => {});
    }
    return "answered";
  }
}
