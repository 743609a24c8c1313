// What things are called, by themselves and inside a sentence: the twin of `ThingName` in `WaysBack`.
import { isDevice, nameOfPlace } from "/holdings.js";
import { say } from "/sentences.js";

/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {{name: string, inSentence: string}} ThingName */

/**
 * The name of something that its owner, or somebody else, named.
 * @param {string} name @returns {ThingName}
 */
export const named = (name) => ({ name, inSentence: name });
/**
 * Tells a name from the same name of another thing.
 * @param {ThingName} name @param {number} number
 */
export const numbered = ({ name, inSentence }, number) =>
  ({ name: `${name} (${number})`, inSentence: `${inSentence} (${number})` });

/** @param {string} name of a key or a card, inside a sentence */
export const pinOf = (name) =>
  ({ name: say("The PIN of {1}", { 1: name }), inSentence: say("the PIN of {1}", { 1: name }) });
/** @param {string} name */
export const pukOf = (name) =>
  ({ name: say("The PUK of {1}", { 1: name }), inSentence: say("the PUK of {1}", { 1: name }) });
/** @param {string} name */
export const phraseOf = (name) =>
  ({ name: say("The phrase of {1}", { 1: name }), inSentence: say("the phrase of {1}", { 1: name }) });
/** @param {string|undefined} maker */
export const cloudOf = (maker) => (maker === undefined
  ? {
    name: say("The account that passkeys are synced with"),
    inSentence: say("the account that passkeys are synced with"),
  }
  : { name: say("Your account with {1}", { 1: maker }), inSentence: say("your account with {1}", { 1: maker }) });
export const password = () => ({ name: say("Your password"), inSentence: say("your password") });
export const facts = () => ({ name: say("What you said of yourself"), inSentence: say("what you said of yourself") });
export const escrow = () => ({ name: say("Account recovery"), inSentence: say("account recovery") });
/** @param {import("/holdings.js").Method} method @returns {ThingName} */
export function answerTo(method) {
  switch (method) {
    case "question": return { name: say("Your answers"), inSentence: say("your answers") };
    case "email": return { name: say("Your e-mail"), inSentence: say("your e-mail") };
    case "sms": return { name: say("Your telephone"), inSentence: say("your telephone") };
    case "post": return { name: say("Your mailbox"), inSentence: say("your mailbox") };
    case "iban": return { name: say("Your bank account"), inSentence: say("your bank account") };
    case "video": return { name: say("Your face"), inSentence: say("your face") };
    case "totp": return { name: say("Your code program"), inSentence: say("your code program") };
  }
}

/**
 * What a key takes besides itself: its PIN or, if it is built into a device, what unlocks that.
 * @param {Holdings} holdings @param {import("/holdings.js").Key} key
 */
export function nameOfPIN(holdings, { place, inSentence }) {
  if (place === undefined || !isDevice(holdings, place)) return pinOf(inSentence);
  if (holdings.here === place) {
    return { name: say("How you unlock this computer"), inSentence: say("how you unlock this computer") };
  }
  const device = { 1: nameOfPlace(holdings, place) };
  return { name: say("How you unlock {1}", device), inSentence: say("how you unlock {1}", device) };
}

/**
 * A paper of the recovery code.
 * @param {Holdings} holdings @param {import("/holdings.js").Code} code @param {number} at its index
 */
export function nameOfPaper(holdings, { kit, papers }, at) {
  const { place } = papers[at];
  if (papers.length === 1) {
    return { name: say("Kit no. {1}", { 1: kit }), inSentence: say("kit no. {1}", { 1: kit }) };
  }
  if (place === undefined) {
    const paper = { 1: kit, 2: at + 1 };
    return { name: say("Kit no. {1}, paper {2}", paper), inSentence: say("kit no. {1}, paper {2}", paper) };
  }
  const paper = { 1: kit, 2: nameOfPlace(holdings, place) };
  return { name: say("Kit no. {1} at {2}", paper), inSentence: say("kit no. {1} at {2}", paper) };
}

/**
 * A copy of the journal or of the accounts.
 * @param {Holdings} holdings @param {number} at its index
 */
export function nameOfCopy(holdings, at) {
  const { kind, place } = holdings.copies[at], isOfJournal = kind === "journal", number = { 1: at + 1 };
  if (place !== undefined) {
    const there = { 1: nameOfPlace(holdings, place) };
    return isOfJournal
      ? { name: say("Copy at {1}", there), inSentence: say("the copy at {1}", there) }
      : {
        name: say("Copy of the accounts at {1}", there), inSentence: say("the copy of the accounts at {1}", there),
      };
  }
  if (holdings.copies.length === 1) {
    return isOfJournal ? { name: say("Copy"), inSentence: say("the copy") }
      : { name: say("Copy of the accounts"), inSentence: say("the copy of the accounts") };
  }
  return isOfJournal ? { name: say("Copy {1}", number), inSentence: say("copy {1}", number) }
    : { name: say("Copy {1} of the accounts", number), inSentence: say("copy {1} of the accounts", number) };
}
