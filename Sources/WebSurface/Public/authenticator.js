// The browser's own authenticators. The demo replaces this module with one that has the same three functions.

/** @typedef {{passkeys: boolean, autoFill: boolean, immediate: boolean, prf: boolean|undefined}} Capabilities */

/** The API of Web Authentication Level 3. Anything that the browser lacks throws when it is called. */
const api = () => /** @type {typeof window.PublicKeyCredential} */ (PublicKeyCredential);

/**
 * The credential that the browser returned. Asked for a passkey, a browser returns one or throws.
 * @param {PublicKeyCredential|null} credential
 */
function given(credential) {
  if (!credential) throw new TypeError("no credential");
  return credential.toJSON();
}

/**
 * @param {string} options PublicKeyCredentialCreationOptionsJSON, as text
 * @param {AbortSignal} signal
 * @returns {Promise<PublicKeyCredentialJSON>} RegistrationResponseJSON
 */
export async function create(options, signal) {
  const publicKey = api().parseCreationOptionsFromJSON(JSON.parse(options));
  return given(await navigator.credentials.create({ publicKey, signal }));
}

/**
 * @param {string} options PublicKeyCredentialRequestOptionsJSON, as text
 * @param {AbortSignal} signal
 * @param {Pick<PublicKeyCredentialRequest, "mediation"|"uiMode">} mode
 * @returns {Promise<PublicKeyCredentialJSON>} AuthenticationResponseJSON
 */
export async function get(options, signal, mode) {
  const publicKey = api().parseRequestOptionsFromJSON(JSON.parse(options));
  return given(await navigator.credentials.get({ publicKey, signal, ...mode }));
}

/**
 * What this browser can do; everything is `false` if it does not support passkeys.
 * @returns {Promise<Capabilities>}
 */
export async function capabilities() {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    return { passkeys: false, autoFill: false, immediate: false, prf: false };
  }
  const known = (await api().getClientCapabilities?.()) ?? {};
  const autoFill = known.conditionalGet ?? (await api().isConditionalMediationAvailable?.()) ?? false;
  return { passkeys: true, autoFill, immediate: known.immediateGet ?? false, prf: known["extension:prf"] };
}
