// Compact JWE and JWS (RFC 7516, 7515) with the single choice of algorithms that the Master Key and its wraps use,
// implemented with WebCrypto only. A reader never trusts a parse: it builds the expected header and compares, and
// serializes a parsed payload again and compares.

/** Something is not as required. `why` names it, always in the same words. */
export class Refused extends Error {
  /** @param {string} why */
  constructor(why) {
    super(why);
    this.name = "Refused";
    this.why = why;
  }
}

const subtle = crypto.subtle;
export const ascii = new TextEncoder();

/** @type {(condition: unknown, why: string) => asserts condition} */
export function need(condition, why) {
  if (!condition) throw new Refused(why);
}

// Bytes

/** @param {...Uint8Array} pieces */
export function join(...pieces) {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** @param {Uint8Array} left @param {Uint8Array} right */
export const same = (left, right) => left.length === right.length && left.every((byte, index) => byte === right[index]);

/**
 * Decodes UTF-8.
 * @param {Uint8Array} bytes @param {string} why the reason given for bytes that are not UTF-8
 */
export function textOf(bytes, why) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(why);
  }
}

/**
 * base64url without padding.
 * @param {Uint8Array} bytes
 */
export function b64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The bytes of a base64url text. A text that does not encode to itself again is refused.
 * @param {string} text
 */
export function unb64(text) {
  let bytes;
  try {
    bytes = Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  } catch {
    throw new Refused("base64url");
  }
  need(b64(bytes) === text, "base64url");
  return bytes;
}

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));

/**
 * H of the format: the hash that names a compact JWE or JWS.
 * @param {string} text
 */
export async function hash(text) {
  return b64(await sha256(ascii.encode(text)));
}

/**
 * An integer as a part of {@link K}.
 * @param {number} n @returns {{u64: number}}
 */
export const u64 = (n) => ({ u64: n });

/** @param {string | Uint8Array | {u64: number}} part */
function partBytes(part) {
  if (typeof part === "string") return ascii.encode(part);
  if (part instanceof Uint8Array) return part;
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(part.u64));
  return bytes;
}

/**
 * K of the format: HKDF-SHA256 with no salt, to 32 bytes. A part is a string, bytes, or an integer as `{u64: n}`.
 * @param {Uint8Array} ikm
 * @param {...(string | Uint8Array | {u64: number})} parts
 */
export async function K(ikm, ...parts) {
  const pieces = ["latchstring/v1", ...parts].map(partBytes);
  const info = join(...pieces.map((piece) => join(Uint8Array.of(piece.length >> 8, piece.length & 255), piece)));
  const key = await subtle.importKey("raw", ikm, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(
    await subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info }, key, 256));
}

// Curve keys

/**
 * A raw private key in the form WebCrypto takes: PKCS #8.
 * @param {Uint8Array} seed @param {"X25519" | "Ed25519"} curve
 */
function pkcs8(seed, curve) {
  need(seed.length === 32, "key");
  const object = curve === "X25519" ? 0x6e : 0x70;
  return join(Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, object, 4, 0x22, 4, 0x20), seed);
}

/**
 * The public half of a private key.
 * @param {Uint8Array} seed @param {"X25519" | "Ed25519"} curve
 */
export async function publicKey(seed, curve) {
  const key = await subtle.importKey(
    "pkcs8", pkcs8(seed, curve), curve, true, curve === "X25519" ? ["deriveBits"] : ["sign"]);
  return unb64((await subtle.exportKey("jwk", key)).x ?? "");
}

/**
 * The key that ECDH-ES derives (RFC 7518 §4.6.2, no apu, no apv).
 * @param {Uint8Array} seed @param {Uint8Array} other
 */
export async function agree(seed, other) {
  let agreed;
  const own = await subtle.importKey("pkcs8", pkcs8(seed, "X25519"), "X25519", false, ["deriveBits"]);
  try {
    const key = await subtle.importKey("raw", other, "X25519", false, []);
    agreed = new Uint8Array(await subtle.deriveBits({ name: "X25519", public: key }, own, 256));
  } catch {
    throw new Refused("zero agreement");
  }
  need(agreed.some((byte) => byte !== 0), "zero agreement");
  return sha256(
    join(
      Uint8Array.of(0, 0, 0, 1), agreed, Uint8Array.of(0, 0, 0, 7), ascii.encode("A256GCM"), new Uint8Array(8),
      Uint8Array.of(0, 0, 1, 0)));
}

// JWE and JWS

/** @param {string} typ @param {object} members */
export const head = (typ, members) => JSON.stringify({ alg: "dir", enc: "A256GCM", typ, ...members });

/** @param {Uint8Array} key @param {"encrypt" | "decrypt"} use */
const aes = (key, use) => subtle.importKey("raw", key, "AES-GCM", false, [use]);

/** @param {Uint8Array} key @param {string} header @param {Uint8Array} plain @param {Uint8Array} iv */
export async function seal(key, header, plain, iv) {
  const first = b64(ascii.encode(header));
  const sealed = new Uint8Array(
    await subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: ascii.encode(first) }, await aes(key, "encrypt"), plain));
  return [first, "", b64(iv), b64(sealed.subarray(0, -16)), b64(sealed.subarray(-16))].join(".");
}

/**
 * The parts of a JWE that has exactly this header.
 * @param {string} header @param {string} jwe
 */
export function partsOf(header, jwe) {
  const parts = jwe.split(".");
  need(parts.length === 5 && parts[1] === "", "shape");
  need(parts[0] === b64(ascii.encode(header)), "header");
  const [iv, text, tag] = parts.slice(2).map(unb64);
  need(iv.length === 12 && tag.length === 16, "shape");
  return { iv, sealed: join(text, tag), additionalData: ascii.encode(parts[0]) };
}

/** @param {Uint8Array} key @param {string} header @param {string} jwe */
export async function open(key, header, jwe) {
  const { iv, sealed, additionalData } = partsOf(header, jwe);
  const opener = await aes(key, "decrypt");
  try {
    return new Uint8Array(await subtle.decrypt({ name: "AES-GCM", iv, additionalData }, opener, sealed));
  } catch {
    throw new Refused("does not open");
  }
}

/** @param {Uint8Array} key @param {string} header @param {string} jwe */
export async function open32(key, header, jwe) {
  const plain = await open(key, header, jwe);
  need(plain.length === 32, "payload");
  return plain;
}

/** @param {string} x */
export const recipientHead = (x) =>
  JSON.stringify({ alg: "ECDH-ES", enc: "A256GCM", epk: { kty: "OKP", crv: "X25519", x } });

/** @param {Uint8Array} seed @param {string} jwe */
export async function openFrom(seed, jwe) {
  const header = textOf(unb64(jwe.split(".")[0]), "header");
  const [before, after] = recipientHead("•").split("•");
  need(
    header.length === before.length + 43 + after.length && header.startsWith(before) && header.endsWith(after), "header"
  );
  const x = header.slice(before.length, before.length + 43);
  return open32(await agree(seed, unb64(x)), recipientHead(x), jwe);
}

/** @param {Uint8Array} seed @param {string} typ @param {object} members */
export async function sign(seed, typ, members) {
  const text = `${b64(ascii.encode(JSON.stringify({ alg: "Ed25519", typ })))}.${b64(ascii.encode(JSON.stringify(members)))}`;
  const key = await subtle.importKey("pkcs8", pkcs8(seed, "Ed25519"), "Ed25519", false, ["sign"]);
  return `${text}.${b64(new Uint8Array(await subtle.sign("Ed25519", key, ascii.encode(text))))}`;
}

/**
 * The payload of a signed text, unverified: nothing is known about any of its members.
 * @param {string} jws @returns {Record<string, unknown>}
 */
export function payload(jws) {
  const parts = jws.split(".");
  need(parts.length === 3, "shape");
  const text = textOf(unb64(parts[1]), "payload");
  let value, again;
  try {
    value = JSON.parse(text);
    again = JSON.stringify(value);
  } catch {
    throw new Refused("payload");
  }
  need(value !== null && typeof value === "object" && again === text, "payload");
  return value;
}

/**
 * The payload of a signed text, once its signature and header have been checked.
 * @param {Uint8Array} authority @param {string} typ @param {string} jws
 */
export async function verifySignature(authority, typ, jws) {
  const [first, second, third, ...more] = jws.split(".");
  need(third !== undefined && more.length === 0, "shape");
  need(first === b64(ascii.encode(JSON.stringify({ alg: "Ed25519", typ }))), "header");
  need(authority.length === 32, "signature");
  const signature = unb64(third);
  const key = await subtle.importKey("raw", authority, "Ed25519", false, ["verify"]).catch(() => undefined);
  need(key && (await subtle.verify("Ed25519", key, signature, ascii.encode(`${first}.${second}`))), "signature");
  return payload(jws);
}
