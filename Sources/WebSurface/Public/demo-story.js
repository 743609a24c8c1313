// What the demo's visitor may do next, from what has happened. It only ever says one thing, and asks for nothing twice.
import { say } from "/sentences.js";

/**
 * What has happened in this tab: which things hold a passkey, which are lost, the words on the paper, and with what
 * somebody came back.
 * @typedef {{made: import("/demo-tray.js").Thing[], lost: import("/demo-tray.js").Thing[], words: string[],
 *   came: ("key"|"paper")[], isOnReader: boolean, isFolded: boolean, hidesHint: boolean}} Story
 */

/** @param {Story} story @returns {string} */
export function hint({ made, lost, words, came }) {
  const isLost = (/** @type {import("/demo-tray.js").Thing} */ thing) => lost.includes(thing);
  if (made.length === 0) return say("Create an account with the laptop.");
  if (!made.includes("yellow")) return say("Add yellow: press “Add a hardware key” on your account's page.");
  if (!made.includes("black")) return say("Add black as well. Two keys are better than one.");
  if (words.length === 0) return say("Go on to the twelve words. The paper keeps them.");
  if (came.length === 0 && !isLost("yellow")) return say("Lose yellow. What now?");
  if (came.length === 0) return say("Sign out, press “Can't get in?”, and come back with black: it is another key.");
  if (came.includes("paper")) return say("That is all of it. Ask your account's page: what if I lose …?");
  if (!isLost("black") || !isLost("laptop")) return say("Now lose black and the laptop, and find yellow as a new key.");
  if (isLost("yellow")) return say("Find yellow: it can be your new key.");
  return say("Sign out, press “Can't get in?”, and come back with your twelve words, from the paper.");
}
