// The way from this page to the hands of this computer: a small server on loopback that drives the card reader and
// speaks with escrow providers. What is typed for them goes there and nowhere else.
import { b64, sha256, unb64 } from "/compact.js";
import { openAnswer, sealOrder } from "/hands-seal.js";
import { tabName } from "/hands-tab.js";
import { VERSION } from "/protocol.js";

/** @typedef {import("/protocol.js").Absence} Absence */
/**
 * @typedef {import("/protocol.js").CardWork|import("/protocol.js").EscrowWork|import("/protocol.js").PasskeyWork} Order
 */

/**
 * What the hands answer, by where an order goes.
 * @typedef {{"/card": import("/protocol.js").CardAnswer, "/escrow": import("/protocol.js").EscrowAnswer,
 *   "/passkeys": import("/protocol.js").PasskeyNews}} Answers
 */

/** Why the hands are not to be had; `name` is what the flow calls it. */
export class Absent extends Error {
  /** @param {Absence} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

const address = document.documentElement.dataset.hands;
/** A page on loopback reaches loopback without anybody's permission. */
const isLocal = /(^|\.)localhost$|^127\.|^\[::1\]$/.test(location.hostname);
/** What browsers call the permission to reach this computer: the present name, and the one before. */
const names = ["loopback-network", "local-network-access"];
/** Somebody who looks for hands that are being started sees them soon. */
const LOOKING = 2000;

// What the hands and this page agreed on once, by pairing code.

const tokenName = `latchstring.hands.${address}`, askedName = "latchstring.hands.asked";
/**
 * For a browser that keeps nothing.
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
/** @param {"localStorage"|"sessionStorage"} place @param {string} name @param {string} [value] nothing forgets it */
function note(place, name, value) {
  if (value === undefined) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === undefined) window[place].removeItem(name);
    else window[place].setItem(name, value);
  } catch {
    // it is in memory for as long as this page stands
  }
}

/** @returns {Promise<PermissionStatus|undefined>} nothing where the browser has no such permission */
async function permission() {
  for (const name of names) {
    const status = await navigator.permissions?.query({ name: /** @type {PermissionName} */ (name) })
      .catch(() => undefined);
    if (status) return status;
  }
  return undefined;
}

/** Whether the browser would ask the person, which only a press may lead to. */
const wouldAsk = async () => !isLocal && (await permission())?.state === "prompt";

/**
 * Whether the browser lets this page through. It asks the person only after a press on a screen that has said what it
 * is going to ask.
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
 * Whether what answers are the hands that this page met. Another program of this computer may have taken their port, so
 * nothing is told before they have proved that they know the token's hash.
 * @param {string} token @param {AbortSignal} signal
 * @returns how one order is sealed for them
 * @throws {Absent}
 */
async function recognize(token, signal) {
  const hash = await sha256(new TextEncoder().encode(token)),
    challenge = b64(crypto.getRandomValues(new Uint8Array(32)));
  const page = b64(await sha256(hash)), response = await reach("/prove", { page, challenge }, signal);
  // Whoever has the port can say so: the token is kept until other hands were met.
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
 * Tells the hands what nobody but them can read: the proof before it says who they are, and another may have their port
 * since.
 * @param {string} path @param {object} work @param {string} token @param {AbortSignal} signal
 * @returns {Promise<unknown>} their answer; nothing where they could not make anything of the order, or the answer is
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
 * Whether hands that this page has not met are there, and speak as it does.
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
 * Held open as long as this page has something of the hands, so that the hands notice when it is closed.
 * @type {AbortController|undefined}
 */
let stay;
/** Without a card there is nothing to keep, and a browser has only so many connections to one address. */
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
 * One order to the hands. Aborting it calls it off there as well.
 * @template {keyof Answers} Path
 * @param {Path} path
 * @param {Order} order
 * @param {AbortSignal} signal
 * @returns {Promise<Answers[Path]|undefined>} their answer; nothing where they could not make anything of it
 * @throws {Absent}
 */
export async function order(path, order, signal) {
  const token = recall("localStorage", tokenName);
  if (token === undefined) {
    await greet(signal);  // hands that are not there need no code
    throw new Absent("handsUnknown");
  }
  const isWatch = order.effect.type === "watch";
  if (isWatch) leave();
  const answer = /** @type {Answers[Path]|undefined} */ (await tell(path, order, token, signal));
  if (answer !== undefined && !isWatch && path !== "/passkeys") remain(token);
  return answer;
}

/**
 * @param {string} code the pairing code that the hands show
 * @param {AbortSignal} signal
 * @returns {Promise<"met" | "wrongCode" | "noCodeTaken">} whether it was theirs, or that they take none for a minute
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
 * Waits until the hands may be there after all; without end where only the person can change it.
 * @param {string} why @param {AbortSignal} signal
 */
export async function untilThere(why, signal) {
  if (why === "noHands" || why === "handsDiffer") await untilAnswered(why, signal);
  else if (why === "handsForbidden") await untilAllowed(signal);
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
