// The ticket of a rehearsal: eight signs that a person reads here and types in another browser. The server gets their
// hash, and the signs only where they are typed. `Runner+Rehearsals` reads what was typed.

/** Crockford's base32: no sign looks like another. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * 40 random bits: as they are hashed, and as they are shown.
 * @returns {{signs: string, shown: string}}
 */
export function drawTicket() {
  const signs = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => SIGNS[byte & 31]).join("");
  return { signs, shown: `${signs.slice(0, 4)}-${signs.slice(4)}` };
}
