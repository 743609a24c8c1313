// Shows who answers passkey requests now, and changes it.

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const OTHERS = "Another extension answers passkey requests. Switch it off there first.";
const BROWSERS = "The browser’s own dialog answers passkey requests for a moment.";
const OURS = "Latchstring answers passkey requests.";
/** The browser passes no conditional requests to extensions, and refuses them while an extension answers. */
const NO_SUGGESTIONS = "Meanwhile form fields suggest no passkeys. Press the site’s own passkey button instead.";

async function draw() {
  /** @type {import("./worker.js").Kept} */
  const { isElsewhere, refusal } = await chrome.storage.session.get(["isElsewhere", "refusal"]);
  const isOurs = !refusal && !isElsewhere;
  part("state").textContent = refusal ? OTHERS : isElsewhere ? BROWSERS : OURS;
  part("note").textContent = isOurs ? NO_SUGGESTIONS : "";
  part("change").textContent = isOurs ? "Use a security key instead" : "Let Latchstring answer";
  part("change").onclick = () => void chrome.runtime.sendMessage(isOurs ? "leave" : "attach");
}

async function warn() {
  /** @type {string} */
  const trouble = await chrome.runtime.sendMessage("trouble");
  part("told").textContent = trouble;
  part("told").hidden = !trouble;
}

chrome.storage.session.onChanged.addListener(() => void draw());
void draw();
void warn();
