// Who else could get in, in words: the twin of `OtherSide+Sentence` in `WaysBack`.
import { say } from "/sentences.js";
import { listed } from "/lists.js";

/** @typedef {import("/other-side.js").OtherWay} OtherWay */
/** @typedef {import("/other-side.js").Act} Act */
/** @typedef {import("/other-side.js").Kind} Kind */

/** @param {Act[]} acts @param {Kind[]} kinds */
const first = (acts, ...kinds) => acts.find(({ kind }) => kinds.includes(kind));

/**
 * Who gets in this way, as a sentence.
 * @param {OtherWay} way
 */
export function sentenceOf({ acts, opens }) {
  if (acts.length === 1 && acts[0].kind === "paper") {
    return say("Whoever finds {1} needs nothing else.", { 1: acts[0].name });
  }
  if (first(acts, "practice")) {
    return say("Whoever uses a computer on which you practice: your practice card or practice recovery lets them in.");
  }
  const providers = acts.filter(({ kind }) => kind === "provider" || kind === "providers");
  const others = inOneSentence(acts.flatMap((act) => doing(act, acts, providers.length > 0)));
  if (providers.length === 0) {
    return opens ? say("Whoever {1}.", { 1: others }) : say("Whoever {1}, to sign in only.", { 1: others });
  }
  const condition = first(acts, "answers")
    ? say("if they know or guess what you told them of yourself, and your answers")
    : say("if they know or guess what you told them of yourself");
  const named = listed(providers.map(({ name }) => name));
  if (others) {
    return say("{1} together with whoever {2}, {3}.", { 1: named, 2: others, 3: condition });
  }
  const isAlone = providers.length === 1 && providers[0].kind === "provider", by = { 1: named, 2: condition };
  return isAlone ? say("{1} alone, {2}.", by) : say("{1} together, {2}.", by);
}

/**
 * What one does, after "whoever"; nothing for what providers do and have to know.
 * @param {Act} act @param {Act[]} acts @param {boolean} hasProviders
 */
function doing({ kind, name }, acts, hasProviders) {
  switch (kind) {
    case "provider": case "providers": case "pin": case "secret": case "unlocking": case "practice": return [];
    case "facts":
      return hasProviders ? [] : [say("knows or guesses what you told your providers of yourself")];
    case "answers": return hasProviders ? [] : [say("knows or guesses your answers")];
    case "reach": return [name];
    case "paper": return [say("finds {1}", { 1: name })];
    case "key": case "card": case "device": return [holding(name, acts)];
    case "cloud": return [say("gets into, or runs, {1}", { 1: name })];
    case "password": return [say("knows {1}", { 1: name })];
    case "copy": return [say("has {1}", { 1: name })];
    case "older": return [say("has something that opened it then, and that was removed or replaced since")];
    case "computer": return [using(name, acts)];
  }
}

/** @param {string} name @param {Act[]} acts */
function holding(name, acts) {
  const secret = first(acts, "pin", "secret");
  if (secret) return say("has {1} and {2}", { 1: name, 2: secret.name });
  return first(acts, "unlocking") ? say("has {1} and can unlock it", { 1: name }) : say("has {1}", { 1: name });
}

/**
 * A passkey in the computer takes no other object.
 * @param {string} name @param {Act[]} acts
 */
function using(name, acts) {
  const isBeside = first(acts, "key", "card", "device") !== undefined, secret = first(acts, "pin", "secret");
  if (!isBeside && secret) return say("can use {1} and has {2}", { 1: name, 2: secret.name });
  return !isBeside && first(acts, "unlocking") ? say("can use {1} and unlock it", { 1: name })
    : say("can use {1}", { 1: name });
}

/**
 * All of what one does: "a", "a, and b", "a, b, and c". The parts may have an "and" of their own.
 * @param {string[]} parts
 */
function inOneSentence(parts) {
  if (parts.length < 2) return parts.join("");
  const others = parts.slice(0, -1).reduce((all, part) => say("{1}, {2}", { 1: all, 2: part }));
  return say("{1}, and {2}", { 1: others, 2: parts[parts.length - 1] });
}

/**
 * Who could look at an open page, whatever else there is. It stands last.
 * @param {import("/holdings.js").Holdings} holdings
 */
export const onlookerOf = ({ here }) => (here === undefined
  ? say("Whoever runs this site, when you open your journal here; not in a terminal.")
  : say("Whoever uses this computer as you, while your journal is open here. Lock the screen when you leave it."));
