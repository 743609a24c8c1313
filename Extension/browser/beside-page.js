// Beside a page, where the page cannot reach: hands on what the site says of its accounts, to which the browser adds
// the frame's origin; and holds a line to the worker while a request of this page lasts.
/** No site has more to say in one call. */
const LONGEST_SIGNAL = 64 * 1024;

document.addEventListener("latchstring-signal", (event) => {
  const signal = /** @type {CustomEvent} */ (event).detail;
  if (typeof signal !== "string" || signal.length > LONGEST_SIGNAL) return;
  try {
    chrome.runtime.sendMessage({ signal }).catch(() => {});
  } catch {
    // The extension was reloaded under this page: the next page has the new one.
  }
});

chrome.runtime.onMessage.addListener((/** @type {import("./page-watch.js").Watch} */ message) => {
  if (message?.origin === location.origin) chrome.runtime.connect({ name: message.watch });
});
