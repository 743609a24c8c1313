// The account's home with the journal open: what is said first is counted with where the things lie.
import { adviceOf } from "/advice.js";
import { knownHere } from "/open-journal.js";
import { drawOthers } from "/other-side-list.js";
import { announce, part, parts } from "/page.js";
import { pictureOf } from "/picture.js";
import { say } from "/sentences.js";
import { summaryOf } from "/summary.js";

export async function draw() {
  for (const closed of parts(document, "[data-while-closed]")) closed.hidden = true;
  const found = await knownHere();
  if (found) count(found.all);
}

/**
 * Says what these holdings leave, and who else could get in, in place of what the server says.
 * @param {import("/holdings.js").Holdings} holdings
 */
export function count(holdings) {
  drawOthers(holdings);
  const picture = pictureOf(holdings);
  if (!picture) return;
  const { sentence, more } = summaryOf(picture);
  const how = say("Account recovery is counted part by part, as this computer knows it. Nobody else learns of it.");
  tell({ sentence, more: holdings.plan ? [...more, how] : more });
  drawEffects(holdings);
}

/**
 * Says what each step would change. Of one that would change nothing, nothing is said. The steps stay where the server
 * put them, so that none moves from under a finger; if the best one is in the list, the list opens.
 * @param {import("/holdings.js").Holdings} holdings
 */
function drawEffects(holdings) {
  const advice = adviceOf(holdings), effects = new Map(advice.map(({ name, effect }) => [name, effect]));
  for (const line of parts(document, "[data-counted]")) {
    const name = line.dataset.counted ?? "", effect = effects.get(name);
    line.hidden = effect === undefined;
    line.textContent = effect === undefined || name !== "copyAccounts" ? effect ?? ""
      : say("{1} Take the file somewhere else, and say where, as the command then tells you.", { 1: effect });
    const list = name === advice[0]?.name && line.closest("details");
    if (list) list.open = true;
  }
}

/** @param {{sentence: string, more: string[]}} said */
function tell({ sentence, more }) {
  const verdict = part(document, "[data-verdict]"), isNew = verdict.textContent !== sentence;
  verdict.textContent = sentence;
  part(document, "[data-more]").textContent = more.join(" ");
  if (isNew) announce(sentence);
}
