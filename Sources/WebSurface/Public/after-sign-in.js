// What follows a sign-in: the account's page, or coming back after a loss. If the key gave something that may open the
// account, it is shown in the same document, where the next flow can still use it, and so is a flow after one that
// opened the journal. On the account's page it waits no longer than a touch counts as fresh.
import * as ways from "/back.js";
import * as openPages from "/open-pages.js";
import * as pages from "/pages.js";
import * as secrets from "/secret-fields.js";
import * as vault from "/vault.js";

const ACCOUNT = "/account";
/** How long a touch counts as fresh, in milliseconds; the server decides for itself. */
const FRESH = 300000;
let waiting = 0;

/**
 * Whether the page that follows the flow is shown in this document.
 * @param {string} next
 */
export const isShownHere = (next) => openPages.isShownHere(next)
  || (next === ACCOUNT ? vault.isHolding() : next.startsWith("/flow/") && (vault.isHolding() || vault.isOpen()));

/**
 * Shows it; if anything is in the way, the browser loads it.
 * @param {string} next
 * @param {() => void} ended called when the flow's screen goes
 */
export async function show(next, ended) {
  const elsewhere = await pages.show({
    address: next, isExpected: (path) => path === next, enter: (path) => {
      ended();
      ways.gone();
      history.replaceState(null, "", path);
    },
  }).catch(() => next);
  if (elsewhere !== undefined) location.replace(elsewhere);
  else if (openPages.isShownHere(next)) await openPages.drawn(next);
  else if (next === ACCOUNT) waiting = setTimeout(() => secrets.forget(), FRESH);
}

/** Another flow begins here and takes over what is waiting. */
export function over() {
  clearTimeout(waiting);
  openPages.over();
}
