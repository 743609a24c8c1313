// Tells this browser's passkey providers what the server knows, so that they keep what works and drop the rest (E-43,
// G-18). If a browser cannot or will not, nothing happens and nothing is said. A key that is not plugged in does not
// learn of it: its banner in Settings stays until its holder says that it is done.
import { tell } from "/passkey-signals.js";

/** Tells what the page that this document shows says about the account. */
export async function begin() {
  const main = document.querySelector("main[data-accepted]");
  if (!(main instanceof HTMLElement)) return;
  await tell("signalAllAcceptedCredentials", JSON.parse(main.dataset.accepted ?? ""));
  await tell("signalCurrentUserDetails", JSON.parse(main.dataset.details ?? ""));
}

void begin();
