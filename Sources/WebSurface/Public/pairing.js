// The address at which `latchstring home` opens its page pairs this browser with the hands of this computer, once. Its
// secret stands in the fragment, which no browser sends to a server. It leaves the address bar before anything else
// happens, and goes to nobody but the hands.

/** The beginning of such a fragment; 22 characters of base64url follow. */
const lead = "#pair=";

/**
 * Takes the secret out of the address and out of the browser's history.
 * @returns {string|undefined}
 */
function take() {
  if (!location.hash.startsWith(lead)) return undefined;
  const secret = location.hash.slice(lead.length);
  history.replaceState(history.state, "", location.pathname + location.search);
  return /^[\w-]{22}$/.test(secret) ? secret : undefined;
}

async function pair() {
  const secret = take();
  if (!secret || document.documentElement.dataset.home === undefined) return;
  const { pairWith } = await import("/hands-link.js");
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  // Without the hands, or with a secret that was used before, nothing has changed: a page that needs them asks.
  await pairWith(secret, leaving.signal).catch(() => undefined);
}

// Where the page is open already, a new address changes the fragment alone.
addEventListener("hashchange", pair);
void pair();
