// Fills in what this browser can do.
import { capabilities } from "/authenticator.js";
import { say } from "/sentences.js";

void capabilities().then((can) => {
  /** @type {Record<string, string>} */
  const sentences = {
    passkeys: can.passkeys
      ? say("Yes. Keys, cards and this device.")
      : say("No. This browser can't use passkeys on this page."),
    autofill: can.autoFill
      ? say("Yes. Passkeys show under the user name field.")
      : say("No. Passkeys won't show under a field here."),
    immediate: can.immediate
      ? say("Yes. The browser can answer at once.")
      : say("No. This browser can't check silently. The lab offers passkey-only login in its place."),
    prf: can.prf === false
      ? say("No. In this browser a key can sign in only.")
      : say("Yes, with keys that can give a secret. Others can sign in only, and we say so on the key."),
  };
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll("[data-can]");
  for (const place of places) place.textContent = sentences[place.dataset.can ?? ""];
});
