// What a verdict claims, as far as what nobody said allows it: the twin of `Claim` and its sentences in `WaysBack`, of
// what is so now and of what a step brings about.
import { choice, inARow } from "/lists.js";
import { say } from "/sentences.js";

/** @typedef {import("/verdict.js").Verdict} Verdict */
/** @typedef {"neither"|"noSharedPIN"|"noTwoTogether"} Condition under which no single thing is enough to lose */
/**
 * One thing at least is enough to lose, and `sentence` says so; or none on a condition that nobody confirmed; or losses
 * of `count` things, 1 to 3, are not enough, of the person's own ones while `host` stands. Of the journal alone if the
 * account does not survive every single loss.
 * @typedef {{is: "weak", sentence: string} | {is: "ifApart", condition: Condition, isOfJournal: boolean}
 *   | {is: "survives", count: number, isOfJournal: boolean, host: string|undefined}} Claim
 */

/** @param {Verdict} verdict @returns {Claim} */
export function claimOf(verdict) {
  const { strength, account, withoutHost, host } = verdict;
  if (strength < 2) return { is: "weak", sentence: strength === 0 ? nothing(verdict) : oneLoss(verdict) };
  const isOfJournal = account < 2, sure = isOfJournal ? verdict.sure : Math.min(verdict.sure, verdict.sureAccount);
  if (sure < 2) return { is: "ifApart", condition: conditionOf(verdict.ifTogether, verdict.ifOnePIN), isOfJournal };
  return { is: "survives", count: sure - 1, isOfJournal, host: withoutHost < sure ? host : undefined };
}

/** @param {number} ifTogether @param {number} ifOnePIN @returns {Condition} */
export function conditionOf(ifTogether, ifOnePIN) {
  if (ifOnePIN >= 2) return "noTwoTogether";
  return ifTogether < 2 ? "neither" : "noSharedPIN";
}

// Now

/** @param {Verdict} verdict */
export function claimed(verdict) {
  const claim = claimOf(verdict);
  if (claim.is === "weak") return claim.sentence;
  return claim.is === "survives" ? survives(claim) : ifApart(claim);
}

/** @param {Verdict} verdict */
function nothing({ hoped, hasJournal, wasTried }) {
  if (hoped === 0) {
    return hasJournal ? say("Nothing that you have opens your journal any more.") : say("You have no journal yet.");
  }
  return wasTried
    ? say("You have what you need, but too little of it was tried lately. Try one thing today.")
    : say("You have what you need, and none of it was seen to open your journal yet. Try one thing today.");
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

/** @param {Claim & {is: "ifApart"}} claim */
function ifApart({ condition, isOfJournal }) {
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

/** @param {Claim & {is: "survives"}} claim */
function survives({ count, isOfJournal, host }) {
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

// After a step

/**
 * The claim as what a step brings about. No step is advised for its effect on a weak one.
 * @param {Verdict} verdict
 */
export function brought(verdict) {
  const claim = claimOf(verdict);
  if (claim.is === "weak") return claim.sentence;
  return claim.is === "survives" ? thenSurvives(claim) : thenIfApart(claim);
}

/** @param {Claim & {is: "ifApart"}} claim */
function thenIfApart({ condition, isOfJournal }) {
  switch (condition) {
    case "noTwoTogether": return isOfJournal
      ? say("Then no single thing closes your journal, as long as no two of them lie in one place.")
      : say("Then no single thing locks you out, as long as no two of them lie in one place.");
    case "noSharedPIN": return isOfJournal
      ? say("Then no single thing closes your journal, as long as no two share a PIN.")
      : say("Then no single thing locks you out, as long as no two share a PIN.");
    case "neither": return isOfJournal
      ? say("Then no single thing closes your journal, as long as no two of them lie in one place or share a PIN.")
      : say("Then no single thing locks you out, as long as no two of them lie in one place or share a PIN.");
  }
}

/** @param {Claim & {is: "survives"}} claim */
function thenSurvives({ count, isOfJournal, host }) {
  if (host === undefined) {
    if (isOfJournal) return say("Then no single loss closes your journal.");
    if (count === 1) return say("Then no single loss locks you out.");
    return count === 2 ? say("Then you can lose any two things and still come back.")
      : say("Then you can lose any three things and still come back.");
  }
  const by = { 1: host };
  if (isOfJournal) return say("Then no single loss of yours closes your journal while {1} stands.", by);
  if (count === 1) return say("Then no single loss of yours locks you out while {1} stands.", by);
  return count === 2 ? say("Then you can lose any two things of yours and still come back while {1} stands.", by)
    : say("Then you can lose any three things of yours and still come back while {1} stands.", by);
}
