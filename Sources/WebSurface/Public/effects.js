// The ceremonies, under the names the scenarios give them. Each returns what the server may learn from it: a
// credential, or a kind of fault.
import * as authenticator from "/authenticator.js";
import * as card from "/card.js";
import * as escrow from "/escrow.js";
import * as vault from "/vault.js";

/** @typedef {import("/protocol.js").Fault} Fault */
/** @typedef {import("/protocol.js").KeyNews} KeyNews */
/** @typedef {import("/protocol.js").Elapsed} Elapsed */
/** @typedef {import("/protocol.js").KeyTask} KeyTask */
/** @typedef {import("/protocol.js").Wait} Wait */
/** @typedef {Record<KeyTask["effect"], (work: KeyTask, signal: AbortSignal) => Promise<KeyNews>>} KeyEffects */
/** @typedef {Record<"wait", (work: Wait, signal: AbortSignal) => Promise<Elapsed>>} WaitEffect */

/** A conditional request is renewed before its challenge expires: five minutes, less a good margin. */
const freshFor = 270000;
/** A browser that refuses immediately must not be asked again immediately: the pause doubles up to a minute. */
let restAfterRefusal = 1000;
const longestRest = 60000;

/** @type {KeyEffects & WaitEffect & typeof vault.effects & typeof card.effects & typeof escrow.effects} */
export const effects = {
  ...vault.effects,
  ...card.effects,
  ...escrow.effects,
  "key.create": (work, signal) => given(() => authenticator.create(work.options, signal)),
  "key.tap": (work, signal) => given(() => authenticator.get(work.options, signal, { mediation: "optional" })),
  "key.register": (work, signal) => given(() => authenticator.create(work.options, signal)),
  "key.signIn": askOnceSeen,
  "key.confirm": askOnceSeen,
  "key.signInImmediately": signInImmediately,
  "key.autoFill": startAutoFillSignIn,
  wait: async ({ seconds, timer }, signal) => {
    await rest(seconds * 1000, signal, timer === "polling");
    return { reply: "elapsed", timer };
  },
};

/**
 * E-29: lets the person read the page's own line about the request before the browser's window covers it, and stays
 * within what a press allows.
 */
const SEEN = 300;

/**
 * @param {KeyTask} work
 * @param {AbortSignal} signal
 * @returns {Promise<KeyNews>}
 */
async function askOnceSeen(work, signal) {
  await rest(SEEN, signal);
  return given(() => authenticator.get(work.options, signal, { mediation: "optional" }));
}

/**
 * B-31: waits behind the field until a passkey is picked from its list, the screen goes away, or the challenge gets
 * old.
 * @param {KeyTask} work
 * @param {AbortSignal} signal
 * @returns {Promise<KeyNews>}
 */
export async function startAutoFillSignIn(work, signal) {
  if (!(await authenticator.capabilities()).autoFill) return fault("unsupported");
  const fresh = new AbortController();
  const timer = setTimeout(() => fresh.abort(), freshFor);
  const news = await awaitAutoFillSignIn(work, window.AbortSignal.any([signal, fresh.signal]));
  clearTimeout(timer);
  if (news.fault && !signal.aborted && !fresh.signal.aborted) {
    await rest(restAfterRefusal, signal);
    restAfterRefusal = Math.min(restAfterRefusal * 2, longestRest);
  }
  return news;
}

/**
 * B-15: the single pending conditional request.
 * @param {KeyTask} work
 * @param {AbortSignal} signal
 */
export function awaitAutoFillSignIn(work, signal) {
  return given(() => authenticator.get(work.options, signal, { mediation: "conditional" }));
}

/**
 * B-32: ends the wait, and waits until it has ended.
 * @param {() => Promise<void>} stopEverything
 */
export async function stopAutoFillSignIn(stopEverything) {
  await stopEverything();
}

/**
 * B-20, B-21: only in a browser that can answer immediately; finding nothing on this device is an answer, not an error.
 * @param {KeyTask} work
 * @param {AbortSignal} signal
 * @returns {Promise<KeyNews>}
 */
export async function signInImmediately(work, signal) {
  if (!(await authenticator.capabilities()).immediate) return fault("unsupported");
  const news = await given(() => authenticator.get(work.options, signal, { uiMode: "immediate" }));
  return news.fault === "dismissed" ? fault("noneHere") : news;
}

/**
 * B-09, B-18: the sheet with both ways to sign in. Its buttons are the flow's; here it becomes modal, and closing it
 * means going back.
 * @param {HTMLDialogElement} dialog
 * @param {() => void} goBack
 */
export function signInWithPasskeyAndPasswordOption(dialog, goBack) {
  dialog.dataset.wired = "";
  dialog.close();
  dialog.showModal();
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    goBack();
  });
  // A press beside the sheet counts only if it began there. One that began in the sheet and slid off closes nothing.
  let began = /** @type {EventTarget|null} */ (null);
  dialog.addEventListener("pointerdown", (event) => { began = event.target; });
  dialog.addEventListener("click", (event) => { if (event.target === dialog && began === dialog) goBack(); });
}

/**
 * B-17: with both fields filled, the password goes to the server as it is, with no sheet or passkey request in between.
 * @param {() => Promise<void>} send
 */
export function verifyPassword(send) {
  return send();
}

/**
 * @param {() => Promise<PublicKeyCredentialJSON>} ceremony
 * @returns {Promise<KeyNews>}
 */
async function given(ceremony) {
  try {
    const credential = await ceremony();
    vault.remember(credential);
    return { reply: "key.given", credential: JSON.stringify(withoutSecrets(credential)) };
  } catch (error) {
    return fault(faults[/** @type {{name?: string}|undefined} */ (error)?.name ?? ""] ?? "misread");
  }
}

/**
 * `toJSON()` includes the PRF output, which opens the account: it is dropped before anything leaves the page.
 * @param {PublicKeyCredentialJSON} credential
 */
function withoutSecrets(credential) {
  if (credential.clientExtensionResults?.prf) delete credential.clientExtensionResults.prf.results;
  return credential;
}

/** @type {(kind: Fault) => KeyNews} */
const fault = (kind) => ({ reply: "key.fault", fault: kind });
/**
 * What a DOMException's name means to the person.
 * @type {Record<string, Fault>}
 */
const faults = {
  NotAllowedError: "dismissed",
  InvalidStateError: "alreadyEnrolled",
  AbortError: "dismissed",
  SecurityError: "wrongPlace",
  NotSupportedError: "unsupported",
  TypeError: "unsupported",
  ConstraintError: "unsupported",
};

/** A look that follows another sooner than this finds nothing new, in milliseconds. */
const soonest = 2000;

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @param {boolean} [endsOnReturn] whether to look at once when the person comes back to this page, from a wallet for
 *   instance
 * @returns {Promise<void>}
 */
function rest(milliseconds, signal, endsOnReturn = false) {
  return new Promise((resolve) => {
    const ended = new AbortController(), began = Date.now();
    const end = () => { clearTimeout(timer); ended.abort(); resolve(); };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end, { once: true });
    if (!endsOnReturn) return;
    const back = () => { if (document.visibilityState === "visible" && Date.now() - began >= soonest) end(); };
    document.addEventListener("visibilitychange", back, { signal: ended.signal });
    addEventListener("focus", back, { signal: ended.signal });
  });
}
