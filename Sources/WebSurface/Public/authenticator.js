// The browser's own authenticators. The demo puts another module with the same three functions in its place.

/**
 * @param {string} options PublicKeyCredentialCreationOptionsJSON, as text
 * @param {AbortSignal} signal
 * @returns {Promise<object>} RegistrationResponseJSON
 */
export async function create(options, signal) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  return (await navigator.credentials.create({ publicKey, signal })).toJSON();
}

/**
 * @param {string} options PublicKeyCredentialRequestOptionsJSON, as text
 * @param {AbortSignal} signal
 * @param {{mediation?: string, uiMode?: string}} mode
 * @returns {Promise<object>} AuthenticationResponseJSON
 */
export async function get(options, signal, mode) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  return (await navigator.credentials.get({ publicKey, signal, ...mode })).toJSON();
}

/**
 * What this browser can do; `false` for everything where it has no passkeys at all.
 * @returns {Promise<{passkeys: boolean, autoFill: boolean, immediate: boolean, prf: boolean|undefined}>}
 */
export async function capabilities() {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) return { passkeys: false, autoFill: false, immediate: false, prf: false };
  const known = (await PublicKeyCredential.getClientCapabilities?.()) ?? {};
  const autoFill = known.conditionalGet ?? (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
  return { passkeys: true, autoFill, immediate: known.immediateGet ?? false, prf: known["extension:prf"] };
}
