// Browsers tell an extension that a page gave up, but not that it is gone. So the script beside the page keeps a
// connection open while the page's request lasts.

/**
 * What the script beside a page is told: the name of its connection, and the origin of the pages it is meant for.
 * @typedef {{watch: string, origin?: string}} Watch
 */

/**
 * Calls `gone` when the requesting page is closed or has gone elsewhere. It made its request just now, so it is in
 * front: of the pages in front, those of its origin are watched, and all of them must be gone. If no script runs beside
 * the page, because the page is older than this extension, `gone` is never called.
 * @param {number} id The request's.
 * @param {string | undefined} origin According to the browser. If it names none, nothing is watched.
 * @param {() => void} gone
 * @returns {() => void} Ends the watch.
 */
export function watchPage(id, origin, gone) {
  const name = `page-${id}`;
  const ports = /** @type {Set<chrome.runtime.Port>} */ (new Set());
  /** @param {chrome.runtime.Port} port */
  const connected = (port) => {
    if (port.name !== name || port.sender?.origin !== origin) return;
    ports.add(port);
    port.onDisconnect.addListener(() => {
      if (ports.delete(port) && ports.size === 0) gone();
    });
  };
  chrome.runtime.onConnect.addListener(connected);
  void chrome.tabs.query({ active: true }).then((tabs) => {
    for (const tab of tabs) if (tab.id !== undefined) chrome.tabs.sendMessage(tab.id, { watch: name, origin }).catch(() => {});
  });
  return () => {
    chrome.runtime.onConnect.removeListener(connected);
    for (const port of ports) port.disconnect();
    ports.clear();
  };
}
