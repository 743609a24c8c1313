// The browser's own authenticators. The demo puts another module with the same three functions in its place.

/** @typedef {{passkeys: boolean, autoFill: boolean, immediate: boolean, prf: boolean|undefined}} Capabilities */

/** As Level 3 of Web Authentication has it. What a browser lacks of that throws where it is called. */
const api = () => /** @type {typeof window.PublicKeyCredential} */ (PublicKeyCredential);

/**
 * What the browser gave. Asked for a passkey, it gives one or throws.
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
 * What this browser can do; `false` for everything where it has no passkeys at all.
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
