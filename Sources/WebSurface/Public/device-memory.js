// What this device has seen: a server that shows less, or something different, is refused.
import * as wraps from "/wraps.js";

/** @typedef {import("/wraps.js").Master} Master */
/**
 * - `lastSeen`: how far an account had come, by its id, base64url.
 * - `note`: notes only what was opened, and never less than before. `rev` is the revision of an index that this Master
 *   Key opened; 0 if it opened none. `isUsed` if something is written under it: then no cancelled run removes it.
 * - `noteOpened`: notes a Master Key that was opened, or made here and accepted.
 * @typedef {{
 *   lastSeen: (account: string) => import("/master-keys.js").Seen,
 *   note: (account: string, master: Master, rev: number, isUsed?: boolean) => void,
 *   noteOpened: (materials: {account: string, isProvisional: boolean}, newest: Master) => void,
 * }} Memory
 */

/**
 * A memory that notes nothing. What this device saw before is still compared.
 * @returns {Memory}
 */
export const onlyComparing = () => ({ lastSeen, note: () => {}, noteOpened: () => {} });

/** @returns {Memory} */
export function remembering() {
  // A Master Key that a cancelled run removes with it is not remembered. It can only be the account's first, and
  // nothing has been written under it yet: which run wrote its rows is the server's word.
  let isProvisional = false;
  /** @type {Memory["note"]} */
  function note(account, master, rev, isUsed = false) {
    if (isUsed) isProvisional = false;
    if (!isProvisional) store(account, master, rev);
  }
  return {
    lastSeen, note,
    noteOpened(materials, newest) {
      isProvisional = materials.isProvisional && newest.g === 1;
      note(materials.account, newest, 0);
    },
  };
}

/** @type {Memory["lastSeen"]} */
function lastSeen(account) {
  try {
    return { g: 0, rev: 0, authority: "", ...JSON.parse(localStorage.getItem(`latchstring.seen.${account}`) ?? "{}") };
  } catch {
    return { g: 0, rev: 0, authority: "" };
  }
}

/**
 * Never less than before, even if another page of this browser has seen more meanwhile.
 * @param {string} account @param {Master} master @param {number} rev
 */
function store(account, master, rev) {
  const seen = lastSeen(account);
  if (seen.g > master.g) return;
  try {
    const newest = Math.max(rev, seen.rev);
    localStorage.setItem(
      `latchstring.seen.${account}`,
      JSON.stringify({ g: master.g, rev: newest, authority: wraps.b64(master.authority) })
    );
  } catch {
    // A browser that stores nothing cannot compare; everything else still holds.
  }
}
