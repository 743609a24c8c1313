// Steps that make somebody safer, and what each of them would change: the twin of `WaysBack/Advice`.
import { setOf, without } from "/access.js";
import { brought } from "/claim.js";
import * as holdings from "/holdings.js";
import { choice, listed } from "/lists.js";
import { hostOf, pictureOf } from "/picture.js";
import { say } from "/sentences.js";
import { sentenceOf } from "/summary.js";
import { pinOf } from "/thing-names.js";
import { verdictOf } from "/verdict.js";

/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {import("/verdict.js").Verdict} Verdict */
/** @typedef {{does: "tryKey"|"rewrap"|"tryCard"|"tryPaper"|"saveCode"|"addKey"|"copyAccounts", at?: number}} Step */
/** @typedef {Verdict & {survivesHost: boolean}} Seen a verdict, and whether the journal opens without its host */

/** Three is enough for a person, so a strength above three is no better. */
const ENOUGH = 3;

/** Roughly how many minutes a step takes. */
const MINUTES = { tryKey: 1, tryCard: 1, tryPaper: 2, rewrap: 2, copyAccounts: 2, saveCode: 7, addKey: 10 };

/**
 * The steps that make it better, the best first, each under the name that `NextStep.exported` gives it.
 * @param {Holdings} now @returns {{name: string, effect: string}[]}
 */
export function adviceOf(now) {
  const before = seen(now);
  if (!before) return [];
  const steps = stepsOf(now).flatMap((step) => {
    const then = seen(after(now, step));
    if (!then || !isSafer(then, before)) return [];
    const reached = [-Math.min(ENOUGH, then.strength), -Math.min(ENOUGH, then.account), MINUTES[step.does]];
    return [{ name: nameOf(step, now), effect: effectOf(before, then), reached }];
  });
  return steps.sort((one, other) => firstDifference(one.reached, other.reached));
}

/**
 * How two lists of numbers of equal length are in order: negative if the first one comes first.
 * @param {number[]} one @param {number[]} other
 */
const firstDifference = (one, other) => one.map((value, at) => value - other[at]).find((by) => by !== 0) ?? 0;

/** @param {Step} step @param {Holdings} now */
function nameOf({ does, at }, { keys, cards }) {
  if (at === undefined) return does;
  if (does === "tryPaper") return `${does} ${at}`;
  return `${does} ${(does === "tryCard" ? cards : keys)[at].id}`;
}

/** @param {Holdings} of @returns {Seen|undefined} */
function seen(of) {
  const picture = pictureOf(of);
  if (!picture) return undefined;
  const host = hostOf(picture), { proved } = picture.structures.open;
  return { ...verdictOf(picture), survivesHost: !host || without(proved.map(setOf), host).length > 0 };
}

/** @param {Seen} one @param {Seen} other */
const isSafer = (one, other) => firstDifference(rankOf(one), rankOf(other)) > 0;
/** @param {Seen} verdict */
const rankOf = ({ strength, losses, survivesHost, account, accountLosses, untried }) => [
  Math.min(ENOUGH, strength), strength >= ENOUGH ? 0 : -losses.length, survivesHost ? 1 : 0,
  Math.min(ENOUGH, account), account >= ENOUGH ? 0 : -accountLosses.length, -untried.length,
];

// Steps

/** @param {Holdings} of */
const canOpenByTouch = ({ keys, cards }) => cards.length > 0 || keys.some(({ power }) => power === "opens");

/**
 * Everything that can be done.
 * @param {Holdings} of @returns {Step[]}
 */
function stepsOf(of) {
  const { keys, cards, code, here } = of, opens = canOpenByTouch(of);
  const isUntried = (/** @type {{provedOn?: number}} */ { provedOn }) => provedOn === undefined;
  /** @type {Step[]} */
  const steps = [];
  keys.forEach((key, at) => {
    if (key.power !== "needsRewrap") return isUntried(key) && steps.push({ does: "tryKey", at });
    return opens && steps.push({ does: "rewrap", at });
  });
  cards.forEach((card, at) => { if (isUntried(card)) steps.push({ does: "tryCard", at }); });
  code?.papers.forEach((paper, at) => { if (isUntried(paper)) steps.push({ does: "tryPaper", at }); });
  if (!code && opens) steps.push({ does: "saveCode" });
  // Before there is a journal, the first key begins one.
  const isFirst = !code && !holdings.hasEscrow(of) && !keys.some(({ power }) => power === "needsRewrap");
  if (opens || isFirst) steps.push({ does: "addKey" });
  if (here !== undefined) steps.push({ does: "copyAccounts" });
  return steps;
}

/**
 * The holdings after a step that went well. A new key, code or copy is tried in the same step.
 * @param {Holdings} now @param {Step} step @returns {Holdings}
 */
function after(now, { does, at }) {
  const { today, keys, cards, code, copies, places } = now;
  /** @template T @param {T[]} all @param {Partial<T>} change */
  const changed = (all, change) => all.map((one, place) => (place === at ? { ...one, ...change } : one));
  const place = `new place ${Object.keys(places).length}`;
  const withPlace = (/** @type {string} */ name) => ({ ...places, [place]: { name, isDevice: false } });
  switch (does) {
    case "tryKey": return { ...now, keys: changed(keys, { provedOn: today }) };
    case "rewrap": return { ...now, keys: changed(keys, { power: "opens", provedOn: today }) };
    case "tryCard": return { ...now, cards: changed(cards, { provedOn: today }) };
    case "tryPaper":
      return { ...now, code: code && { ...code, papers: changed(code.papers, { provedOn: today }) } };
    case "saveCode": return {
      ...now, places: withPlace(say("another place")),
      code: { kit: 1, record: "new code", papers: [{ place, provedOn: today }] },
    };
    case "addKey": {
      const id = `new key ${keys.length}`, name = say("a new key"), pin = { id, name: pinOf(name).inSentence };
      /** @type {import("/holdings.js").Key} */
      const key = {
        id, name, inSentence: name, power: "opens", provedOn: today, pin, saysSynced: false, isHardware: true, place,
      };
      return { ...now, places: withPlace(say("another place")), keys: [...keys, key] };
    }
    case "copyAccounts": {
      const id = `new copy ${copies.length}`;
      /** @type {import("/holdings.js").Copy} */
      const copy = { id, kind: "accounts", holds: recordsOf(now), readOn: today, place };
      return { ...now, places: withPlace(say("a place for copies")), copies: [...copies, copy] };
    }
  }
}

/**
 * The ids of the records that a copy of the accounts would hold now.
 * @param {Holdings} of
 */
function recordsOf(of) {
  const { keys, cards, code, hasPassword, escrowRecord } = of;
  return [
    ...keys.filter(({ power }) => power !== "needsRewrap").map(({ id }) => id), ...cards.map(({ id }) => id),
    ...(code ? [code.record] : []), ...(holdings.hasEscrow(of) ? [escrowRecord] : []),
    ...(hasPassword ? [holdings.PASSWORD] : []),
  ];
}

// Effects

/**
 * What a step does, in the words that the page would then use itself.
 * @param {Seen} before @param {Seen} then
 */
function effectOf(before, then) {
  if (then.strength > before.strength) {
    if (before.strength === 0) return say("Then something that you tried opens your journal.");
    if (sentenceOf(then) !== sentenceOf(before)) return sentenceAfterStep(then);
  }
  const gone = before.losses.find((loss) => !has(then.losses, loss));
  if (before.strength < ENOUGH && then.strength >= before.strength && gone) {
    return ended(gone, has(before.closing, gone));
  }
  if (then.survivesHost && !before.survivesHost && before.host !== undefined) {
    return say("Then your journal opens even if {1} goes away.", { 1: before.host });
  }
  const ends = before.accountLosses.find((loss) => !has(then.accountLosses, loss));
  if (then.account >= before.account && ends) {
    const names = { 1: listed(ends) };
    return ends.length === 1 ? say("Then losing {1} no longer ends the account.", names)
      : say("Then losing {1} together no longer ends the account.", names);
  }
  return say("Then you know, instead of hoping.");
}

/** @param {string[][]} losses @param {string[]} loss */
const has = (losses, loss) => losses.some((one) => one.join("\n") === loss.join("\n"));

/** @param {string[]} loss @param {boolean} closes whether it closes the journal alone, and something else signs in */
function ended(loss, closes) {
  const names = { 1: listed(loss) };
  if (closes) {
    return loss.length === 1 ? say("Then losing {1} no longer closes your journal.", names)
      : say("Then losing {1} together no longer closes your journal.", names);
  }
  return loss.length === 1 ? say("Then losing {1} no longer locks you out.", names)
    : say("Then losing {1} together no longer locks you out.", names);
}

/** @param {Seen} then */
function sentenceAfterStep(then) {
  const said = brought(then);
  if (then.account >= 2) return said;
  return say("{1} Losing {2} ends the account.", { 1: said, 2: choice(then.accountLosses) });
}
