// “What if I lose …” in a browser that this computer's hands know: each provider, and each thing that answers one, can
// be ticked. With the journal open, `open-what-if.js` draws the ticks.
import { isJoined } from "/hands-link.js";

export const begin = () => void draw().catch(() => {});  // what the server says stands

async function draw() {
  if (!(await isJoined())) return;
  const [{ rows }, { drawFrom, isOpen }] = await Promise.all([import("/open-journal.js"), import("/open-what-if.js")]);
  const all = await rows();
  if (all.plan && !isOpen()) drawFrom(all);
}

begin();
