// A copy of a journal (WRAPS §7): one text that opens anywhere with a secret of its owner, and signs nobody in. Pages
// write it, and the opener, a page on a disk, reads it with the same code. `Wraps/Copies` is the twin of the reader.
import { need, sign, textOf, verifySignature } from "/compact.js";
import * as masterKeys from "/master-keys.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/master-keys.js").Keys} Keys */
/** @typedef {import("/wraps.js").Kind} Kind */
/**
 * What a file holds. Rows are lists, as in the file: a way is its record and its wrap, an entry its id and its text.
 * @typedef {{format: string, version: number, made: string, site: {rp: string, salt: string},
 *   account: {id: string, username: string}, kit: number, statements: string[], histories: string[],
 *   ways: [record: string, wrap: string][],
 *   keys: {name: string, role: string, opens: boolean, synced: boolean}[], index: [rev: number, sealed: string],
 *   entries: [id: string, sealed: string][], events: [at: string, event: string][], signed: string}} JournalCopy
 */
/**
 * What is sealed. The text of `belongings` says where the person's things lay.
 * @typedef {{kind: "entry"|"person"|"belongings", at: string, text?: string, name?: string, note?: string}} Entry
 */
/** @type {unknown[]} */
const KINDS = ["entry", "person", "belongings"];

/** Why a file is not read, or not opened. */
export const WHY = {
  notACopy: "not a copy", anotherVersion: "another version", damaged: "damaged", noSuchWay: "no such way",
  anotherSecret: "another secret",
};
const DAMAGED = WHY.damaged;

const FORMAT = "ls1-copy";
/** The most bytes of a copy. */
const MOST = 32 << 20;

/**
 * Asks for what a copy holds, signed with the open Master Key: a session alone gets none of it.
 * `Wraps/CopyRequest` is the twin.
 * @param {import("/wraps.js").Master} master @param {string} origin @param {string} challenge base64url
 */
export const request = (master, origin, challenge) =>
  sign(master.seed, "ls1-take", { acc: wraps.b64(master.account), g: master.g, origin, challenge });

// Writing

/**
 * The copy as text, signed with the newest Master Key.
 * @param {Keys} keys @param {Omit<JournalCopy, "format"|"version"|"signed">} what in any order
 */
export async function write({ newest }, what) {
  const { made, site, account, kit, statements, histories, ways, keys, index, entries, events } = what;
  const body = {
    format: FORMAT, version: 1, made, site: { rp: site.rp, salt: site.salt },
    account: { id: account.id, username: account.username }, kit, statements, histories, ways,
    keys: keys.map(({ name, role, opens, synced }) => ({ name, role, opens, synced })), index,
    entries: [...entries].sort(([one], [other]) => (one < other ? -1 : 1)), events,
  };
  const copy = await wraps.hash(JSON.stringify(body));
  const signed = await sign(newest.seed, FORMAT, { acc: wraps.b64(newest.account), g: newest.g, copy });
  return JSON.stringify({ ...body, signed });
}

// Reading

const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isFlag = (/** @type {unknown} */ value) => typeof value === "boolean";
const isCount = (/** @type {unknown} */ value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
const isPair = (/** @type {unknown} */ value) => Array.isArray(value) && value.length === 2 && value.every(isText);
/** @param {(item: unknown) => boolean} isItem */
const list = (isItem) => (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isItem);
/** @param {Record<string, (value: unknown) => boolean>} members in their order */
const members = (members) => (/** @type {unknown} */ value) => {
  if (value === null || typeof value !== "object") return false;
  const all = Object.entries(value), tests = Object.entries(members);
  return all.length === tests.length && tests.every(([name, test], at) => all[at][0] === name && test(all[at][1]));
};
/** @param {number} size */
const bytes = (size) => (/** @type {unknown} */ value) => {
  try {
    return typeof value === "string" && wraps.unb64(value).length === size;
  } catch {
    return false;
  }
};
/** @type {(value: unknown) => value is JournalCopy} */
const isCopy = /** @type {(value: unknown) => value is JournalCopy} */ (members({
  format: (value) => value === FORMAT, version: (value) => value === 1, made: isText,
  site: members({ rp: isText, salt: bytes(32) }), account: members({ id: bytes(16), username: isText }), kit: isCount,
  statements: list(isText), histories: list(isText), ways: list(isPair),
  keys: list(members({ name: isText, role: isText, opens: isFlag, synced: isFlag })),
  index: (value) => Array.isArray(value) && value.length === 2 && isCount(value[0]) && value[0] > 0 && isText(value[1]),
  entries: list(isPair), events: list(isPair), signed: isText,
}));

/**
 * Refuses everything as damaged that is not refused as something else.
 * @template Read
 * @param {() => Promise<Read>} work
 */
async function whole(work) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof wraps.Refused) || [WHY.noSuchWay, WHY.anotherSecret].includes(problem.why)) throw problem;
    throw new wraps.Refused(DAMAGED);
  }
}

/**
 * What a file holds, if nothing is missing from it and nothing in it was changed: its last member signs the rest. Whose
 * signature that is, only opening it tells.
 * @param {Uint8Array} file @returns {Promise<JournalCopy>}
 */
export async function read(file) {
  const beginning = `{"format":"${FORMAT}","version":`;
  const first = new TextDecoder().decode(file.subarray(0, beginning.length + 2));
  need(first.startsWith(beginning) && file.length <= MOST, WHY.notACopy);
  need(first === `${beginning}1,`, WHY.anotherVersion);
  return whole(async () => {
    const text = textOf(file, DAMAGED);
    let copy;
    try {
      copy = JSON.parse(text);
    } catch {
      throw new wraps.Refused(DAMAGED);
    }
    need(JSON.stringify(copy) === text && isCopy(copy) && copy.statements.length > 0, DAMAGED);
    const statement = wraps.payload(copy.statements[copy.statements.length - 1]);
    need(typeof statement.authority === "string" && statement.acc === copy.account.id, DAMAGED);
    await needSigned(copy, wraps.unb64(statement.authority), statement.g);
    return copy;
  });
}

/** @param {JournalCopy} copy @param {Uint8Array} authority @param {unknown} g */
async function needSigned({ signed, ...body }, authority, g) {
  const said = await verifySignature(authority, FORMAT, signed);
  const wanted = { acc: body.account.id, g, copy: await wraps.hash(JSON.stringify(body)) };
  need(JSON.stringify(said) === JSON.stringify(wanted), DAMAGED);
}

/**
 * Opens a copy with the secret of one of its ways.
 * @param {JournalCopy} copy @param {Kind} kind @param {Uint8Array} secret
 */
export const open = (copy, kind, secret) => whole(async () => {
  const { way, record, wrap } = await wayOf(copy, kind, secret);
  const { statements, histories, index: [indexRev] } = copy;
  const keys = await masterKeys.open(
    way, record, { statements, histories, wrap, indexRev }, { g: 0, authority: "", rev: 0 });
  return check(copy, keys);
});

/**
 * The way whose secret this is.
 * @param {JournalCopy} copy @param {Kind} kind @param {Uint8Array} secret
 */
async function wayOf(copy, kind, secret) {
  let hasKind = false;
  for (const [jws, wrap] of copy.ways) {
    const record = wraps.readRecord(jws);
    if (record.kind !== kind) continue;
    hasKind = true;
    need(record.acc === copy.account.id && record.rp === copy.site.rp, DAMAGED);
    const account = wraps.unb64(record.acc), kid = wraps.unb64(record.kid);
    const keys = await wraps.wayKeys(kind, secret, record.rp, account, kid);
    if (wraps.b64(await wraps.publicKey(keys.recipient, "X25519")) === record.recipient) {
      return { way: { kind, rp: record.rp, account, record: kid, keys }, record, wrap };
    }
  }
  throw new wraps.Refused(hasKind ? WHY.anotherSecret : WHY.noSuchWay);
}

/**
 * Judges everything in a copy by open Master Keys: the statements, the signature, each way and its wrap, the index and
 * every entry, which is opened. All of it fits, or nothing is given.
 * @param {JournalCopy} copy @param {Keys} keys @returns {Promise<Entry[]>} newest first
 */
export const check = (copy, keys) => whole(async () => {
  const { newest } = keys;
  need(copy.statements.length === newest.g && copy.histories.length === newest.g - 1, DAMAGED);
  for (let g = 1; g < newest.g; g += 1) await masterKeys.judge(keys, copy.statements[g - 1], g);
  const { keep } = await masterKeys.judge(keys, copy.statements[newest.g - 1], newest.g);
  await needSigned(copy, newest.authority, newest.g);
  for (const [jws, wrap] of copy.ways) {
    const record = await masterKeys.judgeRecord(keys, jws), kept = keep.find(([kid]) => kid === record.kid);
    const isKept = kept !== undefined && kept[1] === (await wraps.hash(jws));
    need((isKept ? kept[2] : record.g === newest.g && record.wrap) === (await wraps.hash(wrap)), DAMAGED);
  }
  const listed = Object.entries(index(await opened(newest, wraps.INDEX, ...copy.index)));
  const sealed = new Map(copy.entries);
  need(listed.length === copy.entries.length && sealed.size === listed.length, DAMAGED);
  const entries = [];
  for (const [id, [rev, g, hash]] of listed) {
    const own = keys.masters.get(g), text = sealed.get(id);
    need(own && text !== undefined && (await wraps.hash(text)) === hash, DAMAGED);
    entries.push(entry(await opened(own, wraps.unb64(id), rev, text)));
  }
  return entries.sort((one, other) => (one.at < other.at ? 1 : -1));
});

/**
 * The JSON in an entry or in the index.
 * @param {import("/wraps.js").Master} master @param {Uint8Array} id @param {number} rev @param {string} sealed
 * @returns {Promise<unknown>}
 */
async function opened(master, id, rev, sealed) {
  const text = textOf(await wraps.openEntry(master, id, rev, sealed), DAMAGED);
  try {
    return JSON.parse(text);
  } catch {
    throw new wraps.Refused(DAMAGED);
  }
}

/**
 * @param {unknown} value @returns {Record<string, [rev: number, g: number, hash: string]>}
 */
function index(value) {
  const isRow = (/** @type {unknown} */ row) =>
    Array.isArray(row) && row.length === 3 && isCount(row[0]) && isCount(row[1]) && isText(row[2]);
  need(value !== null && typeof value === "object" && Object.values(value).every(isRow), DAMAGED);
  return /** @type {Record<string, [number, number, string]>} */ (value);
}

/** @param {unknown} value @returns {Entry} */
function entry(value) {
  need(value !== null && typeof value === "object", DAMAGED);
  const { kind, at, text, name, note } = /** @type {Record<string, unknown>} */ (value);
  const all = [text, name, note].every((one) => one === undefined || isText(one));
  need(KINDS.includes(kind) && isText(at) && all, DAMAGED);
  return /** @type {Entry} */ ({ kind, at, text, name, note });
}
