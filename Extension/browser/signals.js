// Beside the page, where it cannot reach: hands on what the site says of its accounts. The browser adds the frame's origin, which decides whose word it is.
/** No site has more to say in one call. */
const LONGEST_SIGNAL = 256 * 1024;

document.addEventListener("latchstring-signal", (event) => {
  const signal = /** @type {CustomEvent} */ (event).detail;
  if (typeof signal !== "string" || signal.length > LONGEST_SIGNAL) return;
  try {
    chrome.runtime.sendMessage({ signal }).catch(() => {});
  } catch {
    // The extension was reloaded under this page: the next page has the new one.
  }
});
