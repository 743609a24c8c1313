// Says in the reader's own time when something happened. The server can't know it: without this, a page says it in UTC.
import { locale } from "/sentences.js";

const language = locale("en-GB");
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/** @param {Date} date @param {Date} now */
export function said(date, now) {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  for (const [name, back] of /** @type {const} */ ([[now, 0], [yesterday, -1]])) {
    if (day.format(date) === day.format(name)) return `${near.format(back, "day")} ${time.format(date)}`;
  }
  return dayAndTime.format(date);
}

/** Says the times of the page that this document shows. */
export function begin() {
  for (const place of document.querySelectorAll("time[data-own]")) {
    if (place instanceof HTMLTimeElement) place.textContent = said(new Date(place.dateTime), new Date());
  }
}

begin();
