// Tells the passkey providers of this browser what the server knows, so that they keep what works and drop the rest
// (E-43, G-18). Where a browser cannot, or will not, nothing happens and nothing is said. A key that is not plugged in
// hears nothing of it: on Safety its banner stays until its holder says that it is done.

/**
 * @param {"signalAllAcceptedCredentials"|"signalCurrentUserDetails"|"signalUnknownCredential"} name
 * @param {object} options
 */
async function tell(name, options) {
  try {
    await window.PublicKeyCredential?.[name]?.(options);
  } catch {
    // It is a favor to the person, not a step of anything.
  }
}

/**
 * A passkey is given to the server. Where no account knows it, its provider hears so.
 * @param {string} options what the passkey was asked with
 * @param {string} credential what it answered
 * @param {() => Promise<unknown>} answer gives it to the server, and shows what comes back
 */
export async function judged(options, credential, answer) {
  // What an earlier answer said is no word about this passkey.
  document.getElementById("step")?.removeAttribute("data-unknown-passkey");
  await answer();
  if (!document.querySelector("#step[data-unknown-passkey]")) return;
  /** @type {PublicKeyCredentialRequestOptionsJSON} */
  const { rpId, allowCredentials } = JSON.parse(options);
  // A request that names passkeys is one to an account, and what that account does not know may be another's.
  if (rpId && !allowCredentials?.length) {
    await tell("signalUnknownCredential", { rpId, credentialId: JSON.parse(credential).id });
  }
}

const main = document.querySelector("main[data-accepted]");
if (main instanceof HTMLElement) {
  await tell("signalAllAcceptedCredentials", JSON.parse(main.dataset.accepted ?? ""));
  await tell("signalCurrentUserDetails", JSON.parse(main.dataset.details ?? ""));
}
