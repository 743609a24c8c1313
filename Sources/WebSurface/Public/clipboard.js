// Keeps a secret on the clipboard for a minute. Browsers let a page clear the clipboard only while somebody looks at
// that page, so clearing is attempted, not promised.
import { announce } from "/page.js";
import { say } from "/sentences.js";

const minute = 60000;
/**
 * What the clipboard may still hold, as a hash, and whether its time is up.
 * @type {{hash: Promise<string>, isOver: boolean}|undefined}
 */
let lent;
/** @type {number|undefined} */
let timer;

/**
 * Puts a secret on the clipboard and clears it after a minute.
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser allowed it
 */
export async function lend(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  willClear(text);
  return true;
}

/**
 * Clears, after a minute, what a `copy` event put on the clipboard.
 * @param {string} text
 */
export function willClear(text) {
  const mine = { hash: hash(text), isOver: false };
  lent = mine;
  clearTimeout(timer);
  timer = setTimeout(() => {
    mine.isOver = true;
    clear();
  }, minute);
}

/** Clears the clipboard once the minute is over. If the browser refuses, the next focus or press tries again. */
async function clear() {
  const mine = lent;
  if (!mine?.isOver || !document.hasFocus()) return;
  try {
    const isThere = await mayBeThere(mine.hash);
    if (lent !== mine) return;  // copied again meanwhile
    if (isThere) await navigator.clipboard.writeText("");
    if (lent === mine) lent = undefined;
    if (isThere) announce(say("The clipboard is cleared."));
  } catch {
    // some browsers write only during a press; `lent` is kept, so the next press tries again
  }
}

/**
 * Reads the clipboard only if that needs no question to the person; otherwise the secret may be there.
 * @param {Promise<string>} wanted
 */
async function mayBeThere(wanted) {
  const permission = await navigator.permissions.query({ name: /** @type {PermissionName} */ ("clipboard-read") })
    .catch(() => undefined);
  if (permission?.state !== "granted") return true;
  return (await hash(await navigator.clipboard.readText())) === (await wanted);
}

/** @param {string} text */
async function hash(text) {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

for (const event of ["focus", "pointerup", "keyup"]) addEventListener(event, clear);
for (const event of ["copy", "cut"])
  addEventListener(event, ({ defaultPrevented, target }) => {
    // something else is on the clipboard now; a password field copies nothing
    const isSecret = target instanceof HTMLInputElement && target.type === "password";
    if (!defaultPrevented && !isSecret && String(getSelection()) !== "") lent = undefined;
  });
