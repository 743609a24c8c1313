// What a verdict says, in the very sentences of the server: the twin of `Summary` and `Verdict.sentence` in `WaysBack`.
import { smallestLosses, strength, without } from "/access.js";
import { claimed, conditionOf } from "/claim.js";
import * as holdings from "/holdings.js";
import { choice, dayOf, inARow, isSaid, listed } from "/lists.js";
import { hostOf, namesInSentence, pictureOf } from "/picture.js";
import { say } from "/sentences.js";
import { standing, verdictOf, worst } from "/verdict.js";

/** @typedef {import("/picture.js").FullPicture} FullPicture */
/** @typedef {import("/verdict.js").Verdict} Verdict */
/** @typedef {import("/holdings.js").Holdings} Holdings */

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

// The journal

/** @param {Verdict} verdict */
export function sentenceOf(verdict) {
  const { strength: is, account, accountLosses } = verdict, said = claimed(verdict);
  if (is < 2 || account >= 2) return said;
  return say("{1} Losing {2} ends the account.", { 1: said, 2: choice(accountLosses) });
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
