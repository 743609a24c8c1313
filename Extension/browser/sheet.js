// Draws what the worker says; decides nothing.

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const port = chrome.runtime.connect({ name: location.hash.slice(1) });

/** @typedef {import("./sheet-window.js").Shown} Shown */

/** @param {Shown} known */
function status({ kind, site, userName }) {
  if (kind === "create") return userName ? `Creating a passkey for ${userName}` : "Creating a passkey";
  if (userName) return `Signing in as ${userName}`;
  return site ? `Signing in to ${site}` : "Signing in";
}

/** @param {string} text How it ended. @param {boolean} [again] Whether to try again. */
function tell(text, again = false) {
  part("told").textContent = text;
  part("told").hidden = false;
  part("activity").hidden = true;
  part("next").hidden = true;
  part("accounts").hidden = true;
  part("again").hidden = !again;
  part("close").textContent = "Close";
  part(again ? "again" : "close").focus();
}

/** Restores the sheet as it was before that message. */
function beginAgain() {
  part("told").hidden = true;
  part("again").hidden = true;
  part("activity").hidden = false;
  part("next").hidden = false;
  part("close").textContent = "Cancel";
  part("status").focus();
}

/** @param {import("./host.js").Account[]} accounts The newest first. */
function choose(accounts) {
  part("status").textContent = "Which account?";
  part("activity").hidden = true;
  part("next").hidden = true;
  part("accounts").replaceChildren(...accounts.map(({ userName, displayName }, index) => {
    const item = document.createElement("li"), button = document.createElement("button"), name = document.createElement("bdi");
    const shown = userName || displayName || `Account ${index + 1}`;
    name.textContent = shown;
    button.type = "button";
    button.append(name);
    if (displayName && displayName !== shown) {
      const more = document.createElement("bdi");
      more.className = "more";
      more.textContent = displayName;
      button.append(more);
    }
    button.addEventListener("click", () => {
      part("accounts").hidden = true;
      part("activity").hidden = false;
      part("status").textContent = status({ kind: "get", site: "", userName: shown });
      port.postMessage({ chosen: index });
    });
    item.append(button);
    return item;
  }));
  part("accounts").hidden = false;
  part("status").focus();
}

/** The page no longer waits, so nothing can be tried again; focus on that button moves on. */
function endAgain() {
  const hadFocus = document.activeElement === part("again");
  part("again").hidden = true;
  if (hadFocus) part("close").focus();
}

port.onMessage.addListener((/** @type {import("./sheet-window.js").ToSheet} */ message) => {
  if ("told" in message) return tell(message.told, message.again);
  if ("again" in message) return endAgain();
  if ("accounts" in message) return choose(message.accounts);
  part("status").textContent = status(message);
  part("site").textContent = message.userName ? message.site : "";
  document.title = `${part("status").textContent} – Latchstring`;
  // Where a screen reader begins. Not a button, so that nobody who types too early presses one.
  part("status").focus();
  // After two frames it has been seen, not only laid out. A window that is never drawn must not hold up the page.
  const drawn = () => port.postMessage({ drawn: true });
  if (document.visibilityState === "visible") requestAnimationFrame(() => requestAnimationFrame(drawn));
  setTimeout(drawn, 200);
});

// The worker stopped in the middle. The one that this wakes ends what is pending. A message stays until it has been
// read.
port.onDisconnect.addListener(() => {
  if (!part("told").hidden) return;
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
part("again").addEventListener("click", () => {
  beginAgain();
  port.postMessage({ again: true });
});
part("close").addEventListener("click", () => leave("closed"));
part("elsewhere").addEventListener("click", () => {
  part("status").textContent = "Now your security key";
  part("elsewhere").hidden = true;
  tell("Try again on the page: the browser’s own dialog answers next.");
  leave("elsewhere");
  addEventListener("blur", () => window.close());
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") leave("closed");
});
