// The round's part about account recovery: each provider and each part, by what this computer's hands know.
import { endsSoon, planOf, standingOf, trialsOf } from "/escrow-plan.js";
import { dayOf } from "/lists.js";
import { part } from "/page.js";
import { isDue } from "/round.js";
import { say } from "/sentences.js";
import { answerTo } from "/thing-names.js";

/** @typedef {import("/holdings.js").Plan} Plan */
/** @typedef {import("/escrow-plan.js").Trial} Trial */
/** @typedef {{words: string, isDue?: boolean}} Fact */

/** Draws it in the page that this document shows. Without the hands, the page says what the server knows. */
export const begin = () => void draw();

async function draw() {
  const section = document.querySelector("[data-escrow]");
  if (!(section instanceof HTMLElement)) return;
  const plan = await planOf(section.dataset.escrow), today = Math.floor(Date.now() / 86400000);
  if (!plan) return;
  const list = part(section, "ul");
  list.replaceChildren(...trialsOf(plan).map((trial) => row(trial, plan, today)));
  list.hidden = false;
  if (list.querySelector(".is-due")) isDue();
}

/** @param {Trial} trial @param {Plan} plan @param {number} today */
function row(trial, plan, today) {
  const item = document.createElement("li"), words = document.createElement("div");
  const name = document.createElement("h3"), facts = document.createElement("p");
  item.className = "journal-row";
  name.className = "key-name";
  name.textContent = nameOf(trial, plan);
  facts.className = "way-facts";
  facts.append(...[...answerOf(trial, plan), ...whenDue(trial, today)].map(({ words: said, isDue = false }) => {
    const fact = document.createElement("span");
    fact.textContent = said;
    fact.classList.toggle("is-due", isDue);
    return fact;
  }));
  words.append(name, facts);
  item.append(words);
  return item;
}

/** @param {Trial} trial @param {Plan} plan */
function nameOf({ kind, number }, { providers, parts }) {
  if (kind === "provider") return providers[number].name;
  const { method, provider } = parts[number];
  return say("{1}, at {2}", { 1: answerTo(method).name, 2: providers[provider].name });
}

/** @param {Trial} trial @param {Plan} plan @returns {Fact[]} */
function answerOf({ kind, number, answeredOn }, { providers }) {
  const day = answeredOn === undefined ? undefined : { 1: dayOf(answeredOn) };
  if (kind === "part") {
    return [day ? { words: say("Given back on {1}", day) } : { words: say("Not given back yet"), isDue: true }];
  }
  const { trouble } = providers[number];
  if (trouble === "gone") return [{ words: say("No longer has what you gave it: set it up anew"), isDue: true }];
  if (!day) return [{ words: say("Has not answered yet"), isDue: true }];
  const silent = { words: say("Was asked again, and did not answer"), isDue: true };
  return [{ words: say("Answered on {1}", day) }, ...(trouble === "silent" ? [silent] : [])];
}

/** @param {Trial} trial @param {number} today @returns {Fact[]} */
function whenDue(trial, today) {
  const standing = standingOf(trial, today), { endsOn } = trial;
  const ends = endsOn !== undefined && endsSoon(trial, today)
    ? [{ words: say("Keeps it until {1}: set it up anew before", { 1: dayOf(endsOn) }), isDue: true }] : [];
  const minutes = { words: trial.kind === "part" ? say("Five minutes") : say("One minute, with all the others") };
  if (standing.is === "never") return [...ends, minutes];
  return [
    ...ends,
    standing.is === "due" ? { words: say("Due since {1}", { 1: dayOf(standing.day) }), isDue: true }
      : { words: say("Due on {1}", { 1: dayOf(standing.day) }) },
    minutes,
  ];
}

begin();
