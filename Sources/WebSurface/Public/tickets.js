// The ticket of a rehearsal: eight signs that a person reads here and types in another browser. The server gets their
// hash, and the signs only where they are typed. `Runner+Rehearsals` reads what was typed.
import { grouped } from "/kit.js";
import { CROCKFORD } from "/wraps.js";

/**
 * 40 random bits: as they are hashed, and as they are shown.
 * @returns {{signs: string, shown: string}}
 */
export function drawTicket() {
  const signs = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => CROCKFORD[byte & 31]).join("");
  return { signs, shown: grouped(signs) };
}
