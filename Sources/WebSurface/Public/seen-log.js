// Compares the site's log with what this device saw of it before. Whoever cuts the log off, or writes it anew, cannot
// know what each device remembers. docs/AUDIT.md describes what is asked.

const ADDRESS = "/.well-known/latchstring-checkpoint", KEY = "latchstring.log";

/**
 * A place in the log.
 * @typedef {{position: number, digest: string}} Place the digest as the checkpoint writes it, in Base64
 */

export function begin() {
  const banner = document.querySelector("[data-log-changed]");
  if (banner instanceof HTMLElement) void look(banner).catch(() => {});  // asked again with the next page
}

/** @param {HTMLElement} banner */
async function look(banner) {
  const seen = remembered(), newest = await checkpoint();  // in this order: another tab may remember more meanwhile
  if (!seen || await isStillThere(seen)) return newest && remember(newest);
  banner.hidden = false;
  banner.querySelector("button")?.addEventListener("click", () => {
    localStorage.removeItem(KEY);
    if (newest) remember(newest);
    banner.hidden = true;
    document.getElementById("main")?.focus();
  });
}

/**
 * What the site may have taken out of the log since, and says that it did, cannot be compared. A checkpoint that the site
 * does not know is one that somebody took away: this device remembers nothing else.
 * @param {Place} seen
 */
async function isStillThere({ position, digest }) {
  const asked = new URLSearchParams({ position: String(position), digest });
  const { same, trimmed } = await (await answer(`${ADDRESS}?${asked}`)).json();
  return same === true || trimmed === true;
}

/** @returns {Promise<Place|undefined>} nothing if the site has none */
async function checkpoint() {
  const [, position, digest] = (await (await answer(ADDRESS)).text()).split("\n");
  return digest ? { position: Number(position), digest } : undefined;
}

/**
 * @param {string} address
 * @throws if the site cannot say
 */
async function answer(address) {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new TypeError(`status ${response.status}`);
  return response;
}

/** @returns {Place|undefined} */
function remembered() {
  try {
    const { position, digest } = JSON.parse(localStorage.getItem(KEY) ?? "");
    return Number.isSafeInteger(position) && typeof digest === "string" ? { position, digest } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Never less than before.
 * @param {Place} place
 */
function remember({ position, digest }) {
  if ((remembered()?.position ?? 0) <= position) localStorage.setItem(KEY, JSON.stringify({ position, digest }));
}

begin();
