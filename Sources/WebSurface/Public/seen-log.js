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
  const newest = await checkpoint(), seen = remembered();
  if (!seen) return newest && remember(newest);
  if (newest && await isStillThere(seen, newest)) return remember(newest);
  banner.hidden = false;
  banner.querySelector("button")?.addEventListener("click", () => {
    if (newest) remember(newest); else localStorage.removeItem(KEY);
    banner.hidden = true;
    document.getElementById("main")?.focus();
  });
}

/** @param {Place} seen @param {Place} newest */
async function isStillThere(seen, newest) {
  if (seen.position >= newest.position) return seen.position === newest.position && seen.digest === newest.digest;
  const there = await (await answer(`${ADDRESS}?position=${seen.position}`)).json();
  return there.digest === seen.digest;
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

/** @param {Place} place */
const remember = ({ position, digest }) => localStorage.setItem(KEY, JSON.stringify({ position, digest }));

begin();
