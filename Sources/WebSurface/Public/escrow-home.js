// The account's home in a browser that this computer's hands know: what is said first counts account recovery part by
// part. With the journal open, `open-home.js` says it.
import { isJoined } from "/hands-link.js";

export const begin = () => void draw().catch(() => {});  // what the server says stands

async function draw() {
  if (!(await isJoined())) return;
  const [{ rows }, { count }] = await Promise.all([import("/open-journal.js"), import("/open-home.js")]);
  const all = await rows(), open = document.querySelector("[data-open-journal]");
  if (all.plan && (!(open instanceof HTMLElement) || open.hidden)) count(all);
}

begin();
