// Says who answers passkey requests now, and changes it.

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function draw() {
  const { isElsewhere, refusal } = await chrome.storage.session.get(["isElsewhere", "refusal"]);
  if (refusal) part("state").textContent = "Another extension answers passkey requests. Switch it off there first.";
  else if (isElsewhere) part("state").textContent = "The browser’s own dialog answers passkey requests for a moment.";
  else part("state").textContent = "Latchstring answers passkey requests.";
  part("change").textContent = isElsewhere || refusal ? "Let Latchstring answer" : "Use a security key instead";
  part("change").onclick = () => void chrome.runtime.sendMessage(isElsewhere || refusal ? "attach" : "leave");
}

chrome.storage.session.onChanged.addListener(() => void draw());
void draw();
