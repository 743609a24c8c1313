// The list of home that says who else could get in, drawn anew with what only the page knows.
import { otherSide } from "/other-side.js";
import { onlookerOf, sentenceOf } from "/other-side-sentence.js";
import { part } from "/page.js";
import { say } from "/sentences.js";

/** The number of ways that are not folded away. */
const SHOWN = 5;

/** @param {import("/holdings.js").Holdings} holdings */
export function drawOthers(holdings) {
  const section = part(document, "[data-others]"), ways = otherSide(holdings);
  const rows = ways?.map((way) => row(sentenceOf(way), `${way.somebodies}${way.isAtLeast ? "+" : ""}`))
    ?? [row(say("There are more ways than we can judge at once."))];
  const more = part(section, "[data-more-somebodies]");
  part(section, "[data-how-counted]").hidden = !ways?.length;
  part(section, "[data-somebodies]").replaceChildren(...rows.slice(0, SHOWN));
  part(more, "ul").replaceChildren(...rows.slice(SHOWN));
  more.hidden = rows.length <= SHOWN;
  part(section, "[data-onlooker]").textContent = onlookerOf(holdings);
}

/** @param {string} sentence @param {string} [many] how many finds, accounts and providers it takes */
function row(sentence, many) {
  const item = document.createElement("li"), words = document.createElement("p");
  words.textContent = sentence;
  if (many === undefined) {
    item.append(words);
    return item;
  }
  const number = document.createElement("span");
  number.className = "many";
  number.textContent = many;
  item.append(number, words);
  return item;
}
