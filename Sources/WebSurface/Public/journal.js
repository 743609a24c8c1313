// The journal and the peer history on the screen. What is sealed is read and written by entries.js.
import { SignedOut, newID, read, reason, signedOut, why, write } from "/entries.js";
import { rowOf } from "/entry-row.js";
import { entriesIn } from "/lists.js";
import { announce, part as partOf } from "/page.js";
import { say } from "/sentences.js";
import { whenSignedOut } from "/signed-out.js";
import { said } from "/times.js";
import { guard } from "/unsaved.js";
import * as vault from "/vault.js";

/** @typedef {import("/entries.js").Entry} Entry */

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
  const unsaved = () =>
    ["journal-text", "person-name", "person-note"].filter((id) => field(id)?.isConnected && field(id).value.trim());
  guard(block, () => unsaved().length > 0, () => {
    const own = field(unsaved()[0]);
    tell(say("What you wrote here is not saved. Save it, or press again to leave without it."),
      own.closest("section") ?? block);
    own.focus();
  });
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
    line.textContent = say("You are back, but your journal could not be counted. {why}", { why: why(problem) });
    line.className = "is-lacking";
  }
  announce(line.textContent);
}

/** @param {Entry[]} all */
function size(all) {
  const [entries, people] = ["entry", "person"].map((one) => all.filter(({ kind }) => kind === one).length);
  if (entries + people === 0) return say("It is here. Nothing is written in it yet.");
  if (people === 0) return say("It is here: {entries}.", { entries: entriesIn(entries) });
  return say("It is here: {entries} and {people}.", {
    entries: entriesIn(entries), people: people === 1 ? say("1 person") : say("{count} people", { count: people }),
  });
}

/** @param {Entry} entry @param {(entry: Entry) => void} remove */
function row(entry, remove) {
  const item = rowOf(entry, said(new Date(entry.at), new Date()));
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
  item.append(button);
  return item;
}
