// What this computer's hands call this tab: a card is open for one tab. The name survives reloading the page. A
// duplicated tab has the same storage, but not the lock on the name, and generates a name of its own.
import { b64 } from "/compact.js";

const place = "latchstring.hands.tab";
/** How long the previous page may take to go, in milliseconds. */
const PATIENCE = 500;

/**
 * Whether this page has the name to itself, from now until it goes.
 * @param {string} name @returns {Promise<boolean>}
 */
function holds(name) {
  return new Promise((resolve) => {
    const lock = () => {
      resolve(true);
      return new Promise(() => {});  // only the end of the page ends it
    };
    const patience = new AbortController();
    setTimeout(() => patience.abort(), PATIENCE);
    if (!navigator.locks) resolve(true);
    else navigator.locks.request(`${place}.${name}`, { signal: patience.signal }, lock).catch(() => resolve(false));
  });
}

async function find() {
  try {
    const kept = sessionStorage.getItem(place);
    if (kept !== null && (await holds(kept))) return kept;
  } catch {
    // a browser that stores nothing: every page has a name of its own
  }
  const drawn = b64(crypto.getRandomValues(new Uint8Array(16)));
  try {
    sessionStorage.setItem(place, drawn);
    await holds(drawn);
  } catch {
    // as above
  }
  return drawn;
}

/** @type {Promise<string>|undefined} */
let found;
/** @returns {Promise<string>} 16 random bytes, base64url */
export const tabName = () => (found ??= find());
