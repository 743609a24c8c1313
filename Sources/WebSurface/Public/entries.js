// What is sealed in the journal, read and written here under the open Master Key. The server stores what it cannot
// read.
import * as remade from "/remade.js";
import { say } from "/sentences.js";
import * as vault from "/vault.js";
import * as wraps from "/wraps.js";

/**
 * What is sealed. An entry of the kind `belongings` is never shown as one: belongings.js says what is in it.
 * @typedef {{text?: string, name?: string, note?: string, kind: "entry"|"person"|"belongings", at: string}} Value
 */
/** @typedef {Value & {id: string, rev: number}} Entry */
/**
 * What the index names, by entry id.
 * @typedef {Record<string, [rev: number, g: number, hash: string]>} List
 */
/**
 * What the server stores.
 * @typedef {{g: number, index: {rev: number, sealed: string}, entries: Record<string, string>}} Kept
 */

const bytes = new TextEncoder(), text = new TextDecoder("utf-8", { fatal: true });
/**
 * What the index names, as last read.
 * @type {{rev: number, list: List}}
 */
let index = { rev: 0, list: {} };
/** A sentence for the person. Any other error is due to what the server returned. */
export class Said extends Error {}
/** Nobody is signed in any more. */
export class SignedOut extends Error {}

/** @param {unknown} problem */
export function reason(problem) {
  if (problem instanceof Said) return problem.message;
  return problem instanceof wraps.Refused && problem.why === wraps.OLDER ? `${tampered} ${remade.older}` : tampered;
}
/**
 * Why the journal could not be read, in a sentence.
 * @param {unknown} problem
 */
export const why = (problem) => (problem instanceof SignedOut ? say("You were signed out.") : reason(problem));
const tampered = remade.isHome
  ? say("What is stored on this computer doesn't fit together, so it is not shown. Start Latchstring anew and try "
    + "again. If it says so again, go back to a copy of your accounts that you kept.")
  : say("What this server gave doesn't fit together, so it is not shown. Tell whoever runs it.");
const outdated = say("Your keys were changed in another place, or this journal was closed. Copy what you wrote, open "
  + "the journal again and save it there.");
export const unreachable = say("Can't reach the server. What you wrote is still here; try again.");
export const signedOut = say("You were signed out, so the journal is closed here. What you were writing is still "
  + "here: copy it, sign in again and save it there.");
export const newID = () => wraps.b64(crypto.getRandomValues(new Uint8Array(16)));

/**
 * The newest Master Key that is open here, provided that no other page of this browser has seen a newer one: a page
 * that was left open must not write under an old one.
 */
function newest() {
  const masters = vault.openMasters(), master = masters.get(Math.max(...masters.keys()));
  if (!master) throw new Said(outdated);
  const seen = vault.lastSeen(wraps.b64(master.account));
  if (seen.g > master.g) throw new Said(outdated);
  if (seen.g === master.g && seen.authority !== wraps.b64(master.authority)) {
    throw new wraps.Refused("another than this device has seen");
  }
  return { masters, master };
}

/**
 * Everything that the index names, opened and checked: moved, old or foreign entries are refused.
 * @returns {Promise<Entry[]>} newest first
 */
export async function read() {
  const response = await fetch("/journal", { headers: { Accept: "application/json" } }).catch(() => undefined);
  if (response?.status === 401) throw new SignedOut();
  if (!response?.ok) throw new Said(unreachable);
  /** @type {Kept} */
  const kept = await response.json();
  const { masters, master } = newest();
  const account = wraps.b64(master.account), seen = Math.max(index.rev, vault.lastSeen(account).rev);
  if (kept.g > master.g) throw new Said(outdated);
  if (kept.g !== master.g || kept.index.rev < seen) throw new wraps.Refused(wraps.OLDER);
  /** @type {List} */
  const list = JSON.parse(text.decode(await wraps.openEntry(master, wraps.INDEX, kept.index.rev, kept.index.sealed)));
  index = { rev: kept.index.rev, list };
  vault.note(account, master, kept.index.rev, Object.keys(list).length > 0);
  /** @type {Entry[]} */
  const entries = [];
  for (const [id, [rev, g, hash]] of Object.entries(list)) {
    const sealed = kept.entries[id];
    if (sealed === undefined || (await wraps.hash(sealed)) !== hash) throw new wraps.Refused("an entry is missing");
    const own = masters.get(g);
    if (!own) throw new wraps.Refused("order");
    entries.push({ id, rev, ...JSON.parse(text.decode(await wraps.openEntry(own, wraps.unb64(id), rev, sealed))) });
  }
  return entries.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/**
 * Writes an entry or, without a value, removes it. If another page has written meanwhile, reads again first.
 * @param {string} id
 * @param {Value} [value]
 */
export async function write(id, value) {
  for (let tries = 0; tries < 3; tries += 1) {
    if (await isWritten(id, value)) return;
    await read();
  }
  throw busy();
}

/**
 * Changes the one entry of a kind, or begins it. What another page has written meanwhile is read again and changed
 * instead, so that nothing of it is lost.
 * @template {Value} Kind
 * @param {Kind["kind"]} kind
 * @param {(old: Kind|undefined) => Kind} change
 * @returns {Promise<Kind>} what is sealed now
 */
export async function update(kind, change) {
  for (let tries = 0; tries < 3; tries += 1) {
    const old = (await read()).find((one) => one.kind === kind);
    const value = change(/** @type {Kind|undefined} */ (/** @type {unknown} */ (old)));
    if (await isWritten(old?.id ?? newID(), value)) return value;
  }
  throw busy();
}
const busy = () => new Said(say("Another page is writing as well. What you wrote is still here; close this journal, "
  + "open it again and try once more."));

/**
 * Sends one change: entry and index are one write.
 * @param {string} id @param {Value} [value]
 * @returns {Promise<boolean>} `false` if another page has written since this one read
 */
async function isWritten(id, value) {
  const { master } = newest(), before = index, rev = (before.list[id]?.[0] ?? 0) + 1, list = { ...before.list };
  const sealed = value && (await wraps.makeEntry(master, wraps.unb64(id), rev, bytes.encode(JSON.stringify(value))));
  delete list[id];
  if (sealed) list[id] = [rev, master.g, await wraps.hash(sealed)];
  const sorted = Object.fromEntries(Object.entries(list).sort(([one], [other]) => (one < other ? -1 : 1)));
  const indexRev = before.rev + 1;
  const change = {
    rev, sealed, indexRev,
    index: await wraps.makeEntry(master, wraps.INDEX, indexRev, bytes.encode(JSON.stringify(sorted))),
  };
  const body = {
    g: master.g, id, ...change, proof: await wraps.proveChange(master, { entry: wraps.unb64(id), ...change }),
  };
  const response = await fetch(
    "/journal", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
    .catch(() => undefined);
  if (response?.ok) return true;
  if (response?.status === 401) throw new SignedOut();
  if (response?.status === 413) throw new Said((await response.json().catch(() => ({}))).error ?? unreachable);
  if (response?.status !== 409) throw new Said(unreachable);
  return false;
}
