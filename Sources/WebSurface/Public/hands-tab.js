// What this tab is called to the hands of this computer: a card lies open for one tab. The name outlives a page that is
// loaded anew. A copy of a tab has its storage too, but not the lock on its name, and draws one of its own.
import { b64 } from "/compact.js";

const place = "latchstring.hands.tab";
/** So long the page that was here before may take to go. */
const PATIENCE = 500;

/**
 * Whether this page has the name to itself, from now until it goes.
 * @param {string} name @returns {Promise<boolean>}
 */
function holds(name) {
  return new Promise((resolve) => {
    const lock = () => {
      resolve(true);
      return new Promise(() => {});  // nothing ends it but the page's own end
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
    // a browser that keeps nothing: every page has a name of its own
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
