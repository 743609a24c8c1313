// Who can open an account, and by which things: the twin of `Picture` in `WaysBack`, by the table of WAYS-BACK §1.
import { numbersOf, setOf, waysOf } from "/access.js";
import {
  LIES_SOMEWHERE, PASSWORD, hasEscrow, isDevice, isJoined, isPasswordEnough, isTried, nameOfPlace, placeOf,
} from "/holdings.js";
import * as names from "/thing-names.js";

/** @typedef {import("/access.js").Need} Need */
/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {import("/waysback.js").Goal} Goal */
/** @typedef {import("/waysback.js").Counting} Counting */
/** @typedef {import("/thing-names.js").ThingName} ThingName */
/** @typedef {{id: string, kind: string} & ThingName} Thing */
/**
 * One way in: the id of the record by which it opens, and whether it needs no browser at the site, and therefore opens
 * a copy of the journal.
 * @typedef {{record: string, need: Need, opensCopies: boolean}} Way
 */
/**
 * A picture with the holdings that it shows. `unplaced` are objects of which nobody said where they lie, and
 * `unsaidPINs` PINs of which nobody said that they differ.
 * @typedef {Omit<import("/waysback.js").Picture, "things">
 *   & {holdings: Holdings, things: Thing[], unplaced: number[], unsaidPINs: number[]}} FullPicture
 */


/**
 * The picture of some holdings, or `undefined` if there are more things or ways than can be judged.
 * @param {Holdings} holdings @returns {FullPicture|undefined}
 */
export function pictureOf(holdings) {
  const numbered = new NumberedThings(holdings);
  const needs = /** @type {Goal[]} */ (["signIn", "open"]).map((goal) => ({
    proved: numbered.need(goal, "proved"), hoped: numbered.need(goal, "hoped"),
  }));
  const things = numbered.toldApart();
  const [signIn, open] = needs.map(({ proved, hoped }) => {
    const ways = [proved, hoped].map((need) => waysOf(need, things.length)?.map(numbersOf));
    return ways[0] && ways[1] && { proved: ways[0], hoped: ways[1] };
  });
  if (!signIn || !open) return undefined;
  const host = things.flatMap(({ kind }, number) => (kind === "site" ? [number] : []));
  const { unplaced, unsaidPINs } = numbered;
  return { holdings, things, structures: { signIn, open }, host, unplaced: [...unplaced], unsaidPINs: [...unsaidPINs] };
}

/** The things of some holdings, numbered in the order in which the needs mention them. */
class NumberedThings {
  /** @type {Thing[]} */
  #things = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Set<number>} */
  unplaced = new Set();
  /** @type {Set<number>} */
  unsaidPINs = new Set();
  #holdings;
  /** @param {Holdings} holdings */
  constructor(holdings) { this.#holdings = holdings; }

  /** The things, in which those with the same name got a number. */
  toldApart() {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return this.#things.map((thing) => {
      const count = (seen.get(thing.name) ?? 0) + 1;
      seen.set(thing.name, count);
      return count > 1 ? { ...thing, ...names.numbered(thing, count) } : thing;
    });
  }

  /** @param {string} kind @param {string} id @param {ThingName} name */
  #insert(kind, id, name) {
    const key = `${kind} ${id}`, number = this.#numbers.get(key);
    if (number !== undefined) return number;
    this.#numbers.set(key, this.#things.length);
    return this.#things.push({ id, kind, ...name }) - 1;
  }
  /** @param {string} kind @param {string} id @param {ThingName} name @returns {Need} */
  #need(kind, id, name) { return { thing: this.#insert(kind, id, name) }; }

  /**
   * A thing, and the place where it lies. A place that lies in itself is treated as unknown.
   * @param {string} kind @param {string} id @param {ThingName} name @param {string|undefined} place
   * @param {string[]} [inside] places that lie in the thing
   * @returns {Need}
   */
  #thing(kind, id, name, place, inside = []) {
    const own = this.#insert(kind, id, name);
    if (place !== undefined && !inside.includes(place)) return { all: [{ thing: own }, this.#place(place, inside)] };
    this.unplaced.add(own);
    return { thing: own };
  }
  /**
   * A place or a device, and the place in which it lies.
   * @param {string} id @param {string[]} [inside] @returns {Need}
   */
  #place(id, inside = []) {
    const name = names.named(nameOfPlace(this.#holdings, id)), outer = placeOf(this.#holdings, id)?.at;
    const within = [...inside, id];
    if (isDevice(this.#holdings, id)) return this.#thing("device", id, name, outer, within);
    const own = this.#need("place", id, name);
    return outer === undefined || within.includes(outer) ? own : { all: [own, this.#place(outer, within)] };
  }
  /**
   * @param {import("/holdings.js").PIN|undefined} pin @param {string} owner the id of the key or card
   * @param {ThingName} name what the PIN is called if nobody said which it is
   * @returns {Need}
   */
  #pin(pin, owner, name) {
    if (pin) return this.#need("pin", pin.id, names.named(pin.name));
    const own = this.#insert("pin", `of ${owner}`, name);
    this.unsaidPINs.add(own);
    return { thing: own };
  }

  /** @param {Goal} goal @param {Counting} counting @returns {Need} */
  need(goal, counting) {
    const isHoped = counting === "hoped";
    const ways = [
      ...this.#keys(goal, isHoped), ...this.#cards(isHoped), ...this.#code(isHoped), ...this.#escrow(isHoped),
      ...this.#password(goal),
    ];
    const site = this.#site();
    return { any: [{ all: [site, { any: ways.map(({ need }) => need) }] }, ...this.#copies(goal, isHoped, ways)] };
  }
  #site() {
    const { here, host = "" } = this.#holdings;
    return here === undefined ? this.#need("site", host, names.named(host)) : this.#place(here);
  }

  /** @param {Goal} goal @param {boolean} isHoped @returns {Way[]} */
  #keys(goal, isHoped) {
    return this.#holdings.keys.flatMap((key) => {
      const { id, place, pin, power, provedOn, saysSynced, maker } = key;
      const own = {
        all: [this.#thing("key", id, nameOf(key), place), this.#pin(pin, id, names.nameOfPIN(this.#holdings, key))],
      };
      if ((!isHoped && provedOn === undefined) || (goal === "open" && power !== "opens")) return [];
      const way = { record: id, opensCopies: false };
      if (!saysSynced) return [{ ...way, need: own }];
      // Who keeps the synced copies can take them off every device. Nobody vouches for the claim.
      const cloud = this.#need("provider", `synced by ${maker ?? ""}`, names.cloudOf(maker));
      return [{ ...way, need: isHoped ? { any: [own, cloud] } : { all: [own, cloud] } }];
    });
  }

  /** @param {boolean} isHoped @returns {Way[]} */
  #cards(isHoped) {
    return this.#holdings.cards.flatMap((card) => {
      const { id, inSentence: name, provedOn, place, pukAt, phraseAt } = card;
      let known = this.#pin(card.pin, id, names.pinOf(name));
      if (pukAt !== undefined) {
        known = { any: [known, this.#thing("paper", `puk of ${id}`, names.pukOf(name), pukAt)] };
      }
      const own = { all: [this.#thing("card", id, nameOf(card), place), known] };
      const phrase = phraseAt === undefined ? undefined
        : this.#thing("paper", `phrase of ${id}`, names.phraseOf(name), phraseAt);
      const way = { record: id, opensCopies: true };
      return [
        ...(isHoped || provedOn !== undefined ? [{ ...way, need: own }] : []),
        // The phrase makes an equal card. Nobody tried that.
        ...(isHoped && phrase ? [{ ...way, need: phrase }] : []),
      ];
    });
  }

  /** @param {boolean} isHoped @returns {Way[]} */
  #code(isHoped) {
    const { code } = this.#holdings;
    return code?.papers.flatMap(({ place, provedOn }, at) => {
      const name = names.nameOfPaper(this.#holdings, code, at);
      const need = this.#thing("paper", `${code.record}, paper ${at}`, name, place);
      return isHoped || provedOn !== undefined ? [{ record: code.record, opensCopies: true, need }] : [];
    }) ?? [];
  }

  /** @param {boolean} isHoped @returns {Way[]} */
  #escrow(isHoped) {
    if (!hasEscrow(this.#holdings)) return [];
    const { plan, escrowRecord } = this.#holdings, way = { record: escrowRecord, opensCopies: true };
    if (plan) return [{ ...way, need: this.#planned(plan, isHoped) }];
    const need = this.#thing("provider", "account recovery", names.escrow(), undefined);
    return isHoped || isJoined(this.#holdings) ? [{ ...way, need }] : [];
  }
  /**
   * The facts, any provider with the document, and for each part of a policy its provider and what answers it.
   * @param {import("/holdings.js").Plan} plan @param {boolean} isHoped @returns {Need}
   */
  #planned(plan, isHoped) {
    const providers = plan.providers.map(({ name }) => this.#need("provider", name, names.named(name)));
    const isThere = plan.providers.map(
      ({ trouble }) => trouble === undefined || (trouble === "silent" && isHoped));
    const facts = this.#need("known", "facts", names.facts());
    const document = { any: providers.filter((_, at) => plan.providers[at].hasDocument && isThere[at]) };
    const ways = plan.policies.flatMap((policy) => {
      const parts = policy.map((part) => plan.parts[part]);
      const answers = parts.map(({ method }) => this.#answer(method, plan));
      const isWay = parts.length > 0 && parts.every(({ provider }) => isThere[provider])
        && (isHoped || isTried(plan, policy));
      return isWay ? [{ all: [facts, document, ...answers, ...parts.map(({ provider }) => providers[provider])] }] : [];
    });
    return { any: ways };
  }
  /** @param {import("/holdings.js").Method} method @param {import("/holdings.js").Plan} plan */
  #answer(method, plan) {
    const name = names.answerTo(method);
    if (LIES_SOMEWHERE.includes(method)) return this.#thing("method", method, name, plan.places[method]);
    return this.#need(method === "question" ? "known" : "method", method, name);
  }

  /** @param {Goal} goal @returns {Way[]} */
  #password(goal) {
    if (!this.#holdings.hasPassword) return [];
    const need = this.#need("known", "password", names.password());
    const isWay = goal === "signIn" && isPasswordEnough(this.#holdings);
    return isWay ? [{ record: PASSWORD, need, opensCopies: false }] : [];
  }

  /**
   * Each copy opens by the ways that were in it when it was made. Without the site there is no browser at the site, so
   * keys open only where the accounts themselves are put up again.
   * @param {Goal} goal @param {boolean} isHoped @param {Way[]} ways @returns {Need[]}
   */
  #copies(goal, isHoped, ways) {
    return this.#holdings.copies.flatMap(({ id, kind, holds, readOn, place }, at) => {
      const own = this.#thing("copy", id, names.nameOfCopy(this.#holdings, at), place);
      const isOfAccounts = kind === "accounts";
      if ((!isHoped && readOn === undefined) || (goal === "signIn" && !isOfAccounts)) return [];
      const held = ways.filter(({ record, opensCopies }) => holds.includes(record) && (opensCopies || isOfAccounts));
      return [{ all: [own, { any: held.map(({ need }) => need) }] }];
    });
  }
}

/** @param {ThingName} name */
const nameOf = ({ name, inSentence }) => ({ name, inSentence });

/**
 * The names of things inside a sentence.
 * @param {FullPicture} picture @param {bigint} set
 */
export const namesInSentence = ({ things }, set) => numbersOf(set).map((number) => things[number].inSentence);
/** @param {FullPicture} picture */
export const hostOf = ({ host }) => setOf(host);
