// Runs beside a page, where the page cannot reach: passes on what the site says about its accounts, to which the
// browser adds the frame's origin, and keeps a connection to the worker open while a request of this page lasts.
/** No site needs to say more than this in one call. */
const LONGEST_SIGNAL = 64 * 1024;

document.addEventListener("latchstring-signal", (event) => {
  const signal = /** @type {CustomEvent} */ (event).detail;
  if (typeof signal !== "string" || signal.length > LONGEST_SIGNAL) return;
  try {
    chrome.runtime.sendMessage({ signal }).catch(() => {});
  } catch {
    // The extension was reloaded under this page: the next page gets the new one.
  }
});

chrome.runtime.onMessage.addListener((/** @type {import("./page-watch.js").Watch} */ message) => {
  if (message?.origin === location.origin) chrome.runtime.connect({ name: message.watch });
});
