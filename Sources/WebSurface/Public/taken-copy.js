// The copy of the journal that was made in this page: put together, read back, and offered to be saved. It leaves the
// page only as a file of its owner's.
import * as copies from "/copies.js";
import { entriesIn } from "/lists.js";
import { announce, part } from "/page.js";
import { need } from "/compact.js";
import { say } from "/sentences.js";
import { guard } from "/unsaved.js";
import { current } from "/vault-opening.js";
import { closed, made } from "/vault-state.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/protocol.js").Materials} Materials */
/** @typedef {import("/protocol.js").CopyFacts} CopyFacts */
/** @typedef {import("/protocol.js").WayNews} WayNews */
/** @typedef {import("/vault-state.js").Vault} Vault */
/**
 * @typedef {{copy: import("/copies.js").JournalCopy, entries: import("/copies.js").Entry[], text: string, url: string}
 *   } Taken
 */

/** @type {Taken|undefined} */
let taken;

export function forget() {
  if (taken) URL.revokeObjectURL(taken.url);
  taken = undefined;
}

/**
 * Signs the request for a copy with the open Master Key.
 * @param {Vault} vault @param {import("/protocol.js").Proving} materials
 * @returns {Promise<WayNews>}
 */
export async function ask(vault, materials) {
  const keys = current(vault, materials), { challenge } = materials;
  return keys ? made({ challenge, proof: await copies.request(keys.newest, location.origin, challenge) }) : closed;
}

/**
 * Makes the copy, and reads its own bytes back: everything in them must open with the Master Keys that are open here.
 * @param {Vault} vault @param {Materials} materials @param {CopyFacts} facts
 * @returns {Promise<WayNews>}
 */
export async function make(vault, materials, facts) {
  forget();
  const keys = current(vault, materials), seen = vault.memory.lastSeen(materials.account).rev;
  if (!keys) return closed;
  const response = await fetch("/journal", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error("The journal did not come.");
  /** @type {{g: number, index: {rev: number, sealed: string}, entries: Record<string, string>}} */
  const journal = await response.json();
  if (journal.g > keys.newest.g) return closed;  // another page made a new Master Key meanwhile
  need(journal.g === keys.newest.g && journal.index.rev >= seen, wraps.OLDER);
  const text = await copies.write(keys, {
    made: facts.made, site: { rp: materials.rp, salt: materials.salt },
    account: { id: materials.account, username: materials.username }, kit: facts.kit,
    statements: materials.statements, histories: materials.histories,
    ways: facts.ways.map(({ record, wrap }) => [record, wrap]), keys: facts.keys,
    index: [journal.index.rev, journal.index.sealed], entries: Object.entries(journal.entries),
    events: facts.events.map(({ at, event }) => [at, event]),
  });
  const file = new Blob([text], { type: "application/json" });
  const copy = await copies.read(new Uint8Array(await file.arrayBuffer()));
  const entries = await copies.check(copy, keys);
  taken = { copy, entries, text, url: URL.createObjectURL(file) };
  return { reply: "way.shown" };
}

/** @param {HTMLElement} block */
export function draw(block) {
  if (!taken) return;
  const { copy, entries, text, url } = taken;
  const [written, people] = ["entry", "person"].map((one) => entries.filter(({ kind }) => kind === one).length);
  part(block, "[data-taken=holds]").textContent = say(
    "In it: {entries}, {people}.", { entries: entriesIn(written), people: countedPeople(people) });
  part(block, "[data-taken=opens]").replaceChildren(...openers(copy).map((sentence) => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  }));
  const link = part(block, "[data-taken=save]", HTMLAnchorElement);
  link.href = url;
  link.download = nameOf(copy);
  link.hidden = false;
  const place = part(block, "[data-taken=noted]");
  let isSaved = false, isNoted = false;
  link.addEventListener("click", async () => {
    isSaved = true;
    if (!isNoted) isNoted = await note(copy, place);
    part(block, "[data-saved-copy]").hidden = !isNoted;
  });
  const chosen = part(block, "#saved-copy", HTMLInputElement);
  chosen.addEventListener("change", async () => {
    const file = chosen.files?.[0];
    if (file) part(block, "[data-taken=read]").textContent = await readBack(file, text, copy.made);
  });
  // The copy is in this page alone.
  guard(block, () => !isSaved, () => {
    place.textContent = say("The copy is not saved yet. Save it now, or press Done again to leave without it.");
    announce(place.textContent);
    link.focus();
  });
}

/**
 * What keeps a copy from being noted, if not the journal: a page that was open over an upgrade gets no more scripts.
 * @type {(problem: unknown) => string}
 */
const unfetched = () => say("Can't reach the server. Check your connection, then load this page again.");

/**
 * Notes in the journal that a copy was saved, and what opens it: from then on the person's own page counts it.
 * @param {import("/copies.js").JournalCopy} copy @param {HTMLElement} place
 * @returns {Promise<boolean>} whether it is noted
 */
async function note({ made, ways }, place) {
  let why = unfetched;
  const holds = ways.map(([record]) => wraps.readRecord(record).kid);
  try {
    const { KIND, withCopy } = await import("/belongings.js"), entries = await import("/entries.js");
    why = entries.why;
    await entries.update(KIND, (/** @type {import("/belongings.js").Belongings|undefined} */ old) =>
      withCopy(old, { made, holds }));
    place.textContent = say("Your journal notes this copy. Say where you keep it under “Where your things lie”.");
  } catch (problem) {
    place.textContent = say("Your journal could not note that you saved the copy. {why}", { why: why(problem) });
    announce(place.textContent);
    return false;
  }
  announce(place.textContent);
  return true;
}

/**
 * Reads the saved file back: only the disk shows that there is one. Then the journal notes that too.
 * @param {File} file @param {string} text what was made @param {string} made when
 * @returns {Promise<string>} what came of it
 */
async function readBack(file, text, made) {
  const found = await file.text().catch(() => undefined);
  if (found === undefined) return say("This file could not be read. Choose it again.");
  if (found !== text) {
    return say("This is not the copy that was just made, or it was not saved whole. Choose another file, or save it "
      + "again.");
  }
  let why = unfetched;
  try {
    const { KIND, withRead } = await import("/belongings.js"), entries = await import("/entries.js");
    why = entries.why;
    await entries.update(KIND, (/** @type {import("/belongings.js").Belongings|undefined} */ old) => withRead(old, made));
    return say("Read back: this file is your copy, and it is whole.");
  } catch (problem) {
    return say("The file is your copy, and it is whole. Your journal could not note that. {why}", { why: why(problem) });
  }
}

/** @param {number} count */
const countedPeople = (count) =>
  count === 1 ? say("1 person or provider") : say("{count} people and providers", { count });

/**
 * What opens the copy, in sentences.
 * @param {import("/copies.js").JournalCopy} copy
 */
function openers({ ways, kit }) {
  const kinds = ways.map(([record]) => wraps.readRecord(record).kind);
  return [
    ...(kinds.includes("phrase") ? [say("The twelve words of kit no. {kit}.", { kit })] : []),
    ...(kinds.includes("card")
      ? [say("Your card and its PIN, in a terminal: “latchstring opener” and the file's name, with --card.")] : []),
    ...(kinds.includes("escrow")
      ? [say("The file that account recovery gives back, when its providers help you.")] : []),
  ];
}

/**
 * The name of the file: whose it is, and from which day.
 * @param {import("/copies.js").JournalCopy} copy
 */
function nameOf({ account, made }) {
  const name = account.username.replace(/[^\p{L}\p{N}._-]/gu, "-");
  return `latchstring-${name}-${made.slice(0, 10)}.json`;
}
