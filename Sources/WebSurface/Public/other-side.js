// Who else could get in: the smallest sets of acts that let somebody in who is not the account's holder. The twin of
// `OtherSide` in `WaysBack`, by the table of WAYS-BACK §6.
import { inOrder, numbersOf, waysOf } from "/access.js";
import { isDevice, isPasswordEnough, LIES_SOMEWHERE, nameOfPlace } from "/holdings.js";
import { say } from "/sentences.js";
import * as names from "/thing-names.js";

/** @typedef {import("/access.js").Need} Need */
/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {import("/holdings.js").Copy} Copy */
/** @typedef {import("/holdings.js").Plan} Plan */
/**
 * @typedef {"provider"|"providers"|"reach"|"paper"|"key"|"card"|"device"|"pin"|"secret"|"unlocking"|"cloud"|"password"
 *   |"facts"|"answers"|"copy"|"older"|"computer"|"practice"} Kind
 */
/**
 * What somebody does to get in. `name` is a name inside a sentence, and `place` the outermost place in which the thing
 * lies, if somebody said where that is.
 * @typedef {{kind: Kind, id: string, name: string, place?: string}} Act
 */
/**
 * The acts stand in the order in which a sentence names them. `isAtLeast` says that it may take more somebodies, and
 * `opens` that it does not only sign in.
 * @typedef {{acts: Act[], somebodies: number, isAtLeast: boolean, opens: boolean}} OtherWay
 */
/**
 * One way in, as far as it does not depend on where the account is: the id of the record by which it opens, whether it
 * opens the journal, and whether it opens a copy of the journal.
 * @typedef {{record: string, need: Need, opens: boolean, opensCopies: boolean}} Way
 */

/**
 * The order in which a sentence names acts.
 * @type {Kind[]}
 */
const ORDER = [
  "provider", "providers", "reach", "paper", "key", "card", "device", "pin", "secret", "unlocking", "cloud", "password",
  "facts", "answers", "copy", "older", "computer", "practice",
];
/** What only has to be known or guessed takes no find, no account and no provider. */
const KNOWN = ["pin", "secret", "unlocking", "password", "facts", "answers"];
/** Their names are those of things of the holder's. */
const NAMED = ["paper", "key", "card", "device", "pin", "copy"];

/**
 * Who else could get in, those first that take the fewest; `undefined` if there are more acts or ways than can be
 * judged.
 * @param {Holdings} holdings @returns {OtherWay[]|undefined}
 */
export function otherSide(holdings) {
  const numbered = new NumberedActs(holdings);
  const needs = [numbered.need(false), numbered.need(true)], acts = numbered.toldApart();
  const [entering, opening] = needs.map((need) => waysOf(need, acts.length));
  if (!entering || !opening) return undefined;
  const opens = (/** @type {bigint} */ set) => opening.some((way) => (way & ~set) === 0n);
  const ways = [...opening, ...entering.filter((set) => !opens(set))].sort(inOrder)
    .map((set) => wayOf(numbersOf(set).map((number) => acts[number]), opens(set)));
  // The sort keeps the order of equals.
  return ways.sort((one, other) =>
    one.somebodies - other.somebodies || Number(one.isAtLeast) - Number(other.isAtLeast));
}

/** @param {Act[]} acts @param {boolean} opens @returns {OtherWay} */
function wayOf(acts, opens) {
  const finds = acts.filter(({ kind }) => !KNOWN.includes(kind))
    .map(({ kind, id, place }) => (place === undefined ? `${kind} ${id}` : `at ${place}`));
  return {
    acts: [...acts].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)),
    somebodies: Math.max(1, new Set(finds).size), isAtLeast: acts.some(({ kind }) => kind === "providers"), opens,
  };
}

/**
 * A place and those around it, from the inside out; none if one of them lies in itself.
 * @param {Holdings} holdings @param {string} place
 */
function around({ places }, place) {
  const all = [place];
  for (let outer = places[place]?.at; outer !== undefined; outer = places[outer]?.at) {
    if (all.includes(outer)) return [];
    all.push(outer);
  }
  return all;
}

/** The acts by which somebody gets into some holdings, numbered in the order in which the needs mention them. */
class NumberedActs {
  /** @type {Act[]} */
  #acts = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  #holdings;
  /** @param {Holdings} holdings */
  constructor(holdings) { this.#holdings = holdings; }

  /** @param {Kind} kind @param {string} id @param {string} [name] @param {string} [place] @returns {Need} */
  #act(kind, id, name = "", place = undefined) {
    const key = `${kind} ${id}`, number = this.#numbers.get(key);
    if (number !== undefined) return { thing: number };
    this.#numbers.set(key, this.#acts.length);
    const outermost = place === undefined ? undefined : around(this.#holdings, place).at(-1);
    return { thing: this.#acts.push({ kind, id, name, place: outermost }) - 1 };
  }

  /** The acts, in which things with the same name got a number. */
  toldApart() {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return this.#acts.map((act) => {
      if (!NAMED.includes(act.kind)) return act;
      const count = (seen.get(act.name) ?? 0) + 1;
      seen.set(act.name, count);
      return count > 1 ? { ...act, name: names.numbered(names.named(act.name), count).inSentence } : act;
    });
  }

  /** @param {boolean} isOpening whether it is about what opens the journal, or what gets in at all @returns {Need} */
  need(isOpening) {
    const ways = [
      ...this.#papers(), ...this.#keys(), ...this.#cards(), ...this.#password(), ...this.#escrow(),
    ].filter(({ opens }) => opens || !isOpening);
    const { copies, spentCopies = [], hasPractice } = this.#holdings;
    return {
      any: [
        ...ways.map((way) => ({ all: [way.need, this.#data(way)] })),
        ...[...copies, ...spentCopies].flatMap((copy) => this.#replaced(copy)),
        ...(hasPractice ? [this.#act("practice", "practice")] : []),
      ],
    };
  }

  // Where the data are

  /**
   * A host answers everybody. On the person's own computer it takes the computer, or a copy that the way opens.
   * @param {Way} way @returns {Need}
   */
  #data({ record, opensCopies }) {
    const { here, copies } = this.#holdings;
    if (here === undefined) return { all: [] };
    const held = copies.filter(({ holds, kind }) => holds.includes(record) && (opensCopies || kind === "accounts"));
    return { any: [this.#use(here), ...held.map((copy) => this.#has(copy))] };
  }
  /** @param {string} computer */
  #use(computer) { return this.#act("computer", computer, nameOfPlace(this.#holdings, computer), computer); }
  /**
   * A copy on the computer itself takes the computer.
   * @param {Copy} copy @returns {Need}
   */
  #has(copy) {
    const { copies, spentCopies = [], here } = this.#holdings, { id, place } = copy;
    const all = copies.includes(copy) ? copies : [...copies, ...spentCopies];
    const { inSentence } = names.nameOfCopy({ ...this.#holdings, copies: all }, all.indexOf(copy));
    const own = this.#act("copy", id, inSentence, place);
    const isInside = here !== undefined && place !== undefined && around(this.#holdings, place).includes(here);
    return isInside ? { all: [own, this.#use(here)] } : own;
  }
  /**
   * What was removed or replaced since still opens a copy that it was in.
   * @param {Copy} copy @returns {Need[]}
   */
  #replaced(copy) {
    const { keys, cards, code, somewhere, plan, escrowRecord, hasPassword } = this.#holdings;
    const standing = [
      ...keys.map(({ id }) => id), ...cards.map(({ id }) => id), ...(code ? [code.record] : []),
      ...(somewhere || plan ? [escrowRecord] : []), ...(hasPassword ? ["password"] : []),
    ];
    if (copy.holds.every((record) => standing.includes(record))) return [];
    return [{ all: [this.#has(copy), this.#act("older", copy.id)] }];
  }

  // Ways in

  /** @returns {Way[]} */
  #papers() {
    const { code } = this.#holdings;
    return code?.papers.map(({ place }, at) => {
      const { inSentence } = names.nameOfPaper(this.#holdings, code, at);
      const need = this.#act("paper", `${code.record}, paper ${at}`, inSentence, place);
      return { record: code.record, need, opens: true, opensCopies: true };
    }) ?? [];
  }

  /** @returns {Way[]} */
  #keys() {
    return this.#holdings.keys.flatMap((key) => {
      const way = { record: key.id, opens: key.power === "opens", opensCopies: false };
      const own = { ...way, need: this.#touch(key) };
      if (!key.saysSynced) return [own];
      const name = key.maker === undefined ? say("the account that your passkeys say they are synced with")
        : names.cloudOf(key.maker).inSentence;
      return [own, { ...way, need: this.#act("cloud", key.maker ?? "", name) }];
    });
  }
  /**
   * A passkey in a device takes the device. Whoever unlocks that has the passkey.
   * @param {import("/holdings.js").Key} key @returns {Need}
   */
  #touch({ id, inSentence, pin, isHardware, place }) {
    const known = pin && this.#act("pin", pin.id, pin.name);
    if (isHardware || place === undefined || !isDevice(this.#holdings, place)) {
      const held = this.#act("key", id, inSentence, place);
      return { all: [held, known ?? this.#act("secret", id, say("its PIN or fingerprint"))] };
    }
    const held = this.#holdings.here === place ? this.#use(place)
      : this.#act("device", place, nameOfPlace(this.#holdings, place), place);
    return { all: [held, known ?? this.#act("unlocking", place)] };
  }

  /** @returns {Way[]} */
  #cards() {
    return this.#holdings.cards.flatMap(({ id, inSentence, pin, place, pukAt, phraseAt }) => {
      const way = { record: id, opens: true, opensCopies: true }, held = this.#act("card", id, inSentence, place);
      const secret = pukAt === undefined ? say("its PIN or PUK") : say("its PIN");
      const known = [pin ? this.#act("pin", pin.id, pin.name) : this.#act("secret", id, secret)];
      if (pukAt !== undefined) {
        known.push(this.#act("paper", `puk of ${id}`, names.pukOf(inSentence).inSentence, pukAt));
      }
      const own = { ...way, need: { all: [held, { any: known }] } };
      if (phraseAt === undefined) return [own];
      // The phrase makes an equal card.
      const name = names.phraseOf(inSentence).inSentence;
      return [own, { ...way, need: this.#act("paper", `phrase of ${id}`, name, phraseAt) }];
    });
  }

  /** @returns {Way[]} */
  #password() {
    if (!isPasswordEnough(this.#holdings)) return [];
    const need = this.#act("password", "password", names.password().inSentence);
    return [{ record: "password", need, opens: false, opensCopies: false }];
  }

  /** @returns {Way[]} */
  #escrow() {
    const { plan, somewhere, escrowRecord } = this.#holdings;
    const way = { record: escrowRecord, opens: true, opensCopies: true };
    if (plan) return [{ ...way, need: this.#planned(plan) }];
    if (!somewhere) return [];
    const enough = this.#act("providers", "account recovery", say("Enough of your recovery providers"));
    return [{ ...way, need: { all: [enough, this.#act("facts", "facts")] } }];
  }
  /** @param {Plan} plan @returns {Need} */
  #planned(plan) {
    return {
      any: plan.policies.filter(({ length }) => length > 0).map((policy) => ({
        all: [
          this.#act("facts", "facts"), this.#document(plan), ...policy.map((part) => this.#part(plan.parts[part], plan)),
        ],
      })),
    };
  }
  /**
   * Whoever knows the facts is given the document by any provider that stands. One that is gone may still have kept
   * what it had, and then has to act itself.
   * @param {Plan} plan @returns {Need}
   */
  #document({ providers }) {
    const holders = providers.filter(({ hasDocument }) => hasDocument);
    return { any: holders.map(({ trouble, name }) => (trouble === "gone" ? this.#itself(name) : { all: [] })) };
  }
  /**
   * A provider needs no code to open what it keeps, but for a question, which only its answer opens. Anybody else needs
   * the provider, and what it sends or asks.
   * @param {Plan["parts"][number]} part @param {Plan} plan @returns {Need}
   */
  #part({ method, provider }, { providers, places }) {
    const { name, trouble } = providers[provider], isGone = trouble === "gone";
    if (method === "question") {
      const answers = this.#act("answers", "answers");
      return isGone ? { all: [answers, this.#itself(name)] } : answers;
    }
    const itself = this.#itself(name);
    if (isGone) return itself;
    const place = LIES_SOMEWHERE.includes(method) ? places[method] : undefined;
    return { any: [itself, this.#act("reach", method, reaching(method), place)] };
  }
  /** @param {string} provider */
  #itself(provider) { return this.#act("provider", provider, provider); }
}

/**
 * What somebody does who gets what a provider sends, after "whoever".
 * @param {Exclude<import("/holdings.js").Method, "question">} method
 */
function reaching(method) {
  switch (method) {
    case "email": return say("reads your e-mail");
    case "sms": return say("gets your text messages");
    case "post": return say("gets your letters");
    case "iban": return say("can pay from your bank account");
    case "totp": return say("has your code program");
    case "video": return say("passes for you in a photo");
  }
}
