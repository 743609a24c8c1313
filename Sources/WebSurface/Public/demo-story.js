// What the demo's visitor may do next, from what has happened and what the page shows. It says one thing at a time, and
// nothing that is not so at that moment.
import { say } from "/sentences.js";

/** @typedef {"laptop"|"yellow"|"black"|"paper"|"card"} Thing */
/**
 * What has happened in this tab: the ids of the passkeys that each thing holds, what is lost, the words on the paper,
 * and with what somebody came back.
 * @typedef {{held: Partial<Record<Thing, string[]>>, lost: Thing[], words: string[], came: ("key"|"paper")[],
 *   isOnReader: boolean, isFolded: boolean}} Story
 */
/**
 * What waits for a tap: the things that are asked, those of them that may answer, at hand or not, and whether a new key
 * is made, any of them will do, or a certain one is wanted, which only the page says.
 * @typedef {{among: Thing[], fitting: Thing[], kind: "new"|"any"|"certain"}} Asked
 */
/**
 * What the page shows, as far as the story needs it; `outside` is where somebody who is signed out finds
 * "Can't get in?".
 * @typedef {"words"|"typing"|"flow"|"whatIf"|"outside"|"other"} Place
 */

/** @type {Thing[]} */
export const keys = ["laptop", "yellow", "black"];

/** @param {Story} story @param {Thing} thing */
const isLost = ({ lost }, thing) => lost.includes(thing);
/** @param {Story} story @param {Thing} thing */
export const holds = ({ held }, thing) => (held[thing] ?? []).length > 0;
/** @param {Story} story @param {Thing} thing */
const wasAdded = ({ held }, thing) => held[thing] !== undefined;

/** @param {Thing} thing */
const tapIt = (thing) => ({
  laptop: say("Now tap the laptop."), yellow: say("Now tap yellow."), black: say("Now tap black."),
  paper: say("Now type from the paper."), card: say("Now tap the card: that lays it on the reader."),
})[thing];

/** @param {Thing} thing */
const findIt = (thing) => ({
  laptop: say("The laptop is lost. Find it again, or go back."),
  yellow: say("Yellow is lost. Find it again, or go back."), black: say("Black is lost. Find it again, or go back."),
  paper: say("The paper is lost. Find it again, or go back."),
  card: say("The card is lost. Find it again, or go back."),
})[thing];

/** @param {Asked} asked @param {Story} story */
function answer({ among, fitting, kind }, story) {
  const [first, second] = fitting.filter((thing) => !isLost(story, thing));
  if (second && kind === "certain") return say("Tap one that is lit. If it must be a certain one, the page says so.");
  if (first) return tapIt(first);
  if (kind === "new") return another(among, story);
  return fitting[0] ? findIt(fitting[0]) : say("Nothing in this tray answers that. Go back.");
}

/**
 * Where every key that is asked is lost, or in already.
 * @param {Thing[]} among @param {Story} story
 */
function another(among, story) {
  if (!among.some((thing) => isLost(story, thing))) {
    return say("What you hold is in already. Lose one and find it: then it plays a new one.");
  }
  return among.includes("yellow") ? say("You need a new key. Find a lost one: it plays a new one.")
    : say("Find the laptop: it plays a new one.");
}

/** @param {Story} story */
const isBagGone = (story) => isLost(story, "laptop") && isLost(story, "yellow");
/** @param {Story} story */
const isAllGone = (story) => keys.every((thing) => isLost(story, thing));

/**
 * Whether the visitor goes on at another computer, where nobody is signed in.
 * @param {Story} story @param {Place} place
 */
export function isElsewhereNext(story, place) {
  const isDone = story.came.includes("paper") || !wasAdded(story, "black") || story.words.length === 0;
  if (isDone || place === "outside" || place === "flow" || place === "typing" || place === "words") return false;
  return isAllGone(story) || (story.came.length === 0 && isBagGone(story));
}

/** @param {Story} story @param {Place} place @param {Asked|undefined} asked @param {boolean} hasCard */
export function hint(story, place, asked, hasCard) {
  if (asked) return answer(asked, story);
  if (place === "typing" && isLost(story, "paper")) return findIt("paper");
  if (place === "typing") return say("Press “Type”: the words stand on the paper.");
  if (place === "words") return say("The paper has these words now. Tick the box, and go on.");
  if (place === "flow") return say("Go on as the page says. What it asks for is tapped here.");
  return next(story, place, hasCard);
}

/** @param {Story} story @param {Place} place @param {boolean} hasCard */
function next(story, place, hasCard) {
  if (!keys.some((thing) => wasAdded(story, thing))) return say("Create an account. Any name will do.");
  if (!wasAdded(story, "yellow")) return say("Only the laptop lets you in. Add yellow and black, as the page offers.");
  if (!wasAdded(story, "black")) return say("Add black as well. Two keys are better than one.");
  if (story.words.length === 0) return say("Save a recovery code, under Recovery. The paper keeps its words.");
  if (story.came.includes("paper")) return last(hasCard);
  if (isAllGone(story)) return onPaper(story, place);
  if (story.came.length > 0) return say("You are back. Now the worst day: lose what is left, but not the paper.");
  if (isBagGone(story)) {
    return place === "outside" ? say("Press “Can't get in?”, then “Another key”: you still have black.")
      : say("The bag is gone, and this computer with it. Go on at another one.");
  }
  if (place === "whatIf") return say("Tick what you like. Then lose the laptop and yellow here: your bag is stolen.");
  return say("Press “What if I lose …” on your account's page. Then lose the laptop and yellow: a stolen bag.");
}

/** @param {Story} story @param {Place} place */
function onPaper(story, place) {
  if (isLost(story, "paper")) {
    return say("Without the paper, only account recovery gets you back, if you set it up. Or find the paper.");
  }
  return place === "outside" ? say("Press “Can't get in?”, then “My twelve words”.")
    : say("The keys are gone, and the paper is left. Go on at another computer.");
}

/** @param {boolean} hasCard */
const last = (hasCard) => hasCard
  ? say("That is all of it. There is more to try: a card, account recovery under Recovery, and rehearsals.")
  : say("That is all of it. There is more to try: rehearsals, under “What if I lose …”.");
