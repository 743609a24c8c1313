// After a new Master Key was made here, the page itself says with what it opens. Which thing a row is, is the server's word: where it had another
// one left out, or kept one that was taken out, the person sees it in this count.

/** @typedef {import("/wraps.js").Kind} Kind */

/** The sentence outlives the flow's page, up to the page that follows it. */
const NAME = "latchstring.remade";

/** @param {Kind[]} kinds of each way that opens it */
export function tell(kinds) {
  const count = (/** @type {Kind} */ kind) => kinds.filter((one) => one === kind).length;
  const many = (/** @type {Kind} */ kind) => (count(kind) === 1 ? `1 ${kind}` : `${count(kind)} ${kind}s`);
  const parts = [
    count("key") && many("key"), count("card") && many("card"), count("phrase") && "your recovery code", count("escrow") && "account recovery",
  ].filter(Boolean);
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  sessionStorage.setItem(NAME, `Your new Master Key opens with ${list}. If that is not what you have, tell whoever runs this site.`);
}

/** Draws it into a screen that has just come. Where the flow is over, that is the last time; where it was not taken, it is not said. */
export function draw() {
  document.querySelector("[data-remade]")?.remove();
  if (document.querySelector("#step [role=alert]")) sessionStorage.removeItem(NAME);
  const sentence = sessionStorage.getItem(NAME);
  if (!sentence) return;
  const line = document.createElement("p");
  line.className = "note";
  line.dataset.remade = "";
  line.textContent = sentence;
  const step = document.getElementById("step"), place = step?.querySelector(".says") ?? document.querySelector(".main .says, .main .page-title");
  if (step) place?.append(line);
  else place?.after(line);
  if (!step && place) sessionStorage.removeItem(NAME);
}

draw();
