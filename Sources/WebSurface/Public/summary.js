// What a verdict says, in the very sentences of the server: the twin of `Summary` and `Verdict.sentence` in `WaysBack`.
import { smallestLosses, strength, without } from "/access.js";
import * as holdings from "/holdings.js";
import { choice, dayOf, listed } from "/lists.js";
import { hostOf, namesInSentence, pictureOf } from "/picture.js";
import { say } from "/sentences.js";
import { standing, verdictOf, worst } from "/verdict.js";

/** @typedef {import("/picture.js").FullPicture} FullPicture */
/** @typedef {import("/verdict.js").Verdict} Verdict */
/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {"neither"|"noSharedPIN"|"noTwoTogether"} Condition under which no single thing is enough to lose */

/**
 * The sentence, and what it rests on, what makes it doubtful, and what would make it better. An account that has no
 * journal is judged by who can sign in.
 * @param {FullPicture} picture @returns {{sentence: string, more: string[]}}
 */
export function summaryOf(picture) {
  if (picture.structures.open.hoped.length === 0) return summaryOfAccount(picture);
  const verdict = verdictOf(picture);
  const more = [lastTried(picture), doubtOf(verdict), hopeOf(verdict)];
  return { sentence: sentenceOf(verdict), more: more.filter(isSaid) };
}

/** @param {string|false|undefined} sentence @returns {sentence is string} */
const isSaid = (sentence) => typeof sentence === "string";

/** @param {(string|false|undefined)[]} sentences */
const inARow = (sentences) => {
  const [first = "", ...others] = sentences.filter(isSaid);
  return others.reduce((all, one) => `${all} ${one}`, first);
};

// The journal

/** @param {Verdict} verdict */
export function sentenceOf(verdict) {
  const { strength: is, account, accountLosses } = verdict, said = claimOf(verdict);
  if (is < 2 || account >= 2) return said;
  return say("{1} Losing {2} ends the account.", { 1: said, 2: choice(accountLosses) });
}

/** @param {Verdict} verdict */
function claimOf(verdict) {
  const { strength: is, hoped, hasJournal, wasTried, account, withoutHost, host } = verdict;
  if (is === 0 && hoped === 0) {
    return hasJournal ? say("Nothing that you have opens your journal any more.") : say("You have no journal yet.");
  }
  if (is === 0) {
    return wasTried
      ? say("You have what you need, but too little of it was tried lately. Try one thing today.")
      : say("You have what you need, and none of it was seen to open your journal yet. Try one thing today.");
  }
  if (is === 1) return oneLoss(verdict);
  const endsByOne = account < 2, sure = endsByOne ? verdict.sure : Math.min(verdict.sure, verdict.sureAccount);
  if (sure < 2) return ifApart(conditionOf(verdict.ifTogether, verdict.ifOnePIN), endsByOne);
  return survives(sure - 1, endsByOne, withoutHost < sure ? host : undefined);
}

/** @param {Verdict} verdict */
function oneLoss({ losses, closing, hopeful }) {
  const has = (/** @type {string[][]} */ all, /** @type {string[]} */ loss) =>
    all.some((one) => one.join("\n") === loss.join("\n"));
  const certain = losses.filter((loss) => !has(hopeful, loss)), possible = losses.filter((loss) => has(hopeful, loss));
  const ending = (/** @type {string[][]} */ all) => all.filter((loss) => !has(closing, loss));
  const closes = (/** @type {string[][]} */ all) => all.filter((loss) => has(closing, loss));
  const said = (/** @type {string[][]} */ all, /** @type {(names: {1: string}) => string} */ sentence) =>
    all.length > 0 && sentence({ 1: choice(all) });
  return inARow([
    said(ending(certain), (names) => say("One loss locks you out: {1}.", names)),
    said(closes(certain), (names) => say("One loss closes your journal: {1}.", names)),
    said(ending(possible), (names) => say("One loss may lock you out: {1}.", names)),
    said(closes(possible), (names) => say("One loss may close your journal: {1}.", names)),
  ]);
}

/** @param {number} ifTogether @param {number} ifOnePIN @returns {Condition} */
function conditionOf(ifTogether, ifOnePIN) {
  if (ifOnePIN >= 2) return "noTwoTogether";
  return ifTogether < 2 ? "neither" : "noSharedPIN";
}

/** @param {Condition} condition @param {boolean} isOfJournal */
function ifApart(condition, isOfJournal) {
  switch (condition) {
    case "noTwoTogether": return isOfJournal
      ? say("No single thing closes your journal, as long as no two of them lie in one place.")
      : say("No single thing locks you out, as long as no two of them lie in one place.");
    case "noSharedPIN": return isOfJournal
      ? say("No single thing closes your journal, as long as no two share a PIN.")
      : say("No single thing locks you out, as long as no two share a PIN.");
    case "neither": return isOfJournal
      ? say("No single thing closes your journal, as long as no two of them lie in one place or share a PIN.")
      : say("No single thing locks you out, as long as no two of them lie in one place or share a PIN.");
  }
}

/**
 * @param {number} count what is not enough: 1, 2 or 3 things
 * @param {boolean} isOfJournal the journal survives any single loss, the account does not
 * @param {string|undefined} host
 */
function survives(count, isOfJournal, host) {
  if (host === undefined) {
    if (isOfJournal) return say("No single loss closes your journal.");
    if (count === 1) return say("No single loss locks you out.");
    return count === 2 ? say("You can lose any two things and still come back.")
      : say("You can lose any three things and still come back.");
  }
  const by = { 1: host };
  if (isOfJournal) return say("No single loss of yours closes your journal while {1} stands.", by);
  if (count === 1) return say("No single loss of yours locks you out while {1} stands.", by);
  return count === 2 ? say("You can lose any two things of yours and still come back while {1} stands.", by)
    : say("You can lose any three things of yours and still come back while {1} stands.", by);
}

/** @param {Verdict} verdict */
function hopeOf({ hoped, strength: is, untried }) {
  if (hoped <= is || is === 0 || untried.length === 0) return undefined;
  return untried.length === 1
    ? say("You'd be safer still if {1} works. You haven't tried it.", { 1: untried[0] })
    : say("You'd be safer still if {1} work. You haven't tried them.", { 1: listed(untried) });
}

/** @param {Verdict} verdict */
function doubtOf({ strength: is, sure, ifTogether, ifOnePIN }) {
  if (is <= 1 || sure >= is) return undefined;
  const places = say("We don't know where your things lie. Two that lie together are one loss.");
  const pins = say("One PIN for two keys is one thing to forget.");
  if (ifTogether < is && ifOnePIN >= is) return places;
  return ifTogether >= is && ifOnePIN < is ? pins : `${places} ${pins}`;
}

/**
 * The day on which the sentence rests: the newest from which on everything was tried that it needs.
 * @param {FullPicture} picture
 */
function lastTried({ holdings: of, ...picture }) {
  const now = verdictOf({ holdings: of, ...picture });
  if (now.strength === 0) return undefined;
  const day = holdings.proofs(of).find((since) => {
    const then = pictureOf(holdings.triedSince(of, Number(since)));
    return then && sentenceOf(verdictOf(then)) === sentenceOf(now);
  });
  if (day === undefined) return undefined;
  return day === of.today ? say("Last tried today.") : say("Last tried {1}.", { 1: dayOf(day) });
}

// The account

/** @param {FullPicture} picture */
function summaryOfAccount(picture) {
  const closed = holdings.hasJournal(picture.holdings)
    ? say("Nothing that you have opens your journal any more.") : say("You have no journal yet.");
  return { sentence: sentenceOfAccount(picture), more: [...moreOfAccount(picture.holdings), closed] };
}

/** @param {FullPicture} picture */
function sentenceOfAccount(picture) {
  const signIn = standing(picture, "signIn", "proved"), is = strength(signIn);
  if (is === 0) {
    return holdings.hasOnlyPractice(picture.holdings)
      ? say("You have only what is there to practice with. Add a key: practice never counts.")
      : say("You have what you need, and tried none of it. Try one thing today.");
  }
  if (is === 1) return oneLossOfAccount(picture, signIn);
  if (worst(picture, signIn) <= 1) {
    const together = worst(picture, signIn, { pins: false }), onePIN = worst(picture, signIn, { places: false });
    switch (conditionOf(together, onePIN)) {
      case "noTwoTogether":
        return say("No single thing ends this account, as long as no two of them lie in one place.");
      case "noSharedPIN": return say("No single thing ends this account, as long as no two share a PIN.");
      case "neither":
        return say("No single thing ends this account, as long as no two of them lie in one place or share a PIN.");
    }
  }
  const [host] = namesInSentence(picture, hostOf(picture));
  return host === undefined ? say("No single loss ends this account.")
    : say("No single loss of yours ends this account while {1} stands.", { 1: host });
}

/** @param {FullPicture} picture @param {bigint[]} signIn */
function oneLossOfAccount(picture, signIn) {
  const only = onlyKeyOf(picture.holdings);
  if (only) return sentenceOfOnly(only, picture.holdings);
  const hoped = standing(picture, "signIn", "hoped"), all = smallestLosses(signIn);
  const ends = all.filter((loss) => without(hoped, loss).length === 0);
  const mayEnd = all.filter((loss) => without(hoped, loss).length > 0);
  const names = (/** @type {bigint[]} */ losses) => ({ 1: choice(losses.map((one) => namesInSentence(picture, one))) });
  return inARow([
    ends.length > 0 && say("One loss ends this account: {1}.", names(ends)),
    mayEnd.length > 0 && say("One loss may end this account: {1}.", names(mayEnd)),
  ]);
}

/**
 * The only key, if nothing else signs in.
 * @param {Holdings} of
 */
const onlyKeyOf = (of) => (of.keys.length === 1 && of.cards.length === 0 && !of.code && !holdings.hasEscrow(of)
  && !holdings.isPasswordEnough(of) ? of.keys[0] : undefined);

/** @param {import("/holdings.js").Key} key @param {Holdings} of */
function sentenceOfOnly({ saysSynced, place, isHardware }, of) {
  if (saysSynced) {
    return say("You have one passkey. It says that it is synced. If it is gone, the account is gone.");
  }
  if (place === undefined || !holdings.isDevice(of, place)) {
    return isHardware ? say("You have one key. Lose it, and the account is gone.")
      : say("You have one passkey. Lose it, and the account is gone.");
  }
  return of.here === place
    ? say("You have one passkey, on this computer. Lose this computer, and the account is gone.")
    : say("You have one passkey, on one device. Lose the device, and the account is gone.");
}

/** @param {Holdings} of */
function moreOfAccount(of) {
  if (!onlyKeyOf(of)?.saysSynced) return [];
  return of.here === undefined
    ? [say("If what it says is true, it comes back with the account that it is synced with, on another device. Nobody "
        + "vouches for that.")]
    : [say("Your account itself is on this computer. Lose this computer, and the account is gone, wherever else the "
        + "passkey is.")];
}
