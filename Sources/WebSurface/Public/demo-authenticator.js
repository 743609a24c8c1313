// The demo's authenticator: the same three functions, backed by simulated keys on the server, so that everything can be
// tried without a passkey of one's own.

/**
 * @param {string} path
 * @param {string} options
 * @param {AbortSignal} signal
 * @returns {Promise<PublicKeyCredentialJSON>}
 */
async function pretend(path, options, signal) {
  await moment(600, signal);
  const response = await fetch(
    path, { method: "POST", body: options, signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new DOMException("The demo has no passkey for that.", "NotAllowedError");
  return response.json();
}

/** @type {import("/authenticator.js").create} */
export const create = (options, signal) => pretend("/demo/create", options, signal);

/** @type {import("/authenticator.js").get} */
export async function get(options, signal, mode) {
  if (mode.mediation === "conditional") await picked(signal);
  return pretend("/demo/get", options, signal);
}

/** @type {import("/authenticator.js").capabilities} */
export const capabilities = async () => ({ passkeys: true, autoFill: true, immediate: true, prf: true });

/**
 * In the demo, the field itself acts as the list under it: a double click in the field picks the passkey.
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function picked(signal) {
  return new Promise((resolve, reject) => {
    const pick = (/** @type {MouseEvent} */ { target }) => {
      if (target instanceof Element && target.matches("input[autocomplete~=webauthn]")) resolve(undefined);
    };
    document.addEventListener("dblclick", pick, { signal });
    signal.addEventListener("abort", () => reject(new DOMException("Called off.", "AbortError")), { once: true });
  });
}

/**
 * @param {number} milliseconds @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function moment(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort", () => { clearTimeout(timer); reject(new DOMException("Called off.", "AbortError")); }, { once: true });
  });
}
