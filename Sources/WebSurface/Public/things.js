// The room in which somebody says where their things lie, which PINs are one, and how many papers there are. It is open
// while the journal is open in this document: what is said is sealed there, and goes nowhere else.
import { KIND, askedOf, nameOfTaken, nothingSaid, textOf, triedOf, withBelongings } from "/belongings.js";
import { SignedOut, reason, signedOut, update } from "/entries.js";
import { known } from "/open-journal.js";
import { announce, part } from "/page.js";
import { pictureOf } from "/picture.js";
import { say } from "/sentences.js";
import { summaryOf } from "/summary.js";
import { choiceField, placeField, removal, rowOf, suggest } from "/things-fields.js";

/** @typedef {import("/belongings.js").Belongings} Belongings */
/** @typedef {import("/belongings.js").TakenCopy} TakenCopy */
/** @typedef {import("/holdings.js").Holdings} Holdings */

/**
 * What is on the screen now.
 * @type {() => Belongings}
 */
let said = nothingSaid;
/** As it was last read or saved. */
let saved = "";
let isGuarded = false;

export async function draw() {
  const room = part(document, "[data-things]");
  const at = (/** @type {string} */ name) => part(room, `[data-things=${name}]`);
  part(document, "[data-while-closed]").hidden = true;
  room.hidden = false;
  at("fields").hidden = true;
  at("said").textContent = say("One moment…");
  let told = "";
  const tell = (/** @type {string} */ sentence) => {
    at("said").textContent = told = sentence;
    announce(sentence);
  };
  const why = (/** @type {unknown} */ problem) => (problem instanceof SignedOut ? signedOut : reason(problem));
  try {
    const { rows, belongings } = await known();
    at("fields").hidden = false;
    at("said").textContent = "";
    const fields = new Fields(rows, belongings ?? nothingSaid(), (name) => at(name), () => show());
    said = () => fields.said();
    saved = keyOf(said());
    /** What was on the screen when it was read or saved: what another page changes since is kept. */
    let first = said(), isBusy = false;
    const show = () => {
      suggest(room, said());
      const picture = pictureOf(withBelongings(rows, said()));
      at("verdict").textContent = picture ? summaryOf(picture).sentence : "";
      if (told !== "") tell("");
      mark();
    };
    const mark = () => room.toggleAttribute("data-unsaved", isUnsaved());
    show();
    room.addEventListener("input", mark);
    room.addEventListener("change", show);
    at("save").addEventListener("click", async () => {
      if (isBusy) return;
      isBusy = true;
      const now = said();
      try {
        await update(KIND, (/** @type {Belongings|undefined} */ old) => merged(rows, now, first, old, fields.gone));
        saved = keyOf(first = now);
        mark();
        tell(say("Saved, encrypted in your journal."));
      } catch (problem) {
        tell(why(problem));
      }
      isBusy = false;
    });
  } catch (problem) {
    tell(why(problem));
  }
  if (!isGuarded) addEventListener("beforeunload", (event) => { if (isUnsaved()) event.preventDefault(); });
  isGuarded = true;
}

/** Whether something on the screen is not saved. */
const isUnsaved = () => document.querySelector("[data-things]") !== null && keyOf(said()) !== saved;
/** @param {Belongings} belongings */
const keyOf = ({ things, papers, copies }) => JSON.stringify([things, papers, copies]);

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is saved: what was changed on this screen since it was first shown, and of everything else what another page
 * saved meanwhile.
 * @param {Holdings} rows @param {Belongings} now @param {Belongings} first @param {Belongings|undefined} old
 * @param {Set<string>} gone
 * @returns {Belongings}
 */
function merged(rows, now, first, old = first, gone) {
  const thing = (/** @type {Belongings} */ of, /** @type {string} */ id) => of.things.find((one) => one.id === id);
  const copy = (/** @type {Belongings} */ of, /** @type {string} */ made) => of.copies.find((one) => one.made === made);
  const things = [...new Set([...now.things, ...old.things].map(({ id }) => id))].flatMap((id) => {
    const mine = thing(now, id), kept = isSame(mine, thing(first, id)) ? thing(old, id) : mine;
    return kept ? [kept] : [];
  });
  const copies = old.copies.filter(({ made }) => !gone.has(made)).map((other) => {
    const mine = copy(now, other.made);
    return mine && mine.place !== copy(first, other.made)?.place ? { ...other, place: mine.place } : other;
  });
  const papers = isSame(now.papers, first.papers) ? old.papers : now.papers, all = { ...now, things, papers, copies };
  return { ...all, at: new Date().toISOString(), text: textOf(rows, all) };
}

/** The fields of the room, and what stands in them. */
class Fields {
  /**
   * The copies that somebody no longer has.
   * @type {Set<string>}
   */
  gone = new Set();
  #rows;
  #copies;
  #at;
  #changed;
  /** @type {Map<string, HTMLInputElement>} */
  #places = new Map();
  /** @type {Map<string, HTMLSelectElement>} */
  #pins = new Map();
  /** @type {HTMLInputElement[]} */
  #papers = [];
  /** @type {Map<string, HTMLInputElement>} */
  #copyPlaces = new Map();
  /** The index of the paper that was read when the words were last tried; -1 if nobody said. */
  #tried = -1;

  /**
   * @param {Holdings} rows @param {Belongings} old @param {(name: string) => HTMLElement} at
   * @param {() => void} changed
   */
  constructor(rows, old, at, changed) {
    this.#rows = rows;
    this.#copies = old.copies;
    this.#at = at;
    this.#changed = changed;
    const of = new Map(old.things.map((one) => [one.id, one])), asked = askedOf(rows);
    for (const { id, name, place } of asked) {
      if (!place) continue;
      const { row, input } = placeField(name, of.get(id)?.place ?? "");
      this.#places.set(id, input);
      at("places").append(row);
    }
    const owners = asked.filter(({ pin }) => pin !== "");
    for (const { id, pin } of owners) {
      const { row, select } = choiceField(pin, [
        { value: "", label: say("I have not said") }, { value: id, label: say("It is like no other") },
        ...owners.filter((one) => one.id !== id).map((one) => (
          { value: one.id, label: say("The same as for {1}", { 1: one.name }) })),
      ], of.get(id)?.pin ?? "");
      this.#pins.set(id, select);
      at("pins").append(row);
    }
    at("pins-section").hidden = owners.length < 2;
    const papers = old.papers.find(({ record }) => record === rows.code?.record);
    this.#tried = triedOf(papers, this.#triedOn);
    at("papers-section").hidden = !rows.code;
    for (const place of papers?.places ?? [""]) this.#addPaper(place);
    at("add-paper").addEventListener("click", () => {
      this.#addPaper("");
      this.#papers[this.#papers.length - 1].focus();
      changed();
    });
    at("tried").addEventListener("change", (event) => {
      if (event.target instanceof HTMLSelectElement) this.#tried = Number(event.target.value);
    });
    at("copies-section").hidden = this.#copies.length === 0;
    for (const { made, place } of this.#copies) this.#addCopy(made, place);
  }

  /** @param {string} place */
  #addPaper(place) {
    const name = say("Paper {1}", { 1: this.#papers.length + 1 }), { row, input } = placeField(name, place);
    const list = this.#at("papers");
    this.#papers.push(input);
    list.append(this.#papers.length === 1 ? row : rowOf(row, removal(name, () => {
      const removed = this.#papers.indexOf(input), places = this.#papers.map(({ value }) => value);
      places.splice(removed, 1);
      if (removed === this.#tried) this.#tried = -1;
      else if (removed < this.#tried) this.#tried -= 1;
      this.#papers = [];
      list.replaceChildren();
      for (const one of places) this.#addPaper(one);
      this.#papers[0].focus();
      this.#changed();
    })));
    this.#askTried();
  }
  get #triedOn() { return this.#rows.code?.papers[0]?.provedOn; }
  /** Which of several papers was read last: the server knows only the day. */
  #askTried() {
    const isAsked = this.#papers.length > 1 && this.#triedOn !== undefined;
    this.#at("tried").replaceChildren(...(isAsked ? [choiceField(
      say("The one that you read when you last tried the words"), [
        { value: "-1", label: say("I have not said") },
        ...this.#papers.map((_, number) => ({ value: String(number), label: say("Paper {1}", { 1: number + 1 }) })),
      ], String(this.#tried)).row] : []));
  }

  /** @param {string} made @param {string} place */
  #addCopy(made, place) {
    const { row, input } = placeField(nameOfTaken(made), place);
    this.#copyPlaces.set(made, input);
    const both = rowOf(row, removal(nameOfTaken(made), () => {
      this.gone.add(made);
      this.#copyPlaces.delete(made);
      both.remove();
      this.#at("save").focus();
      this.#changed();
    }));
    this.#at("copies").append(both);
  }

  /** @returns {Belongings} */
  said() {
    /** @type {Map<string, string>} */
    const spelt = new Map();
    // Home and home are one place.
    const placeIn = (/** @type {HTMLInputElement|undefined} */ input) => {
      const place = (input?.value ?? "").trim().replace(/\s+/g, " "), key = place.toLocaleLowerCase();
      if (!spelt.has(key)) spelt.set(key, place);
      return spelt.get(key) ?? "";
    };
    const things = askedOf(this.#rows).map(({ id }) => (
      { id, place: placeIn(this.#places.get(id)), pin: this.#pins.get(id)?.value ?? "" }));
    const { code } = this.#rows, places = this.#papers.map(placeIn);
    return {
      ...nothingSaid(), things: things.filter(({ place, pin }) => place !== "" || pin !== ""),
      papers: code ? [{ record: code.record, places, tried: this.#tried, on: this.#triedOn }] : [],
      copies: this.#copies.flatMap((copy) => {
        const input = this.#copyPlaces.get(copy.made);
        return input ? [{ ...copy, place: placeIn(input) }] : [];
      }),
    };
  }
}
