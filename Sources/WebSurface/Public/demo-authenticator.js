// The demo's authenticator: the same three functions, backed by simulated keys on the server, so that everything can be
// tried without a passkey of one's own. Nothing answers before it is tapped in the tray.
import * as tray from "/demo-tray.js";
import { keys } from "/demo-story.js";
import { say } from "/sentences.js";

/** @typedef {import("/demo-story.js").Thing} Thing */
/** @typedef {{id: string}[]|undefined} Named */

/** @type {Thing[]} what is built into this device */
const here = ["laptop"];
const ids = (/** @type {Named} */ named) => (named ?? []).map(({ id }) => id);

/**
 * Asks what is tapped until something has an answer.
 * @param {"create"|"get"} kind @param {string} options @param {AbortSignal} signal @param {Thing[]} among
 * @param {Parameters<typeof tray.tapped>[2]} [how]
 * @returns {Promise<PublicKeyCredentialJSON>}
 */
async function answer(kind, options, signal, among, how) {
  for (;;) {
    const thing = await tray.tapped(among, signal, how);
    const response = await fetch(
      `/demo/${kind}/${thing}`, {
        method: "POST", body: asked(kind, options, thing), signal, headers: { Accept: "application/json" },
      });
    if (response.ok) {
      const credential = await response.json();
      if (kind === "create") tray.made(thing, credential.id);
      return credential;
    }
    if (response.status === 409) throw new DOMException("This thing holds a passkey already.", "InvalidStateError");
    tray.tell(say("{thing} has nothing for this. Tap another one.", { thing: tray.nameOf(thing) }));
  }
}

/**
 * What this thing is asked. One that plays a new key knows nothing of what it held before.
 * @param {"create"|"get"} kind @param {string} options @param {Thing} thing
 */
function asked(kind, options, thing) {
  /** @type {{allowCredentials?: Named}} */
  const read = JSON.parse(options), own = (read.allowCredentials ?? []).filter(({ id }) => tray.holdsOne(thing, [id]));
  if (kind === "create" && tray.isNew(thing)) return JSON.stringify({ ...read, excludeCredentials: [] });
  return own.length > 0 ? JSON.stringify({ ...read, allowCredentials: own }) : options;
}

/** @type {import("/authenticator.js").create} */
export function create(options, signal) {
  /** @type {{authenticatorSelection?: AuthenticatorSelectionCriteria, hints?: string[], excludeCredentials?: Named}} */
  const { authenticatorSelection, hints = [], excludeCredentials } = JSON.parse(options);
  const among = authenticatorSelection?.authenticatorAttachment === "platform" ? here : keys;
  const isOutOfPlace = (/** @type {Thing} */ thing) => hints.includes("security-key") && here.includes(thing);
  const fitting = () =>
    among.filter((thing) => !isOutOfPlace(thing) && !tray.holdsOne(thing, ids(excludeCredentials)));
  return answer("create", options, signal, among, { fitting, kind: "new" });
}

/**
 * The things that hold a passkey for this. What another tab made is not known here; then any of them may. Which one the
 * page wants is not in the request, so that the page can tell who touched another.
 * @param {string} options @returns {Parameters<typeof tray.tapped>[2]}
 */
function holding(options) {
  /** @type {{allowCredentials?: Named, hints?: string[]}} */
  const { allowCredentials, hints = [] } = JSON.parse(options), named = ids(allowCredentials);
  const among = hints.includes("security-key") ? keys.filter((thing) => !here.includes(thing)) : keys;
  const found = among.filter((thing) => named.length > 0 ? tray.holdsOne(thing, named) : tray.everHeld(thing));
  return { fitting: () => found.length > 0 ? found : among, kind: named.length > 0 ? "certain" : "any" };
}

/** @type {import("/authenticator.js").get} */
export async function get(options, signal, mode) {
  if (mode.mediation === "conditional") return answer("get", options, signal, here, { isQuiet: true });
  if (mode.uiMode !== "immediate") return answer("get", options, signal, keys, holding(options));
  if (!tray.holdsPasskey("laptop")) throw new DOMException("There is no passkey on this device.", "NotAllowedError");
  return answer("get", options, signal, here);
}

/** @type {import("/authenticator.js").capabilities} */
export const capabilities = async () => ({ passkeys: true, autoFill: true, immediate: true, prf: true });
