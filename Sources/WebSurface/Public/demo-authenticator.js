// The demo's authenticator: the same three functions, backed by simulated keys on the server, so that everything can be
// tried without a passkey of one's own. Nothing answers before it is tapped in the tray.
import * as tray from "/demo-tray.js";
import { say } from "/sentences.js";

/** @typedef {import("/demo-tray.js").Thing} Thing */

/** @type {Thing[]} */
const keys = ["laptop", "yellow", "black"];
/** @type {Thing[]} what is built into this device */
const here = ["laptop"];

/**
 * Asks what is tapped until something has an answer.
 * @param {"create"|"get"} kind @param {string} options @param {AbortSignal} signal @param {Thing[]} among
 * @param {boolean} [isQuiet] whether the page waits without asking the person
 * @returns {Promise<PublicKeyCredentialJSON>}
 */
async function answer(kind, options, signal, among, isQuiet = false) {
  for (;;) {
    const thing = await tray.tapped(among, signal, isQuiet);
    const response = await fetch(
      `/demo/${kind}/${thing}`, { method: "POST", body: options, signal, headers: { Accept: "application/json" } });
    if (response.ok) {
      if (kind === "create") tray.made(thing);
      return response.json();
    }
    if (response.status === 409) throw new DOMException("This thing holds a passkey already.", "InvalidStateError");
    tray.tell(say("{thing} has nothing for this. Tap another one.", { thing: tray.nameOf(thing) }));
  }
}

/** @type {import("/authenticator.js").create} */
export const create = (options, signal) => {
  const { authenticatorSelection } = JSON.parse(options);
  return answer("create", options, signal, authenticatorSelection?.authenticatorAttachment === "platform" ? here : keys);
};

/** @type {import("/authenticator.js").get} */
export async function get(options, signal, mode) {
  if (mode.mediation === "conditional") return answer("get", options, signal, here, true);
  if (mode.uiMode !== "immediate") return answer("get", options, signal, keys);
  if (!tray.holdsPasskey("laptop")) throw new DOMException("There is no passkey on this device.", "NotAllowedError");
  return answer("get", options, signal, here);
}

/** @type {import("/authenticator.js").capabilities} */
export const capabilities = async () => ({ passkeys: true, autoFill: true, immediate: true, prf: true });
