// What the round's page knows beyond its server.
import { say } from "/sentences.js";

/** Something is due after all: the heading must not say that nothing is. */
export function isDue() {
  const heading = document.querySelector("[data-nothing-due]");
  if (heading) heading.textContent = say("Something is due: it stands below.");
}
