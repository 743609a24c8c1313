// What was typed for the hands of this computer, kept in this page from the screen on which it was typed to the order
// that needs it: the next screen has no field for it. It goes to the hands alone.

/**
 * By the id of its field. A file is kept as it is, and only its hash leaves the page.
 * @type {Map<string, string|File>}
 */
let held = new Map();

/** @param {string} field @param {string|File} value */
export function hold(field, value) { held.set(field, value); }
/** @param {string} field */
export const holding = (field) => held.get(field);
/** @param {string} [field] that one; without a name, everything */
export function forget(field) {
  if (field === undefined) held = new Map();
  else held.delete(field);
}

/**
 * @param {string[]} fields
 * @returns {Promise<Record<string, string>|undefined>} nothing where this page does not have all of them any more
 */
export async function secretsFor(fields) {
  /** @type {Record<string, string>} */
  const secrets = {};
  for (const field of fields) {
    const value = held.get(field);
    if (value === undefined) return undefined;
    try {
      secrets[field] = typeof value === "string" ? value : await hashOf(value);
    } catch {
      return undefined;  // the file was moved or changed after it was chosen
    }
  }
  return secrets;
}

/** @param {File} file @returns {Promise<string>} its SHA-256, in hex */
export async function hashOf(file) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
