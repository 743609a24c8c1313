// The journal and the peer history, read and written here under the open Master Key. The server stores what it cannot
// read.
import { announce, part as partOf } from "/page.js";
import * as remade from "/remade.js";
import { say } from "/sentences.js";
import { whenSignedOut } from "/signed-out.js";
import { said } from "/times.js";
import * as vault from "/vault.js";
import * as wraps from "/wraps.js";

/** @typedef {{text?: string, name?: string, note?: string, kind: "entry"|"person", at: string}} Value what is sealed */
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
class Said extends Error {}
/** Nobody is signed in any more. */
class SignedOut extends Error {}

/**
 * Draws the block and wires up its fields and buttons.
 * @param {HTMLElement} block
 */
export async function open(block) {
  const part = (/** @type {string} */ name) => partOf(block, `[data-journal="${name}"]`);
  const button = (/** @type {string} */ name) => partOf(block, `[data-journal="${name}"]`, HTMLButtonElement);
  const field = (/** @type {string} */ id) =>
    /** @type {HTMLInputElement|HTMLTextAreaElement} */ (block.querySelector(`#${id}`));
  const said = part("said");
  /**
   * Shows the outcome next to what was pressed.
   * @param {string} sentence @param {Element} place
   */
  const tell = (sentence, place) => {
    said.textContent = sentence;
    place.append(said);
    announce(sentence);
  };

  async function show() {
    const entries = await read();
    for (const [kind, place] of [["entry", "entries"], ["person", "people"]]) {
      part(place).replaceChildren(...entries.filter((one) => one.kind === kind).map((one) => row(one, remove)));
    }
    part("no-entries").hidden = entries.some((one) => one.kind === "entry");
  }
  let isOpen = true;
  /** Nobody is signed in here any more: what was open is closed, and what was being typed stays. */
  const close = () => {
    isOpen = false;
    vault.forget();
    for (const place of ["entries", "people"]) part(place).replaceChildren();
    part("no-entries").hidden = true;
    tell(signedOut, block);
    block.prepend(said);
  };
  /** One thing at a time: two presses of a button count as one. */
  let isBusy = false;
  /** @param {string} place @param {() => Promise<void>} work @param {string} done */
  async function attempt(place, work, done) {
    if (!isOpen) return close();
    if (isBusy) return;
    isBusy = true;
    ready();
    const section = /** @type {HTMLElement} */ (part(place).closest("section"));
    try {
      await work();
    } catch (problem) {
      isBusy = false;
      ready();
      return problem instanceof SignedOut ? close() : tell(reason(problem), section);
    }
    try {
      await show();
      tell(done, section);
    } catch {
      const unread = say("The list could not be read again: close the journal and open it once more.");
      tell(`${done} ${unread}`, section);
    }
    isBusy = false;
    ready();
  }
  const remove = (/** @type {Entry} */ entry) =>
    attempt(entry.kind === "entry" ? "entries" : "people", () => write(entry.id), say("Removed."));

  const ready = () => {
    button("write").disabled = isBusy || !field("journal-text").value.trim();
    button("add-person").disabled = isBusy || !field("person-name").value.trim();
  };
  block.addEventListener("input", ready);
  // Until an entry is known to have been saved, its id stays: if it was saved although the answer was lost, it is
  // overwritten, not duplicated.
  const ids = { entry: newID(), person: newID() };
  part("write").addEventListener("click", () => attempt("write", async () => {
    await write(ids.entry, { kind: "entry", text: field("journal-text").value, at: new Date().toISOString() });
    ids.entry = newID();
    field("journal-text").value = "";
  }, say("Saved.")));
  part("add-person").addEventListener("click", () => attempt("add-person", async () => {
    await write(
      ids.person,
      {
        kind: "person", name: field("person-name").value, note: field("person-note").value,
        at: new Date().toISOString(),
      }
    );
    ids.person = newID();
    for (const id of ["person-name", "person-note"]) field(id).value = "";
  }, say("Added.")));
  const isUnsaved = () =>
    ["journal-text", "person-name", "person-note"].some((id) => field(id)?.isConnected && field(id).value.trim());
  addEventListener("beforeunload", (event) => { if (isUnsaved()) event.preventDefault(); });
  // Enter in a line of the journal must not press the page's own button.
  block.addEventListener(
    "keydown",
    (event) => { if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault(); }
  );
  whenSignedOut(close);
  await show().catch((problem) => (problem instanceof SignedOut ? close() : tell(reason(problem), block)));
  ready();  // also counts what was typed while this was read
}

/**
 * Says how much there is. Everything is opened and checked first: the server's word for it does not count.
 * @param {HTMLElement} block
 */
export async function count(block) {
  const line = partOf(block, "[data-journal-count]");
  if (!vault.isOpen()) {
    if (block.dataset.journalSize === "opening") line.textContent = say("It is being opened…");
    return;
  }
  try {
    line.textContent = size(await read());
  } catch (problem) {
    const why = problem instanceof SignedOut ? say("You were signed out.") : reason(problem);
    line.textContent = say("You are back, but your journal could not be counted. {why}", { why });
    line.className = "is-lacking";
  }
  announce(line.textContent);
}

/** @param {Entry[]} all */
function size(all) {
  const people = all.filter(({ kind }) => kind === "person").length, entries = all.length - people;
  if (all.length === 0) return say("It is here. Nothing is written in it yet.");
  if (people === 0) return say("It is here: {entries}.", { entries: entriesIn(entries) });
  return say("It is here: {entries} and {people}.", {
    entries: entriesIn(entries), people: people === 1 ? say("1 person") : say("{count} people", { count: people }),
  });
}
const entriesIn = (/** @type {number} */ count) => (count === 1 ? say("1 entry") : say("{count} entries", { count }));

/** @param {unknown} problem */
function reason(problem) {
  if (problem instanceof Said) return problem.message;
  return problem instanceof wraps.Refused && problem.why === wraps.OLDER ? `${tampered} ${remade.older}` : tampered;
}
const tampered = remade.isHome
  ? say("What is stored on this computer doesn't fit together, so it is not shown. Start Latchstring anew and try "
    + "again. If it says so again, go back to a copy of your accounts that you kept.")
  : say("What this server gave doesn't fit together, so it is not shown. Tell whoever runs it.");
const outdated = say("Your keys were changed in another place, or this journal was closed. Copy what you wrote, open "
  + "the journal again and save it there.");
const unreachable = say("Can't reach the server. What you wrote is still here; try again.");
const signedOut = say("You were signed out, so the journal is closed here. What you were writing is still here: copy "
  + "it, sign in again and save it there.");
const newID = () => wraps.b64(crypto.getRandomValues(new Uint8Array(16)));

/** @param {Entry} entry @param {(entry: Entry) => void} remove */
function row(entry, remove) {
  const item = document.createElement("li"), words = document.createElement("div"),
    when = document.createElement("time");
  item.className = "journal-row";
  words.className = "stack-tight";
  for (const line of [entry.name, entry.text ?? entry.note].filter(Boolean)) {
    const paragraph = document.createElement("p");
    paragraph.textContent = line ?? "";
    words.append(paragraph);
  }
  when.dateTime = entry.at;
  when.textContent = said(new Date(entry.at), new Date());
  words.append(when);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button is-quiet is-small";
  const name = (entry.name ?? entry.text ?? "").slice(0, 40);
  const ask = () => {
    delete button.dataset.sure;
    button.textContent = say("Remove");
    button.setAttribute("aria-label", say("Remove {name}", { name }));
  };
  ask();
  // It cannot be brought back, so it takes a second press.
  button.addEventListener("click", () => {
    if (button.dataset.sure !== undefined) return remove(entry);
    button.dataset.sure = "";
    button.textContent = say("Remove for good");
    button.setAttribute("aria-label", say("Remove for good: {name}", { name }));
  });
  button.addEventListener("blur", ask);
  item.append(words, button);
  return item;
}

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
async function read() {
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
 * Writes an entry or, without a value, removes it: entry and index are one write. If another page has written
 * meanwhile, reads again first.
 * @param {string} id
 * @param {Value} [value]
 */
async function write(id, value) {
  for (let tries = 0; tries < 3; tries += 1) {
    const { master } = newest(), rev = (index.list[id]?.[0] ?? 0) + 1, list = { ...index.list };
    const sealed = value && (await wraps.makeEntry(master, wraps.unb64(id), rev, bytes.encode(JSON.stringify(value))));
    delete list[id];
    if (sealed) list[id] = [rev, master.g, await wraps.hash(sealed)];
    const sorted = Object.fromEntries(Object.entries(list).sort(([one], [other]) => (one < other ? -1 : 1)));
    const indexRev = index.rev + 1;
    const change = {
      rev, sealed, indexRev, index: await wraps.makeEntry(
        master, wraps.INDEX, indexRev, bytes.encode(JSON.stringify(sorted))),
    };
    const body = {
      g: master.g, id, ...change, proof: await wraps.proveChange(master, { entry: wraps.unb64(id), ...change }),
    };
    const response = await fetch(
      "/journal", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
      .catch(() => undefined);
    if (response?.ok) return;
    if (response?.status === 401) throw new SignedOut();
    if (response?.status === 413) throw new Said((await response.json().catch(() => ({}))).error ?? unreachable);
    if (response?.status !== 409) throw new Said(unreachable);
    await read();
  }
  throw new Said(say("Another page is writing as well. What you wrote is still here; close this journal, open it again "
    + "and try once more."));
}
