// Draws what the worker says; decides nothing.

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** So long what is told stays, in milliseconds. */
const TOLD = 60_000;

const port = chrome.runtime.connect({ name: location.hash.slice(1) });

/** @param {{kind: "create" | "get", site: string, userName?: string}} known */
function status({ kind, site, userName }) {
  if (kind === "create") return userName ? `Creating a passkey for ${userName}` : "Creating a passkey";
  if (userName) return `Signing in as ${userName}`;
  return site ? `Signing in to ${site}` : "Signing in";
}

/** @param {string} text How it ended. */
function tell(text) {
  part("told").textContent = text;
  part("told").hidden = false;
  part("activity").hidden = true;
  part("next").hidden = true;
  part("close").textContent = "Close";
  part("close").focus();
}

port.onMessage.addListener((message) => {
  if (message.told) {
    tell(message.told);
    // The page may wait as long as this is open.
    setTimeout(() => leave("closed"), TOLD);
    return;
  }
  part("status").textContent = status(message);
  part("site").textContent = message.userName ? message.site : "";
  document.title = `${part("status").textContent} – Latchstring`;
  // Where a screen reader begins. Not a button: who types too early presses none.
  part("status").focus();
  // Two frames: then it has been seen, not only laid out. A window that is never drawn shall not hold the page up.
  const drawn = () => port.postMessage({ drawn: true });
  if (document.visibilityState === "visible") requestAnimationFrame(() => requestAnimationFrame(drawn));
  setTimeout(drawn, 200);
});

// The worker went away in the middle. The one that this wakes ends what waits.
port.onDisconnect.addListener(() => {
  void chrome.runtime.sendMessage("wake").finally(() => window.close());
});

/** @param {"closed" | "elsewhere"} how */
const leave = (how) => {
  try {
    port.postMessage({ leave: how });
  } finally {
    if (how === "closed") window.close();
  }
};
part("close").addEventListener("click", () => leave("closed"));
part("elsewhere").addEventListener("click", () => {
  part("status").textContent = "Now your security key";
  part("elsewhere").hidden = true;
  tell("Try again on the page: the browser’s own dialog answers next.");
  leave("elsewhere");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") leave("closed");
});
