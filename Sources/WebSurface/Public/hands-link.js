// The connection from this page to this computer's hands: a small server on loopback that drives the card reader and
// talks to escrow providers. What is typed for them goes there and nowhere else.
import { b64, sha256, unb64 } from "/compact.js";
import { openAnswer, sealOrder } from "/hands-seal.js";
import { tabName } from "/hands-tab.js";
import { VERSION } from "/protocol.js";

/** @typedef {import("/protocol.js").Absence} Absence */
/**
 * @typedef {import("/protocol.js").CardWork|import("/protocol.js").EscrowWork|import("/protocol.js").PasskeyWork} Order
 */

/**
 * What the hands answer, by the path of the order.
 * @typedef {{"/card": import("/protocol.js").CardAnswer, "/escrow": import("/protocol.js").EscrowAnswer,
 *   "/passkeys": import("/protocol.js").PasskeyNews}} Answers
 */

/** Why the hands are unavailable; `why` is what the flow calls it. */
export class Absent extends Error {
  /** @param {Absence} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

const address = document.documentElement.dataset.hands;
/** A page on loopback reaches loopback without any permission. */
const isLocal = /(^|\.)localhost$|^127\.|^\[::1\]$/.test(location.hostname);
/** The browsers' names for the permission to reach this computer: the current one and its predecessor. */
const names = ["loopback-network", "local-network-access"];
/** How often to look for the hands, in milliseconds: whoever is waiting for them to start sees them soon. */
const LOOKING = 2000;

// What the hands and this page once agreed on, by pairing code.

const tokenName = `latchstring.hands.${address}`, askedName = "latchstring.hands.asked";
/**
 * For a browser that stores nothing.
 * @type {Map<string, string>}
 */
const memory = new Map();
/** @param {"localStorage"|"sessionStorage"} place @param {string} name */
function recall(place, name) {
  try {
    return window[place].getItem(name) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}
/**
 * @param {"localStorage"|"sessionStorage"} place @param {string} name @param {string} [value] `undefined` forgets it
 */
function note(place, name, value) {
  if (value === undefined) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === undefined) window[place].removeItem(name);
    else window[place].setItem(name, value);
  } catch {
    // memory has it for as long as this page exists
  }
}

/** @returns {Promise<PermissionStatus|undefined>} `undefined` if the browser has no such permission */
async function permission() {
  for (const name of names) {
    const status = await navigator.permissions?.query({ name: /** @type {PermissionName} */ (name) })
      .catch(() => undefined);
    if (status) return status;
  }
  return undefined;
}

/**
 * Whether this page has met hands, and an order can reach them without making the browser ask the person anything.
 */
export const isJoined = async () => address !== undefined && recall("localStorage", tokenName) !== undefined
  && (isLocal || ["granted", undefined].includes((await permission())?.state));

/** Whether the browser would ask the person, which only a press may cause. */
const wouldAsk = async () => !isLocal && (await permission())?.state === "prompt";

/**
 * Makes sure that the browser lets this page through. It asks the person only after a press on a screen that has said
 * what the browser is going to ask.
 * @throws {Absent}
 */
async function passPermission() {
  if (isLocal) return;
  const status = await permission();
  if (status?.state === "denied") throw new Absent("handsForbidden");
  if (status?.state !== "prompt") return;
  const isAsked = recall("sessionStorage", askedName) !== undefined && navigator.userActivation?.isActive;
  note("sessionStorage", askedName, "once");
  if (!isAsked) throw new Absent("handsUnasked");
}

/**
 * @param {string} path @param {object|undefined} body @param {AbortSignal} signal
 * @returns {Promise<Response>}
 * @throws {Absent}
 */
async function reach(path, body, signal) {
  if (!address) throw new Absent("noHands");
  await passPermission();
  try {
    return await fetch(address + path, {
      method: body ? "POST" : "GET", headers: body && { "Content-Type": "application/json" },
      body: body && JSON.stringify(body), signal,
      credentials: "omit", cache: "no-store", redirect: "error",
    });
  } catch (problem) {
    if (signal.aborted) throw problem;
    throw new Absent((await permission())?.state === "denied" ? "handsForbidden" : "noHands");
  }
}

const port = new URL(address ?? "http://none").port;

/**
 * Checks that the program that answers is the hands this page met. Another program on this computer may have taken
 * their port, so nothing is revealed before they have proved that they know the token's hash.
 * @param {string} token @param {AbortSignal} signal
 * @returns what seals one order for them
 * @throws {Absent}
 */
async function recognize(token, signal) {
  const hash = await sha256(new TextEncoder().encode(token)),
    challenge = b64(crypto.getRandomValues(new Uint8Array(32)));
  const page = b64(await sha256(hash)), response = await reach("/prove", { page, challenge }, signal);
  // Whoever has the port can claim this: the token is kept until the page has met other hands.
  if (response.status === 401) throw new Absent("handsUnknown");
  /** @type {Partial<import("/protocol.js").RecognitionProof>} */
  const { proof, opening, version } = await response.json().catch(() => ({}));
  const key = await crypto.subtle.importKey("raw", hash, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const said = new TextEncoder().encode(`latchstring/hands/v1\n${location.origin}\n${port}\n${challenge}`);
  const isProof = async () => crypto.subtle.verify("HMAC", key, unb64(proof ?? ""), said);
  if (!(await isProof().catch(() => false))) throw new Absent("noHands");
  if (version !== VERSION || opening === undefined) throw new Absent("handsDiffer");
  return { hash, page, opening };
}

/**
 * Sends the hands something that only they can read: their proof has just shown who they are, but another program may
 * have taken their port since.
 * @param {string} path @param {object} work @param {string} token @param {AbortSignal} signal
 * @returns {Promise<unknown>} their answer; `undefined` if they could not make sense of the order, or if the answer is
 *   not theirs
 * @throws {Absent}
 */
async function tell(path, work, token, signal) {
  const { hash, page, opening } = await recognize(token, signal), bound = { hash, path, port, opening };
  const response = await reach(
    path, { page, opening, sealed: await sealOrder(bound, { token, tab: await tabName(), work }) }, signal);
  if (!response.ok || response.status === 204) return undefined;
  const { sealed } = await response.json();
  return openAnswer(bound, sealed).catch(() => undefined);
}

/**
 * Checks whether hands that this page has not met are there and speak the same version.
 * @param {AbortSignal} signal
 * @throws {Absent}
 */
async function greet(signal) {
  const response = await reach("/hello", undefined, signal);
  /** @type {Partial<import("/protocol.js").Hello>} */
  const { name, version } = await response.json().catch(() => ({}));
  if (name === "latchstring-hands" && version !== VERSION) throw new Absent("handsDiffer");
}

/**
 * Held open for as long as this page uses the hands, so that the hands notice when the page is closed.
 * @type {AbortController|undefined}
 */
let stay;
/** Closes it: without a card there is nothing to keep, and a browser allows only so many connections to one address. */
function leave() {
  stay?.abort();
  stay = undefined;
}
/** @param {string} token */
function remain(token) {
  if (stay) return;
  const own = stay = new AbortController();
  tell("/stay", {}, token, own.signal).catch(() => undefined).finally(() => {
    if (stay === own) stay = undefined;
  });
}

/**
 * One order to the hands. Aborting it cancels it there as well.
 * @template {keyof Answers} Path
 * @param {Path} path
 * @param {Order} order
 * @param {AbortSignal} signal
 * @returns {Promise<Answers[Path]|undefined>} their answer; `undefined` if they could not make sense of the order
 * @throws {Absent}
 */
export async function order(path, order, signal) {
  const token = recall("localStorage", tokenName);
  if (token === undefined) {
    await greet(signal);  // without hands, no code is needed
    throw new Absent("handsUnknown");
  }
  const isWatch = order.effect.type === "watch";
  if (isWatch) leave();
  const answer = /** @type {Answers[Path]|undefined} */ (await tell(path, order, token, signal));
  const isKept = !isWatch && path !== "/passkeys" && order.effect.type !== "picture";
  if (answer !== undefined && isKept) remain(token);
  return answer;
}

/**
 * @param {string} code the pairing code that the hands show
 * @param {AbortSignal} signal
 * @returns {Promise<"met" | "wrongCode" | "noCodeTaken">} whether it was their code, or that they accept none for a
 *   minute
 * @throws {Absent}
 */
export async function meet(code, signal) {
  const response = await reach("/meet", { code }, signal);
  if (response.status === 403) return "wrongCode";
  if (response.status === 429) return "noCodeTaken";
  if (!response.ok) throw new Error("the hands could not take the code");
  note("localStorage", tokenName, (await response.json()).token);
  return "met";
}

/**
 * Pairs this browser by the secret of the address that `latchstring home` opened. A browser that the hands know already
 * stays as it is.
 * @param {string} secret @param {AbortSignal} signal
 * @throws {Absent} also for a secret that was used or has expired
 */
export async function pairWith(secret, signal) {
  const token = recall("localStorage", tokenName);
  if (token !== undefined && (await recognize(token, signal).then(() => true, () => false))) return;
  const met = /** @type {import("/protocol.js").Met|undefined} */ (await tell("/pair", {}, secret, signal));
  if (met) note("localStorage", tokenName, met.token);
}

/**
 * Waits until the hands may be there after all; indefinitely if only the person can change it.
 * @param {string} why @param {AbortSignal} signal
 */
export async function untilThere(why, signal) {
  if (why === "noHands" || why === "handsDiffer") await untilAnswered(why, signal);
  else if (why === "handsForbidden") await untilAllowed(signal);
  else if (why === "handsUnknown") await untilPaired(signal);
  else await event(new EventTarget(), "never", signal);
}

/** @param {Absence} why @param {AbortSignal} signal */
async function untilAnswered(why, signal) {
  while (!signal.aborted) {
    await Promise.race([event(document, "visibilitychange", signal), pause(signal)]);
    if (document.hidden || signal.aborted || (await wouldAsk())) continue;
    try {
      const token = recall("localStorage", tokenName);
      await (token === undefined ? greet(signal) : recognize(token, signal));
      return;
    } catch (problem) {
      if (problem instanceof Absent && problem.why !== why) return;  // that is news as well
    }
  }
}

/**
 * Another tab of this browser may be the one that pairs it.
 * @param {AbortSignal} signal
 */
async function untilPaired(signal) {
  const before = recall("localStorage", tokenName);
  while (!signal.aborted && recall("localStorage", tokenName) === before) await event(window, "storage", signal);
}

/** @param {AbortSignal} signal */
async function untilAllowed(signal) {
  const status = await permission();
  while (!signal.aborted && status?.state === "denied") await event(status, "change", signal);
}

/**
 * The next event of this kind, or the end of the wait.
 * @param {EventTarget} target @param {string} name @param {AbortSignal} signal
 */
function event(target, name, signal) {
  return new Promise((resolve) => {
    target.addEventListener(name, resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}
/** @param {AbortSignal} signal */
function pause(signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOKING);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
