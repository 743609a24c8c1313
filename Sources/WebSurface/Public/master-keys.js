// The open Master Keys of an account, of every generation, and what the history of each says about its statement (WRAPS
// §3, §5). What the server shows is judged by these alone, never by another statement: whoever can write to its rows
// and knows an old Master Key can sign a chain of their own, but cannot write under the Master Key that came after.
// `Wraps/MasterKeys` is the twin.
import * as wraps from "/wraps.js";
import { need, same } from "/compact.js";

/** @typedef {import("/wraps.js").Master} Master */
/** @typedef {import("/wraps.js").Kept} Kept */
/** @typedef {import("/wraps.js").WayRecord} WayRecord */
/**
 * `lacks`: kinds of ways that certainly do not exist, if the first Master Key was made here.
 * @typedef {{newest: Master, masters: Map<number, Master>, pasts: Map<number, {statement: Uint8Array, hash: string}>,
 *   lacks?: Set<string>}} Keys
 */
/**
 * What a server provides to open an account.
 * @typedef {{statements: string[], histories: string[], wrap: string, indexRev: number}} Shown
 */
/**
 * What this device saw last: anything less, or different, is refused; g is 0 if it has seen nothing.
 * @typedef {{g: number, authority: string, rev: number}} Seen
 */

/**
 * The Master Keys of an account that has just begun.
 * @param {Master} first @returns {Keys}
 */
export const begun = (first) => ({ newest: first, masters: new Map([[first.g, first]]), pasts: new Map() });

/**
 * A Master Key that is certain to be open.
 * @param {Keys} keys @param {number} g
 */
function opened(keys, g) {
  const master = keys.masters.get(g);
  if (!master) throw new TypeError(`no Master Key of generation ${g}`);
  return master;
}

/**
 * Opens the newest Master Key by one way and every earlier one by its history, and judges everything that the server
 * showed in the process.
 * @param {import("/wraps.js").Way} way @param {WayRecord} record its payload @param {Shown} shown @param {Seen} seen
 * @returns {Promise<Keys>}
 */
export async function open(way, record, { statements, histories, wrap, indexRev }, seen) {
  need(indexRev >= seen.rev, wraps.OLDER);
  const newest = await wraps.openWay(way, record.anchor, record.g, statements.slice(record.g), wrap, seen.g);
  need(seen.g !== newest.g || wraps.b64(newest.authority) === seen.authority, "not the key that this device has seen");
  need(statements.length === newest.g && histories.length === newest.g - 1, "order");
  const keys = begun(newest);
  for (let g = newest.g; g > 1; g -= 1) await addPast(keys, g, histories[g - 2]);
  for (let g = 1; g <= newest.g; g += 1) await judge(keys, statements[g - 1], g);
  need(
    same(await wraps.openAnchor(way, record.anchor, record.g), opened(keys, record.g).authority),
    "not the key that the chain names"
  );
  need(
    seen.g === 0 || wraps.b64(opened(keys, seen.g).authority) === seen.authority,
    "not the key that this device has seen"
  );
  return keys;
}

/**
 * Opens a generation's history.
 * @param {Keys} keys @param {number} g @param {string} history
 */
async function addPast(keys, g, history) {
  const { old, statement } = await wraps.openHistory(opened(keys, g), history);
  keys.masters.set(g - 1, old);
  keys.pasts.set(g, { statement, hash: await wraps.hash(history) });
}

/**
 * Reads a statement, and refuses any that these Master Keys did not make.
 * @param {Keys} keys @param {string} jws @param {number} g
 */
export async function judge(keys, jws, g) {
  const own = keys.masters.get(g), signer = keys.masters.get(Math.max(g - 1, 1));
  need(own && signer && typeof jws === "string", "order");
  const statement = await wraps.verify(signer.authority, "ls1-generation", jws);
  need(statement.acc === wraps.b64(own.account) && statement.g === g, "order");
  need(statement.authority === wraps.b64(own.authority), "not the key that the chain names");
  if (g === 1) return statement;
  const past = keys.pasts.get(g);
  need(past && statement.history === past.hash, "not the history that the statement names");
  need(same(await wraps.nameOf(statement), past.statement), "not the statement that this generation names");
  return statement;
}

/**
 * Reads a record, and refuses any that these Master Keys did not sign.
 * @param {Keys} keys @param {string} jws
 */
export async function judgeRecord(keys, jws) {
  const said = wraps.payload(jws), signer = typeof said.g === "number" ? keys.masters.get(said.g) : undefined;
  need(signer, "order");
  need(said.acc === wraps.b64(signer.account), "another account");
  return wraps.verify(signer.authority, "ls1-record", jws);
}

/**
 * A new generation: all Master Keys including its own, the kind of each way that stays, by record id, and what is sent.
 * @typedef {{statement: string, history: string, index: string, indexRev: number, wraps: Record<string, string>}}
 *   Bundle wraps by record id
 * @typedef {{keys: Keys, kinds: Map<string, import("/wraps.js").Kind>, bundle: Bundle}} Rotation
 */

/**
 * Makes a new Master Key for every way of the current generation except the dropped ones. Statement and records are
 * judged as they are given now, regardless of what was judged at opening; so is the result, before anybody sees it. A
 * record that the statement keeps and that is neither given nor dropped is refused, never left out silently.
 * @param {Keys} keys
 * @param {{account: string, statements: string[], records: string[], index?: string, indexRev: number}} given
 * @param {string[]} dropping record ids
 * @returns {Promise<Rotation>}
 */
export async function rotate(keys, { account, statements, records, index, indexRev }, dropping) {
  const old = keys.newest;
  need(account === wraps.b64(old.account), "another account");
  const held = await wraps.ways(old.authority, await judge(keys, statements[old.g - 1], old.g), records, dropping);
  const made = await wraps.master(crypto.getRandomValues(new Uint8Array(32)), old.account, old.g + 1);
  /** @type {Record<string, string>} */
  const listed = {};
  /** @type {Kept[]} */
  const keep = [];
  for (const [kid, { jws, payload }] of held) {
    const own = keys.masters.get(payload.g);
    need(own, "order");
    const pad = await wraps.openPad(own, payload);
    const way = { record: wraps.unb64(kid), kind: payload.kind, recipient: wraps.unb64(payload.recipient), pad };
    listed[kid] = await wraps.makeWrap(made, way);
    keep.push([kid, await wraps.hash(jws), await wraps.hash(listed[kid])]);
  }
  const next = await wraps.makeEntry(
    made, wraps.INDEX, indexRev + 1, await wraps.openEntry(old, wraps.INDEX, indexRev, index ?? ""));
  const { statement, history } = await wraps.makeSuccession(old, made, next, keep);
  /** @type {Keys} */
  const after = { newest: made, masters: new Map(keys.masters).set(made.g, made), pasts: new Map(keys.pasts) };
  await addPast(after, made.g, history);
  await judge(after, statement, made.g);
  const kinds = new Map([...held].map(([kid, { payload }]) => [kid, payload.kind]));
  return { keys: after, kinds, bundle: { statement, history, index: next, indexRev: indexRev + 1, wraps: listed } };
}
