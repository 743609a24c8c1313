// Browsers tell an extension that a page gave up, not that it is gone. So whatever stands beside the page holds a line
// while its request lasts.

/** @typedef {{watch: string, origin?: string}} Watch What stands beside a page is told: the name of its line, and in which pages it is meant. */

/**
 * Calls `gone` when the page that asks is closed, or has gone elsewhere. It asked just now, so it is in front: of the
 * pages in front, those of its origin are watched, and all of them have to be gone. Where nothing stands beside the
 * page, because it is older than this extension, nobody calls.
 * @param {number} id The request's.
 * @param {string | undefined} origin As the browser says it. Where it says none, nothing is watched.
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
