// Belongings: where somebody's things lie, which PINs are one, how many papers there are of a kit, and which copies of
// the journal were made (WAYS-BACK §4). They are one sealed entry of the journal. No server ever learns of them, not
// even that there are any: among the entries, theirs looks like every other.
import { dayNumber, dayOf, listed } from "/lists.js";
import { nameOfPIN, nameOfPaper } from "/thing-names.js";
import { say } from "/sentences.js";
import { isDevice, nameOfPlace } from "/holdings.js";

/** @typedef {import("/holdings.js").Holdings} Holdings */
/**
 * What was said of one thing. `place` is in the person's own words, and `pin` the id of the thing with whose PIN its
 * own is one: its own id, if it shares it with none. Both are empty if nobody said.
 * @typedef {{id: string, place: string, pin: string}} SaidOf
 */
/**
 * The papers of a kit: the record that the words open, where each paper lies, and of several the one that was read when
 * the words were tried on a day: its index, -1 if nobody said. Of a later day nobody said it.
 * @typedef {{record: string, places: string[], tried: number, on?: number}} Papers
 */
/**
 * A copy, and the records' ids in it; `read` is when its saved file was read back, if it was.
 * @typedef {{made: string, holds: string[], place: string, read?: string}} TakenCopy
 */
/**
 * What is sealed. `text` says it all once more for a person: a reader of a copy has no names for the ids.
 * @typedef {{kind: "belongings", at: string, text: string, things: SaidOf[], papers: Papers[], copies: TakenCopy[]}
 *   } Belongings
 */

export const KIND = "belongings";
/** The most copies that are remembered. Older ones are forgotten first. */
const MOST_COPIES = 20;

/** @param {{kind: string}[]} entries @returns {Belongings|undefined} */
export const belongingsIn = (entries) =>
  /** @type {Belongings|undefined} */ (entries.find(({ kind }) => kind === KIND));
/** @returns {Belongings} */
export const nothingSaid = () => ({ kind: KIND, at: "", text: "", things: [], papers: [], copies: [] });

/**
 * A thing of which somebody may say something. A key that is built into a device lies where the device does, and a
 * device has no PIN of its own here.
 * @typedef {{id: string, name: string, place: boolean, pin: string}} Asked
 */
/**
 * What to ask for, in the order of the page: keys, cards, then devices. `pin` is what its PIN is called.
 * @param {Holdings} holdings @returns {Asked[]}
 */
export function askedOf(holdings) {
  const devices = Object.keys(holdings.places).filter((id) => isDevice(holdings, id));
  if (holdings.here !== undefined && !devices.includes(holdings.here)) devices.unshift(holdings.here);
  return [
    ...holdings.keys.map((key) => ({
      id: key.id, name: key.name, place: key.place === undefined, pin: nameOfPIN(holdings, key).name,
    })),
    ...holdings.cards.map(({ id, name, inSentence }) => (
      { id, name, place: true, pin: say("The PIN of {1}", { 1: inSentence }) })),
    ...devices.map((id) => ({ id, name: nameOfPlace(holdings, id), place: true, pin: "" })),
  ];
}

/**
 * The holdings with what was said. What lies at one place lies there under one name, however it was spelt.
 * @param {Holdings} holdings @param {Belongings|undefined} belongings @returns {Holdings}
 */
export function withBelongings(holdings, belongings) {
  if (!belongings) return holdings;
  const said = new Map(belongings.things.map((one) => [one.id, one]));
  const placeOf = (/** @type {string} */ id) => said.get(id)?.place || undefined;
  const pins = pinsOf(holdings, said), { code } = holdings;
  const papers = belongings.papers.find(({ record }) => record === code?.record);
  const places = { ...holdings.places }, copies = copiesOf(holdings, belongings.copies);
  for (const { id, place, pin } of askedOf(holdings)) {
    if (place && pin === "") places[id] = { name: nameOfPlace(holdings, id), isDevice: true, at: placeOf(id) };
  }
  return {
    ...holdings, places,
    keys: holdings.keys.map((key) => ({ ...key, place: key.place ?? placeOf(key.id), pin: pins.get(key.id) })),
    cards: holdings.cards.map((card) => ({ ...card, place: placeOf(card.id), pin: pins.get(card.id) })),
    code: code && papers ? { ...code, papers: papersOf(papers, code.papers[0]) } : code,
    copies: [...holdings.copies, ...copies],
    spentCopies: [...holdings.spentCopies ?? [], ...spentOf(holdings, belongings.copies, copies)],
  };
}

/**
 * A server knows one paper, and the day on which the words were last tried: that was one of the papers. Of several none
 * counts as tried until somebody said which it was on that day.
 * @param {Papers} papers @param {import("/holdings.js").Paper|undefined} known
 * @returns {import("/holdings.js").Paper[]}
 */
const papersOf = (papers, known) => papers.places.map((place, at) => (
  { ...(at === triedOf(papers, known?.provedOn) ? known : {}), place: place || undefined }));
/**
 * The index of the paper that was read when the words were tried on this day; -1 if nobody said.
 * @param {Papers|undefined} papers @param {number|undefined} day
 */
export function triedOf(papers, day) {
  if (!papers || papers.places.length === 1) return 0;
  return papers.on === day && day !== undefined && papers.tried < papers.places.length ? papers.tried : -1;
}

/**
 * The PINs of which somebody said whose they are, by the thing's id. One that several have is named after them all.
 * @param {Holdings} holdings @param {Map<string, SaidOf>} said
 * @returns {Map<string, import("/holdings.js").PIN>}
 */
function pinsOf(holdings, said) {
  const owners = [...holdings.keys, ...holdings.cards], pins = new Map();
  for (const ids of groupsOf(owners.map(({ id }) => id), said)) {
    const key = ids.length === 1 ? holdings.keys.find(({ id }) => id === ids[0]) : undefined;
    const names = owners.filter(({ id }) => ids.includes(id)).map(({ inSentence }) => inSentence);
    const name = key ? nameOfPIN(holdings, key).inSentence : say("the PIN of {1}", { 1: listed(names) });
    for (const id of ids) pins.set(id, { id: ids[0], name });
  }
  return pins;
}
/**
 * The things that have one PIN, a list for each PIN of which anything was said.
 * @param {string[]} owners @param {Map<string, SaidOf>} said
 */
function groupsOf(owners, said) {
  /** @type {string[][]} */
  let groups = [];
  for (const id of owners) {
    const pin = said.get(id)?.pin;
    if (!pin) continue;
    const both = [id, pin].filter((one) => owners.includes(one));
    const joined = groups.filter((group) => group.some((one) => both.includes(one)));
    groups = groups.filter((group) => !joined.includes(group));
    groups.push([...new Set([...joined.flat(), ...both])].sort());
  }
  return groups;
}

/** @param {Holdings} holdings */
const recordsOf = ({ cards, code, escrowRecord }) => [...cards.map(({ id }) => id), code?.record, escrowRecord];

/**
 * The copies that something still opens: the newest at each place.
 * @param {Holdings} holdings @param {TakenCopy[]} copies
 */
function copiesOf(holdings, copies) {
  const records = recordsOf(holdings);
  return newestOf(copies.filter(({ holds }) => holds.some((id) => records.includes(id))));
}
/**
 * The other copies that something opens which was replaced since: the newest at each place, unless one that is counted
 * there opens with such a thing as well.
 * @param {Holdings} holdings @param {TakenCopy[]} copies @param {import("/holdings.js").Copy[]} counted
 */
function spentOf(holdings, copies, counted) {
  const records = recordsOf(holdings);
  const isOlder = (/** @type {{holds: string[]}} */ { holds }) => holds.some((id) => !records.includes(id));
  const known = counted.filter(isOlder).map(({ place = "" }) => place);
  return newestOf(copies.filter((copy) => isOlder(copy) && !known.includes(copy.place)));
}
/**
 * Of several copies at one place, the newest of which the file was read back, else the newest.
 * @param {TakenCopy[]} copies @returns {import("/holdings.js").Copy[]}
 */
function newestOf(copies) {
  /** @type {Map<string, TakenCopy>} */
  const newest = new Map();
  const byAge = [...copies].sort((one, other) => (one.made < other.made ? 1 : -1));
  for (const copy of [...byAge.filter(({ read }) => read), ...byAge.filter(({ read }) => !read)]) {
    if (!newest.has(copy.place)) newest.set(copy.place, copy);
  }
  return [...newest.values()].map(({ made, holds, place, read }) => ({
    id: `copy of ${made}`, kind: "journal", holds, readOn: read === undefined ? undefined : dayNumber(read),
    place: place || undefined,
  }));
}

/**
 * The belongings with one more copy, which was just saved.
 * @param {Belongings|undefined} old @param {Omit<TakenCopy, "place">} copy @returns {Belongings}
 */
export function withCopy(old = nothingSaid(), { made, holds }) {
  const others = old.copies.filter((one) => one.made !== made);
  const copies = [{ made, holds, place: "" }, ...others].slice(0, MOST_COPIES);
  const known = new Set(old.copies.map(lineOf));
  const lines = old.text.split("\n").filter((line) => line && !known.has(line));
  return { ...old, at: made, copies, text: [...lines, ...copies.map(lineOf)].join("\n") };
}

/**
 * The belongings once the saved file of a copy was read back.
 * @param {Belongings|undefined} old @param {string} made @returns {Belongings}
 */
export function withRead(old = nothingSaid(), made) {
  const read = new Date().toISOString();
  return { ...old, at: read, copies: old.copies.map((copy) => (copy.made === made ? { ...copy, read } : copy)) };
}

/** @param {TakenCopy} copy */
const lineOf = ({ made, place }) => lineAt(nameOfTaken(made), place);
/** @param {string} made */
export const nameOfTaken = (made) => say("Copy of {1}", { 1: dayOf(dayNumber(made)) });
/** @param {string} name @param {string} place */
const lineAt = (name, place) =>
  (place === "" ? say("{1}: nobody said where", { 1: name }) : say("{1}: {2}", { 1: name, 2: place }));

/**
 * All of it in lines, for whoever reads it without this account.
 * @param {Holdings} holdings without belongings
 * @param {Pick<Belongings, "things"|"papers"|"copies">} belongings
 */
export function textOf(holdings, { things, papers, copies }) {
  const said = new Map(things.map((one) => [one.id, one])), { code } = holdings;
  const lines = askedOf(holdings).filter(({ place }) => place).map(
    ({ id, name }) => lineAt(name, said.get(id)?.place ?? ""));
  const own = papers.find(({ record }) => record === code?.record);
  if (code && own) {
    const kit = { ...code, papers: own.places.map(() => ({})) };
    lines.push(...own.places.map((place, at) => lineAt(nameOfPaper(holdings, kit, at).name, place)));
  }
  const pins = new Map([...pinsOf(holdings, said).values()].map(({ id, name }) => [id, name]));
  lines.push(...[...pins.values()].map((name) => say("One to remember: {1}", { 1: name })));
  return [...lines, ...copies.map(lineOf)].join("\n");
}
