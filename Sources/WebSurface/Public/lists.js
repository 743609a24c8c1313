// Names and days inside a sentence, as `Sentence` and `UnixDay` say them in Swift.
import { locale, say } from "/sentences.js";

/**
 * "a", "a and b", "a, b and c".
 * @param {string[]} names
 */
export function listed(names) {
  if (names.length < 2) return names[0] ?? "";
  const others = names.slice(1, -1).reduce((all, one) => say("{1}, {2}", { 1: all, 2: one }), names[0]);
  return say("{1} and {2}", { 1: others, 2: names[names.length - 1] });
}

/**
 * Lists as a choice: "a, b and c, or d".
 * @param {string[][]} losses
 */
export function choice(losses) {
  const all = losses.map(listed);
  if (all.length < 2) return all[0] ?? "";
  const others = all.slice(1, -1).reduce((first, one) => say("{1}, {2}", { 1: first, 2: one }), all[0]);
  return say("{1} or {2}", { 1: others, 2: all[all.length - 1] });
}

/** @param {number} count of entries in a journal */
export const entriesIn = (count) => (count === 1 ? say("1 entry") : say("{count} entries", { count }));

/** @param {string|false|undefined} sentence @returns {sentence is string} */
export const isSaid = (sentence) => typeof sentence === "string";

/**
 * Those sentences that there are, one after the other.
 * @param {(string|false|undefined)[]} sentences
 */
export const inARow = (sentences) => sentences.filter(isSaid).join(" ");

/**
 * A day in the reader's language: `25 November 2016`. It is said in UTC, as the server says it.
 * @param {number} day since 1970
 */
export function dayOf(day) {
  const style = new Intl.DateTimeFormat(
    locale("en-US"), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const parts = style.formatToParts(new Date(day * DAY));
  return ["day", "month", "year"].map((kind) => parts.find(({ type }) => type === kind)?.value ?? "").join(" ");
}
/**
 * The number of the day of a moment, as `UnixDay.number`.
 * @param {string} moment ISO 8601
 */
export const dayNumber = (moment) => Math.floor(new Date(moment).getTime() / DAY);
const DAY = 86400000;
