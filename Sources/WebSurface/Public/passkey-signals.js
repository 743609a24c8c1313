// What this browser's passkey providers are told (E-43, G-18). If a browser cannot or will not, nothing happens and
// nothing is said.

/**
 * @param {"signalAllAcceptedCredentials"|"signalCurrentUserDetails"|"signalUnknownCredential"} name
 * @param {object} options
 */
export async function tell(name, options) {
  try {
    await window.PublicKeyCredential?.[name]?.(options);
  } catch {
    // It is a favor to the person, not a step in anything.
  }
}

/**
 * Gives a passkey to the server. If no account knows it, its provider is told.
 * @param {string} options the request's options
 * @param {string} credential the passkey's answer
 * @param {() => Promise<unknown>} answer gives it to the server, and shows the result
 */
export async function judged(options, credential, answer) {
  // What an earlier answer said does not apply to this passkey.
  document.getElementById("step")?.removeAttribute("data-unknown-passkey");
  await answer();
  if (!document.querySelector("#step[data-unknown-passkey]")) return;
  /** @type {PublicKeyCredentialRequestOptionsJSON} */
  const { rpId, allowCredentials } = JSON.parse(options);
  // A request that names passkeys is for one account, and what that account does not know may belong to another.
  if (rpId && !allowCredentials?.length) {
    await tell("signalUnknownCredential", { rpId, credentialId: JSON.parse(credential).id });
  }
}
