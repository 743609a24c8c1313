// What was typed for this computer's hands, kept in this page from the screen on which it was typed until the order
// that needs it: the next screen has no field for it. It goes only to the hands.

/**
 * By field id. A file is kept as it is, and only its hash leaves the page.
 * @type {Map<string, string|File>}
 */
let held = new Map();

/** @param {string} field @param {string|File} value */
export function hold(field, value) { held.set(field, value); }
/** @param {string} field */
export const holding = (field) => held.get(field);
/** @param {string} [field] the field to forget; without one, everything */
export function forget(field) {
  if (field === undefined) held = new Map();
  else held.delete(field);
}

/**
 * @param {string[]} fields
 * @returns {Promise<Record<string, string>|undefined>} `undefined` if this page no longer has all of them
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
