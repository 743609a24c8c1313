// The opener: a page on a disk that opens a copy of a journal, without a network and without us. `Opener` in Swift
// puts this file and those that it imports into the page.
import * as copies from "/copies.js";
import { publicKey } from "/compact.js";
import { rowOf, textsOf } from "/entry-row.js";
import { locale, say } from "/sentences.js";
import { WordField } from "/word-field.js";
import { WordsError, take, wordsToEntropy } from "/words.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/copies.js").JournalCopy} JournalCopy */
/** @typedef {import("/copies.js").Entry} Entry */

/**
 * @template {HTMLElement} E
 * @param {string} id @param {{new (): E}} kind @returns {E}
 */
function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`No ${id} in this page.`);
  return found;
}
const chosen = part("copy", HTMLInputElement), recovered = part("recovered", HTMLInputElement);
const openIt = part("open", HTMLButtonElement), save = part("save", HTMLAnchorElement);
const byWords = part("by-words", HTMLElement), byFile = part("by-file", HTMLElement);
const secret = part("secret", HTMLElement), journal = part("journal", HTMLElement);

/**
 * The copy that was chosen, if it is whole.
 * @type {JournalCopy|undefined}
 */
let copy;
/** @type {WordField[]} */
let fields = [];

/** @param {string} place @param {string} sentence @param {boolean} [isGood] */
function tell(place, sentence, isGood = false) {
  const said = part(place, HTMLElement);
  said.hidden = sentence === "";
  said.classList.toggle("is-ok", isGood);
  part(`${place}-text`, HTMLElement).textContent = sentence;
}

/** The disk did not give the file's bytes. */
class Unreadable extends Error {}

/**
 * What to do about a copy that was not read or not opened.
 * @param {unknown} problem
 */
function advice(problem) {
  if (problem instanceof Unreadable) return say("This file could not be read. Choose it again.");
  const why = problem instanceof wraps.Refused ? problem.why : "";
  switch (why) {
    case copies.WHY.notACopy:
      return say("This file is no copy of a journal. Choose the one whose name begins with “latchstring-” and ends in "
        + "“.json”.");
    case copies.WHY.anotherVersion:
      return say("A newer Latchstring made this copy. Open it with the opener that was saved beside it.");
    case copies.WHY.damaged:
      return say("This copy is damaged: something is missing from it, or was changed. Use another copy that you kept.");
    case copies.WHY.anotherSecret:
      return byFile.hidden || recovered.files?.length === 0 ? wrongWords()
        : say("That file does not open this copy. It takes the one that account recovery gave back for this very "
          + "site.");
    case copies.WHY.noSuchWay:
      return say("Neither words nor a file from account recovery open this copy. A card does, in a terminal.");
    default: return say("This browser can't open a copy. Use a newer one.");
  }
}
const wrongWords = () => say(
  "These words don't open this copy. It opens with kit no. {kit} alone: check the number on the paper, then each word "
    + "and their order.",
  { kit: copy?.kit ?? 0 });

/** Shows nothing any more of what was chosen, typed or opened. */
function close() {
  copy = undefined;
  recovered.value = "";
  if (save.href) URL.revokeObjectURL(save.href);
  for (const name of ["href", "download"]) save.removeAttribute(name);
  part("journal-title", HTMLElement).textContent = "";
  for (const field of fields) {
    field.word = "";
    document.getElementById(field.hintID)?.remove();
  }
  for (const id of ["entries", "people", "things"]) part(id, HTMLElement).replaceChildren();
  secret.hidden = journal.hidden = true;
  tell("copy-said", "");
  tell("secret-said", "");
}

chosen.addEventListener("change", async () => {
  const file = chosen.files?.[0];
  close();
  if (!file) return;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer().catch(() => { throw new Unreadable(); }));
    const read = await copies.read(bytes);
    if (chosen.files?.[0] !== file) return;  // another one was chosen meanwhile
    const kinds = read.ways.map(([record]) => wraps.readRecord(record).kind);
    copy = read;
    byWords.hidden = !kinds.includes("phrase");
    byFile.hidden = !kinds.includes("escrow");
    openIt.hidden = byWords.hidden && byFile.hidden;
    part("either", HTMLElement).hidden = byWords.hidden || byFile.hidden;
    part("by-card", HTMLElement).hidden = !kinds.includes("card");
    part("kit", HTMLElement).textContent = say("Type the twelve words of kit no. {kit}.", { kit: read.kit });
    tell("copy-said", say("The journal of {name}, as it was on {day}.", {
      name: read.account.username, day: dayOf(read.made) }), true);
    secret.hidden = false;
    if (openIt.hidden) tell("secret-said", advice(new wraps.Refused(copies.WHY.noSuchWay)));
  } catch (problem) {
    if (chosen.files?.[0] === file) tell("copy-said", advice(problem));
  }
});

const isReady = () => fields.length === 12 && fields.every(({ isGood }) => isGood);
const firstOpen = () => fields.find(({ isGood }) => !isGood);
/** @type {import("/word-field.js").WordForm} */
const form = {
  isReady,
  changed(field) {
    document.getElementById(field.hintID)?.remove();
    recovered.value = "";  // what is given last counts
  },
  left(field) {
    document.getElementById(field.hintID)?.remove();
    const isWrong = field.word !== "" && !field.isGood;
    field.mark(isWrong);
    if (!isWrong) return;
    byWords.append(field.hint((word) => {
      field.word = word;
      form.changed(field);
      (firstOpen()?.input ?? openIt).focus();
    }));
  },
  done(field) { (fields[field.number]?.input ?? firstOpen()?.input ?? openIt).focus(); },
  spread(field, words) {
    recovered.value = "";
    const start = words.length === fields.length ? 0 : field.number - 1;
    fields.slice(start, start + words.length).forEach((one, at) => {
      one.word = words[at];
      form.left(one);
    });
    (firstOpen()?.input ?? openIt).focus();
  },
};

part("secret-form", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const opening = copy;
  if (!opening || openIt.disabled) return;
  openIt.disabled = true;
  tell("secret-said", "");
  try {
    const file = recovered.files?.[0];
    if (file) show(opening, await copies.open(opening, "escrow", await escrowSecret(file)));
    else if (isReady()) {
      show(opening, await copies.open(opening, "phrase", await wordsToEntropy(fields.map(({ word }) => word))));
    } else {
      tell("secret-said", missing());
      if (!byWords.hidden) firstOpen()?.input.focus();
    }
  } catch (problem) {
    tell("secret-said", problem instanceof WordsError
      ? say("These twelve words don't belong together. Check each one, and their order.") : advice(problem));
  }
  openIt.disabled = false;
});

/** What is still to be given. */
function missing() {
  if (byFile.hidden) return say("Type all twelve words from the paper.");
  return byWords.hidden ? say("Choose the file that account recovery gave back.")
    : say("Type all twelve words from the paper, or choose the file that account recovery gave back.");
}

/** @param {File} file */
async function escrowSecret(file) {
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => { throw new Unreadable(); }));
  if (bytes.length !== 32) throw new wraps.Refused(copies.WHY.anotherSecret);
  return bytes;
}

/** @param {JournalCopy} of @param {Entry[]} all */
function show(of, all) {
  const entries = all.filter(({ kind }) => kind === "entry"), people = all.filter(({ kind }) => kind === "person");
  const belongings = all.filter(({ kind, text }) => kind === "belongings" && text);
  part("entries", HTMLElement).replaceChildren(...entries.map(row));
  part("people", HTMLElement).replaceChildren(...people.map(row));
  part("things", HTMLElement).replaceChildren(...belongings.map(row));
  part("belongings", HTMLElement).hidden = belongings.length === 0;
  part("no-entries", HTMLElement).hidden = entries.length > 0;
  part("no-people", HTMLElement).hidden = people.length > 0;
  const title = say("The journal of {name}, as it was on {day}.", {
    name: of.account.username, day: dayOf(of.made) });
  const parts = ["entries", "people", "things"].map((id) => part(`${id}-title`, HTMLElement).textContent ?? "");
  const text = [title, "", ...[entries, people, belongings].flatMap((some, at) =>
    some.length > 0 ? [parts[at], "", ...some.flatMap(linesOf)] : [])].join("\n");
  part("journal-title", HTMLElement).textContent = title;
  save.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  save.download = chosen.files?.[0]?.name.replace(/(\.json)?$/, ".txt") ?? "journal.txt";
  tell("copy-said", "");
  secret.hidden = true;
  for (const field of fields) field.word = "";
  journal.hidden = false;
  part("journal-title", HTMLElement).focus();
}

/** @param {Entry} entry */
const linesOf = (entry) => [timeOf(entry.at), ...textsOf(entry), ""];

/** @param {Entry} entry */
const row = (entry) => rowOf(entry, timeOf(entry.at));

/** @param {string} at */
const dayOf = (at) => new Date(at).toLocaleDateString(locale("en-US"), { dateStyle: "long" });
/** @param {string} at */
const timeOf = (at) => new Date(at).toLocaleString(locale("en-US"), { dateStyle: "long", timeStyle: "short" });

part("print", HTMLButtonElement).addEventListener("click", () => print());
part("close", HTMLButtonElement).addEventListener("click", () => {
  close();
  chosen.value = "";
  tell("copy-said", say("Closed. Nothing of the journal is left in this page."), true);
  chosen.focus();
});
take(part("word-list", HTMLElement).textContent ?? "");
fields = Array.from({ length: 12 }, (_, at) => new WordField(at + 1, "word", form));
part("word-fields", HTMLElement).replaceChildren(...fields.map(({ item }) => item));
// A browser that lacks these curves can open nothing: it says so before anything is typed.
const seed = new Uint8Array(32).fill(1);
Promise.all([publicKey(seed, "X25519"), publicKey(seed, "Ed25519")]).then(
  () => { chosen.disabled = false; }, (problem) => tell("copy-said", advice(problem)));
