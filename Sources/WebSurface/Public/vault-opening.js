// How a vault opens the Master Key, begins it, and makes the next one.
import * as masterKeys from "/master-keys.js";
import * as remade from "/remade.js";
import { still } from "/vault-state.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/vault-state.js").Vault} Vault */
/** @typedef {import("/vault-state.js").Materials} Materials */
/** @typedef {import("/wraps.js").Kind} Kind */
/** @typedef {import("/wraps.js").Way} Way */

/**
 * Tells the person, once, what opens the Master Key that was made here.
 * @param {Vault} vault
 */
export function tell({ held: { next } }) {
  if (!next) return;  // the page forgot everything meanwhile
  if (next.kinds) remade.tell(next.kinds);
  next.kinds = undefined;
}

/**
 * The open Master Keys, if the newest is the account's newest: also if it was made here and the server has since
 * accepted it, to the letter.
 * @param {Vault} vault @param {Materials} materials
 */
export function current(vault, materials) {
  const { held } = vault, known = held.opened ?? held.next?.keys;
  if (known && wraps.b64(known.newest.account) !== materials.account) throw new wraps.Refused("another account");
  if (held.next?.keys.newest.g === materials.g && held.next.statement === materials.statements[materials.g - 1]) {
    tell(vault);
    held.opened = held.next.keys;
    held.next = undefined;
    vault.memory.noteOpened(materials, held.opened.newest);
  }
  return held.opened?.newest.g === materials.g ? held.opened : undefined;
}

/**
 * @param {Kind} kind @param {Uint8Array} secret @param {Materials} materials @param {Uint8Array} record
 * @returns {Promise<Way>}
 */
export async function wayOf(kind, secret, materials, record) {
  const account = wraps.unb64(materials.account);
  return {
    kind, rp: materials.rp, account, record, keys: await wraps.wayKeys(kind, secret, materials.rp, account, record),
  };
}

/**
 * The record of the materials' own way, and the way with what this secret gives for it.
 * @param {Kind} kind @param {Uint8Array} secret @param {Materials} materials
 */
export async function ownWay(kind, secret, materials) {
  const record = wraps.readRecord(still(materials.way).record);
  return { record, way: await wayOf(kind, secret, materials, wraps.unb64(record.kid)) };
}

/**
 * Whether a way's record was made for a secret other than the one that is here now: the key returns another one (G-20),
 * or the words are not the account's. Only an open Master Key can tell who signed the record, so nothing follows from
 * this but the report; the record is judged where it is made anew. Record and wrap must be this account's, and belong
 * together.
 * @param {Way} way @param {Materials} materials
 */
export async function isForAnother(way, materials) {
  const { record, wrap } = still(materials.way), said = wraps.payload(record);
  if (said.recipient === wraps.b64(await wraps.publicKey(way.keys.recipient, "X25519"))) return false;
  if (said.acc !== materials.account) throw new wraps.Refused("a record of something else");
  if (!wraps.isWrapOf(wrap, said, materials.g)) throw new wraps.Refused("a wrap of something else");
  return true;
}

/**
 * Opens everything that one way opens, and remembers how far this account has come.
 * @param {Vault} vault @param {Way} way @param {import("/wraps.js").WayRecord} record @param {Materials} materials
 * @returns {Promise<import("/master-keys.js").Keys>}
 */
export async function openWith(vault, way, record, materials) {
  if (record.acc !== materials.account || record.kid !== wraps.b64(way.record)) {
    throw new wraps.Refused("a record of something else");
  }
  const { held, memory } = vault, { statements, histories, indexRev } = materials;
  const shown = { statements, histories, wrap: still(materials.way).wrap, indexRev };
  if (held.next && statements.includes(held.next.statement)) tell(vault);  // its answer was lost
  const before = held.next?.keys ?? held.opened;
  const opened = await masterKeys.open(way, record, shown, memory.lastSeen(materials.account));
  if (before && wraps.b64(before.newest.authority) === wraps.b64(opened.newest.authority)) opened.lacks = before.lacks;
  held.opened = opened;
  held.next = undefined;
  memory.noteOpened(materials, opened.newest);
  return opened;
}

/**
 * The first Master Key of an account, and an empty index under it.
 * @param {Vault} vault @param {Materials} materials
 */
export async function begin(vault, materials) {
  needRenewing(vault);
  if (vault.memory.lastSeen(materials.account).g > 0) throw new wraps.Refused(wraps.OLDER);
  const master = await wraps.master(crypto.getRandomValues(new Uint8Array(32)), wraps.unb64(materials.account), 1);
  const index = await wraps.makeEntry(master, wraps.INDEX, 1, ascii.encode("{}")),
    statement = await wraps.makeFirst(master, index);
  vault.held.opened = undefined;
  vault.held.next = { keys: { ...masterKeys.begun(master), lacks: new Set(["phrase", "escrow"]) }, statement };
  return { master, bundle: { statement, index } };
}

/**
 * A new generation for every way except these; `undefined` if the Master Key is not open here.
 * @param {Vault} vault @param {Materials} materials @param {string[]} dropping record ids
 */
export async function rotate(vault, materials, dropping) {
  needRenewing(vault);
  const keys = current(vault, materials), { memory } = vault;
  if (!keys) return undefined;
  if (materials.indexRev < memory.lastSeen(materials.account).rev) throw new wraps.Refused(wraps.OLDER);
  const rotation = await masterKeys.rotate(keys, materials, dropping);
  memory.note(materials.account, keys.newest, materials.indexRev);
  vault.held.next = { keys: rotation.keys, statement: rotation.bundle.statement };
  return { ...rotation, master: rotation.keys.newest };
}

/** @param {Vault} vault */
export function needRenewing({ renews }) {
  if (!renews) throw new TypeError("this vault makes nothing");
}

const ascii = new TextEncoder();
