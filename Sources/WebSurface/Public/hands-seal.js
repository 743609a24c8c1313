// What this page and this computer's hands say to each other, sealed under the one thing that only the two of them
// know: the SHA-256 of the token. The hands have the same in Sources/LocalServer/PageSeal.swift.
import { ascii, b64, join, unb64 } from "/compact.js";

/**
 * One conversation with the hands: an order and its answer.
 * @typedef {object} Bound
 * @property {Uint8Array} hash of the token
 * @property {string} path
 * @property {string} port the hands' own
 * @property {string} opening what they returned with their proof
 */

const subtle = crypto.subtle;

/** @param {Bound} bound @param {"order"|"answer"} direction */
async function key({ hash }, direction) {
  const base = await subtle.importKey("raw", hash, "HKDF", false, ["deriveKey"]);
  const info = ascii.encode(`latchstring/hands/v3/${direction}`);
  return subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info }, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** @param {Bound} bound */
const additionalData = ({ path, port, opening }) =>
  ascii.encode(`latchstring/hands/v3\n${path}\n${location.origin}\n${port}\n${opening}`);

/**
 * @param {Bound} bound @param {unknown} order
 * @returns {Promise<string>} nonce, ciphertext and tag, base64url
 */
export async function sealOrder(bound, order) {
  const iv = crypto.getRandomValues(new Uint8Array(12)), plain = ascii.encode(JSON.stringify(order));
  const sealed = await subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: additionalData(bound) }, await key(bound, "order"), plain);
  return b64(join(iv, new Uint8Array(sealed)));
}

/**
 * @param {Bound} bound @param {string} sealed
 * @throws if somebody else sealed it, or if it was sealed for a different order
 */
export async function openAnswer(bound, sealed) {
  const bytes = unb64(sealed);
  const plain = await subtle.decrypt(
    { name: "AES-GCM", iv: bytes.subarray(0, 12), additionalData: additionalData(bound) }, await key(bound, "answer"), bytes.subarray(12));
  return JSON.parse(new TextDecoder().decode(plain));
}
