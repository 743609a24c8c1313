// The Master Key and its wraps, version 1: here every key is derived, and every text written, opened and checked.
import {
  K, agree, ascii, head, join, need, open, open32, openFrom, recipientHead, same, seal, sha256, sign, textOf,
} from "./compact.js";
import { b64, hash, partsOf, payload, publicKey, u64, unb64, verifySignature } from "./compact.js";
export { K, Refused, b64, hash, payload, publicKey, u64, unb64 } from "./compact.js";

/** Why something is refused that may be an older copy put back by its owner. */
export const OLDER = "older than this device has seen";

/** @typedef {"key" | "card" | "phrase" | "escrow"} Kind The kinds of thing that can open an account. */
/**
 * What is derived from a way's secret.
 * @typedef {{recipient: Uint8Array, seal: Uint8Array, pad: Uint8Array, proof?: Uint8Array}} Keys
 */
/** @typedef {{kind: Kind, rp: string, account: Uint8Array, record: Uint8Array, keys: Keys}} Way */
/**
 * A Master Key with its signing key.
 * @typedef {{bytes: Uint8Array, account: Uint8Array, g: number, seed: Uint8Array, authority: Uint8Array}} Master
 */
/**
 * The payload of a generation's statement.
 * @typedef {{acc: string, g: number, authority: string, history: string, index: string, keep: Kept[]}} Statement
 */
/**
 * A way that a statement keeps: record id, H(record), H(wrap).
 * @typedef {[record: string, hash: string, wrap: string]} Kept
 */
/**
 * The payload of a record.
 * @typedef {{acc: string, kid: string, kind: Kind, g: number, rp: string, recipient: string, proof: string,
 *   find: string, anchor: string, pad: string, wrap: string}} WayRecord
 */
/** @typedef {{acc: string, kid: string, origin: string, purpose: string, challenge: string}} Proof a payload */
/** @typedef {{acc: string, kid: string, g: number, how: string, origin: string, challenge: string}} Drill a payload */
/**
 * The payloads, by the type of the signed text.
 * @typedef {{"ls1-generation": Statement, "ls1-record": WayRecord, "ls1-proof": Proof,
 *   "ls1-drill": Drill}} Payloads
 */
/** @typedef {Record<string, unknown>} Unjudged a payload as received */
/**
 * Returns n bytes. `name` says what they are for; the functions that make something list the names in the order of
 * their requests.
 * @typedef {(n: number, name: string) => Uint8Array} Random
 */

/** The id of the entry that lists all others. */
export const INDEX = new Uint8Array(16);

/** @type {Random} */
const drawn = (n) => crypto.getRandomValues(new Uint8Array(n));

// The contents of a payload. Each test says whether a member is as required.

/** @param {number} size */
const bytes = (size) => (/** @type {unknown} */ value) => typeof value === "string" && isBytes(value, size);
/** @param {string} text @param {number} size */
function isBytes(text, size) {
  try {
    return unb64(text).length === size;
  } catch {
    return false;
  }
}
/** @type {(value: unknown) => value is number} */
const isNumber = (value) => typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 0xffffffff;
const isName = (/** @type {unknown} */ value) => typeof value === "string" && /^[a-z0-9.:/[\]_-]+$/.test(value);
/** @type {unknown[]} */
const kinds = ["key", "card", "phrase", "escrow"];
const provesItself = (/** @type {unknown} */ kind) => kind === "phrase" || kind === "escrow";

/** @type {(kept: unknown) => kept is Kept} */
const isKept = (kept) =>
  Array.isArray(kept) && kept.length === 3 && kept.every((part, place) => bytes(place ? 32 : 16)(part));
/**
 * Sorted by record id, without duplicates.
 * @type {(keep: unknown) => keep is Kept[]}
 */
const isKeep = (keep) =>
  Array.isArray(keep) && keep.every((kept, index) => isKept(kept) && !(index && keep[index - 1][0] >= kept[0]));

/** @type {(typ: string, jwe: unknown, record: Unjudged) => boolean} */
function isSealed(typ, jwe, { acc, kid, kind, g }) {
  try {
    return typeof jwe === "string" && partsOf(head(typ, { acc, kid, kind, g }), jwe) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Whether a wrap claims to belong to a record, in this generation.
 * @param {string} wrap @param {Unjudged} record its payload @param {number} g
 */
export const isWrapOf = (wrap, record, g) => isSealed("ls1-wrap", wrap, { ...record, g });

/**
 * The members of each payload in their order, and what each must be.
 * @type {Record<keyof Payloads, Record<string, (value: unknown, all: Unjudged) => boolean>>}
 */
const MEMBERS = {
  "ls1-generation": {
    acc: bytes(16), g: isNumber, authority: bytes(32),
    history: (value, all) => (all.g === 1 ? value === "" : bytes(32)(value)),
    index: bytes(32),
    keep: (value, all) => isKeep(value) && ((isNumber(all.g) && all.g > 1) || value.length === 0),
  },
  "ls1-record": {
    acc: bytes(16), kid: bytes(16),
    kind: (value) => kinds.includes(value),
    g: isNumber, rp: isName, recipient: bytes(32),
    proof: (value, all) => (provesItself(all.kind) ? bytes(32)(value) : value === ""),
    find: (value, all) => (all.kind === "card" ? value === "" : bytes(32)(value)),
    anchor: (value, all) => isSealed("ls1-anchor", value, all),
    pad: (value, all) => isSealed("ls1-pad", value, all),
    wrap: bytes(32),
  },
  "ls1-proof": { acc: bytes(16), kid: bytes(16), origin: isName, purpose: isName, challenge: bytes(32) },
  "ls1-drill": { acc: bytes(16), kid: bytes(16), g: isNumber, how: isName, origin: isName, challenge: bytes(32) },
};

/**
 * The payload of a signed text, once its signature, header and every member have been checked.
 * @template {keyof Payloads} Typ
 * @param {Uint8Array} authority @param {Typ} typ @param {string} jws
 */
export async function verify(authority, typ, jws) {
  return shaped(typ, await verifySignature(authority, typ, jws));
}

/**
 * The payload of a record, with every member checked but no signature verified.
 * @param {string} jws
 */
export const readRecord = (jws) => shaped("ls1-record", payload(jws));

/**
 * A payload, once every member has been checked: what MEMBERS requires is what the type says.
 * @template {keyof Payloads} Typ
 * @param {Typ} typ @param {Unjudged} value @returns {Payloads[Typ]}
 */
function shaped(typ, value) {
  const members = Object.entries(MEMBERS[typ]);
  need(!Array.isArray(value) && Object.keys(value).join() === members.map(([name]) => name).join(), "payload");
  for (const [name, isRight] of members) need(isRight(value[name], value), "payload");
  return /** @type {Payloads[Typ]} */ (value);
}

// Keys

/** Draws the id of a new record, which is public. */
export const newRecordID = () => crypto.getRandomValues(new Uint8Array(16));

/**
 * Everything that is derived from a way's secret. `proof` only if the secret itself is what proves that the thing is
 * present.
 * @param {Kind} kind
 * @param {Uint8Array} secret
 * @param {string} rp
 * @param {Uint8Array} account
 * @param {Uint8Array} record
 * @returns {Promise<Keys>}
 */
export async function wayKeys(kind, secret, rp, account, record) {
  const of = (/** @type {string} */ purpose) => K(secret, purpose, kind, rp, account, record);
  const keys = { recipient: await of("recipient"), seal: await of("seal"), pad: await of("pad") };
  return provesItself(kind) ? { ...keys, proof: await of("proof") } : keys;
}

/**
 * The value that finds the record of a phrase or of escrow while the account is unknown.
 * @param {Kind} kind @param {Uint8Array} secret @param {string} rp
 */
export async function lookup(kind, secret, rp) {
  return K(secret, "lookup", kind, rp, new Uint8Array(0), new Uint8Array(0));
}

/** Crockford's base32: no sign looks like another. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/**
 * The check on a kit: 40 bits that the words and the id of their record give, in eight characters (WRAPS §2).
 * @param {Uint8Array} entropy of the words @param {string} rp @param {Uint8Array} account @param {Uint8Array} record
 */
export async function check(entropy, rp, account, record) {
  const key = await K(entropy, "check", "phrase", rp, account, record);
  const bits = key.subarray(0, 5).reduce((all, byte) => all * 256 + byte, 0);  // below 2 to the power of 53
  return Array.from({ length: 8 }, (_, at) => CROCKFORD[Math.floor(bits / 32 ** (7 - at)) % 32]).join("");
}

/**
 * A Master Key of generation g.
 * @param {Uint8Array} bytes @param {Uint8Array} account @param {number} g @returns {Promise<Master>}
 */
export async function master(bytes, account, g) {
  const seed = await K(bytes, "authority", account, u64(g));
  return { bytes, account, g, seed, authority: await publicKey(seed, "Ed25519") };
}

/** @param {Master} master @param {string} purpose @param {...(string | Uint8Array | {u64: number})} more */
const keyOf = (master, purpose, ...more) => K(master.bytes, purpose, master.account, u64(master.g), ...more);

/** @param {Uint8Array} account @param {Uint8Array} record @param {Kind} kind @param {number} g */
const ids = (account, record, kind, g) => ({ acc: b64(account), kid: b64(record), kind, g });

// Wraps, records, generations

/**
 * The Master Key, closed to all ways but one. Needs only the public half and the pad of that way. Draws: `eph` 32,
 * `inner` 12, `outer` 12.
 * @param {Master} master @param {{record: Uint8Array, kind: Kind, recipient: Uint8Array, pad: Uint8Array}} way
 */
export async function makeWrap(master, { record, kind, recipient, pad }, random = drawn) {
  const [ephemeral, inner, outer] = [random(32, "eph"), random(12, "inner"), random(12, "outer")];
  const header = recipientHead(b64(await publicKey(ephemeral, "X25519")));
  const closed = await seal(await agree(ephemeral, recipient), header, master.bytes, inner);
  return seal(pad, head("ls1-wrap", ids(master.account, record, kind, master.g)), ascii.encode(closed), outer);
}

/**
 * States what is public about a way, while the thing is present and the Master Key open. Draws: `anchor` 12, `pad` 12.
 * `find` is the PRF salt of a key, the SHA-256 of the lookup of a phrase or of escrow, and empty for a card.
 * @param {Master} master
 * @param {{kind: Kind, rp: string, record: Uint8Array, keys: Keys, find: Uint8Array}} way
 * @param {string} wrap
 */
export async function makeRecord(master, { kind, rp, record, keys, find }, wrap, random = drawn) {
  const of = ids(master.account, record, kind, master.g);
  const anchor = await seal(keys.seal, head("ls1-anchor", of), master.authority, random(12, "anchor"));
  const pad = await seal(await keyOf(master, "pad", record), head("ls1-pad", of), keys.pad, random(12, "pad"));
  const recipient = b64(await publicKey(keys.recipient, "X25519"));
  const proof = keys.proof ? b64(await publicKey(keys.proof, "Ed25519")) : "";
  return sign(
    master.seed, "ls1-record", { ...of, rp, recipient, proof, find: b64(find), anchor, pad, wrap: await hash(wrap) });
}

/**
 * What a statement says, except for its history.
 * @param {Master} master @param {string} index the JWE @param {Kept[]} keep
 */
async function statementOf(master, index, keep) {
  const sorted = [...keep].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    acc: b64(master.account), g: master.g, authority: b64(master.authority), history: "", index: await hash(index),
    keep: sorted,
  };
}

/**
 * The name by which a generation's history refers to its statement: SHA-256 of the payload with an empty history.
 * @param {Statement} statement its payload
 */
export const nameOf = (statement) => sha256(ascii.encode(JSON.stringify({ ...statement, history: "" })));

/**
 * The statement of generation 1, which keeps nothing and signs itself.
 * @param {Master} master @param {string} index the JWE
 */
export async function makeFirst(master, index) {
  return sign(master.seed, "ls1-generation", await statementOf(master, index, []));
}

/**
 * The statement of a new generation, signed with the previous Master Key, and the history: the previous Master Key and
 * the statement's name, sealed under the new one. So both vouch for every word: whoever has only the previous one can
 * neither add a way nor remove one. Draws: `history` 12.
 * @param {Master} old @param {Master} master @param {string} index the JWE
 * @param {Kept[]} keep each way that stays
 */
export async function makeSuccession(old, master, index, keep, random = drawn) {
  const statement = await statementOf(master, index, keep);
  const plain = join(old.bytes, await nameOf(statement));
  const history = await seal(await keyOf(master, "history"), historyHead(master), plain, random(12, "history"));
  return { statement: await sign(old.seed, "ls1-generation", { ...statement, history: await hash(history) }), history };
}

/** @param {Master} master */
const historyHead = (master) => head("ls1-history", { acc: b64(master.account), g: master.g });

/**
 * What a generation's history holds: the previous Master Key, and the name of the generation's statement. Neither is
 * compared with anything here; master-keys.js does that.
 * @param {Master} now @param {string} history
 */
export async function openHistory(now, history) {
  const plain = await open(await keyOf(now, "history"), historyHead(now), history);
  need(plain.length !== 32, "from before");  // it names no statement: nothing vouches for what that keeps
  need(plain.length === 64, "payload");
  return { old: await master(plain.subarray(0, 32), now.account, now.g - 1), statement: plain.subarray(32) };
}

// Entries

/** @param {Master} master @param {Uint8Array} id @param {number} rev */
const entryHead = (master, id, rev) => head("ls1-entry", { acc: b64(master.account), kid: b64(id), rev, g: master.g });

/**
 * Draws: `entry` 12.
 * @param {Master} master @param {Uint8Array} id @param {number} rev @param {Uint8Array} bytes
 */
export async function makeEntry(master, id, rev, bytes, random = drawn) {
  return seal(await keyOf(master, "entry", id, u64(rev)), entryHead(master, id, rev), bytes, random(12, "entry"));
}

/** @param {Master} master @param {Uint8Array} id @param {number} rev @param {string} jwe */
export async function openEntry(master, id, rev, jwe) {
  return open(await keyOf(master, "entry", id, u64(rev)), entryHead(master, id, rev), jwe);
}

// Opening

/**
 * The authority of the generation in which a record was made: what a way itself remembers.
 * @param {Way} way @param {string} anchor @param {number} g
 */
export async function openAnchor({ kind, account, record, keys }, anchor, g) {
  return open32(keys.seal, head("ls1-anchor", ids(account, record, kind, g)), anchor);
}

/**
 * The Master Key of the newest generation, opened by one way. The anchor says which chain is right, the chain says
 * which key.
 * @param {Way} way @param {string} anchor @param {number} anchorGeneration
 * @param {string[]} chain the statements from anchorGeneration + 1 to now
 * @param {string} wrap @param {number} floor the newest generation that this device has seen
 * @returns {Promise<Master>}
 */
export async function openWay(way, anchor, anchorGeneration, chain, wrap, floor = 0) {
  const { kind, account, record, keys } = way;
  let g = anchorGeneration;
  let authority = await openAnchor(way, anchor, g);
  for (const jws of chain) {
    const statement = await verify(authority, "ls1-generation", jws);
    need(statement.acc === b64(account) && statement.g === g + 1, "order");
    authority = unb64(statement.authority);
    g += 1;
  }
  need(g >= floor, OLDER);
  const closed = textOf(await open(keys.pad, head("ls1-wrap", ids(account, record, kind, g)), wrap), "shape");
  const opened = await master(await openFrom(keys.recipient, closed), account, g);
  // This line, not a signature, vouches for a wrap.
  need(same(opened.authority, authority), "not the key that the chain names");
  return opened;
}

/**
 * The ways that get the next wrap: those that the newest generation keeps, byte for byte, and those signed in it, which
 * take precedence over a kept one.
 * @param {Uint8Array} authority @param {Statement} generation the payload of its statement @param {string[]} records
 * @param {string[]} dropped record ids to leave out; their records may be gone already
 * @returns {Promise<Map<string, {jws: string, payload: WayRecord}>>}
 */
export async function ways(authority, generation, records, dropped = []) {
  const kept = new Map(generation.keep.map(([kid, record]) => [record, kid]));
  /** @type {Map<string, {jws: string, payload: WayRecord}>[]} */
  const [signed, old] = [new Map(), new Map()];
  for (const jws of records) {
    const kid = kept.get(await hash(jws));
    if (kid !== undefined) {
      const record = /** @type {WayRecord} */ (payload(jws));  // the statement's signer vouched for each byte
      need(record.kid === kid, "a record that nobody kept");
      old.set(kid, { jws, payload: record });
      continue;
    }
    const record = await verify(authority, "ls1-record", jws);
    need(record.g === generation.g && record.acc === generation.acc, "a record that nobody kept");
    signed.set(record.kid, { jws, payload: record });
  }
  const all = new Map([...old, ...signed]);
  need([...kept.values()].every((kid) => all.has(kid) || dropped.includes(kid)), "a way is missing");
  for (const kid of dropped) all.delete(kid);
  return all;
}

/**
 * The pad of a way that is not present.
 * @param {Master} master of the record's generation @param {WayRecord} record its payload
 */
export async function openPad(master, record) {
  const kid = unb64(record.kid);
  return open32(
    await keyOf(master, "pad", kid), head("ls1-pad", ids(master.account, kid, record.kind, master.g)), record.pad);
}

/**
 * Proves that a phrase or the escrow secret is present, for one purpose at one origin.
 * @param {Uint8Array} proofSeed
 * @param {{account: Uint8Array, record: Uint8Array, origin: string, purpose: string, challenge: Uint8Array}} what
 */
export async function prove(proofSeed, { account, record, origin, purpose, challenge }) {
  return sign(
    proofSeed, "ls1-proof", { acc: b64(account), kid: b64(record), origin, purpose, challenge: b64(challenge) });
}

/**
 * Signs that a way opened its own wrap, with the Master Key that the wrap held. `Wraps/Drill` is the twin.
 * @param {Master} master
 * @param {{record: Uint8Array, how: string, origin: string, challenge: Uint8Array}} what
 */
export async function proveDrill(master, { record, how, origin, challenge }) {
  return sign(master.seed, "ls1-drill", {
    acc: b64(master.account), kid: b64(record), g: master.g, how, origin, challenge: b64(challenge),
  });
}

/**
 * Signs a change of the journal: a session alone, which a copied cookie provides, cannot change anything.
 * `Wraps/JournalChange` is the twin.
 * @param {Master} master
 * @param {{entry: Uint8Array, rev: number, sealed?: string, index: string, indexRev: number}} change without `sealed`
 *   the entry is removed
 */
export async function proveChange(master, { entry, rev, sealed, index, indexRev }) {
  return sign(master.seed, "ls1-change", {
    acc: b64(master.account), g: master.g, kid: b64(entry), rev, entry: sealed === undefined ? "" : await hash(sealed),
    index: await hash(index), indexRev,
  });
}
