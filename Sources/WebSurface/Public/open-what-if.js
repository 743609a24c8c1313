// “What if I lose …” with the journal open: places can be ticked too. The ticks have no names, so no form can send
// them.
import { knownHere } from "/open-journal.js";
import { part } from "/page.js";
import { pictureOf } from "/picture.js";
import { say } from "/sentences.js";
import { answerFrom } from "/what-if.js";
import { hasEscrow, hasJournal, hasOnlyPractice, hasUntriedEscrow } from "/holdings.js";

/** @typedef {import("/picture.js").FullPicture} FullPicture */
/** @typedef {import("/picture.js").Thing} Thing */

const UNSHOWN = ["place", "device", "site", "pin"];

/** The form that is answered from the open journal. */
let drawn = /** @type {HTMLFormElement|undefined} */ (undefined);
/** Whether the page that this document shows is answered from the open journal. */
export const isOpen = () => drawn?.isConnected === true;

export async function draw() {
  const found = await knownHere();
  if (!found) return;  // the server's answer stands
  drawFrom(found.all);
  drawn = part(document, "#what-if", HTMLFormElement);
}

/**
 * Answers from these holdings, in place of what the server told.
 * @param {import("/holdings.js").Holdings} all
 */
export function drawFrom(all) {
  const picture = pictureOf(all);
  if (!picture) return;
  const form = part(document, "#what-if", HTMLFormElement), { things, holdings } = picture;
  /** @type {Map<Thing, HTMLInputElement>} */
  const boxes = new Map(), ticked = tickedIn(form), focused = nameOf(document.activeElement);
  part(form, ".losing").replaceChildren(...groupsOf(picture).map(({ whole, heading, inside }) => {
    const group = document.createElement("fieldset"), legend = document.createElement("legend");
    const list = document.createElement("div");
    legend.append(whole ? tick(whole, picture, boxes, true) : headingOf(heading));
    list.append(...inside.map((thing) => tick(thing, picture, boxes)));
    group.append(legend, list);
    return group;
  }));
  for (const [thing, box] of boxes) {
    box.checked = ticked.has(box.dataset.thing ?? "");
    if (focused === `${thing.kind} ${thing.id}`) box.focus({ preventScroll: true });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  answerFrom({
    picture, boxes: things.map((thing) => boxes.get(thing)),
    names: things.map(({ kind, inSentence }) => (UNSHOWN.includes(kind) ? "" : inSentence)),
    ways: things.map((thing) => wayOf(thing, picture)), read: readOnly(picture),
    hasJournal: picture.structures.open.hoped.length > 0, hadJournal: hasJournal(holdings),
    hasOnlyPractice: hasOnlyPractice(holdings),
  });
}

/**
 * The thing whose loss a box stands for, by kind and id: the server's boxes have it in their names.
 * @param {Element|null} box
 */
const nameOf = (box) => (box instanceof HTMLInputElement
  ? box.dataset.thing ?? (box.name.startsWith("lose ") ? box.name.slice(5) : undefined) : undefined);
/** @param {HTMLFormElement} form */
const tickedIn = (form) => new Set([...form.querySelectorAll("input:checked")].map(nameOf));

/**
 * The papers of which only three words were ever read.
 * @param {FullPicture} picture
 */
function readOnly({ things, holdings: { code } }) {
  const read = code?.papers.flatMap(({ isOnlyRead }, at) => (isOnlyRead ? [`${code.record}, paper ${at}`] : [])) ?? [];
  return things.flatMap(({ kind, id }, number) => (kind === "paper" && read.includes(id) ? [number] : []));
}

/**
 * What lies in a place or device is grouped under it, the rest by kind.
 * @param {FullPicture} picture
 * @returns {{whole?: Thing, heading: string, inside: Thing[]}[]}
 */
function groupsOf({ things, holdings }) {
  const homes = homesOf(holdings), wholes = things.filter(({ kind }) => kind === "place" || kind === "device");
  const home = (/** @type {Thing} */ { id, kind }) => homes.get(`${kind} ${id}`);
  const placed = wholes.map(({ id }) => id);
  const kinds = /** @type {const} */ ([
    [say("Keys and cards"), ["key", "card"]], [say("On paper"), ["paper"]], [say("What you know"), ["pin", "known"]],
    [say("With others"), ["provider", "method", "site"]], [say("Copies"), ["copy"]],
  ]);
  return [
    ...wholes.map((whole) => ({ whole, heading: "", inside: things.filter((thing) => home(thing) === whole.id) })),
    ...kinds.map(([heading, some]) => ({
      heading, inside: things.filter((thing) => /** @type {readonly string[]} */ (some).includes(thing.kind)
        && !placed.includes(home(thing) ?? "")),
    })).filter(({ inside }) => inside.length > 0),
  ];
}

/**
 * Where each thing lies, by its kind and id. A device that lies at a place stays a group of its own.
 * @param {import("/holdings.js").Holdings} holdings
 */
function homesOf({ keys, cards, code, copies, plan }) {
  return new Map([
    ...keys.map(({ id, place }) => [`key ${id}`, place]), ...cards.map(({ id, place }) => [`card ${id}`, place]),
    ...cards.map(({ id, pukAt }) => [`paper puk of ${id}`, pukAt]),
    ...cards.map(({ id, phraseAt }) => [`paper phrase of ${id}`, phraseAt]),
    ...(code?.papers ?? []).map(({ place }, at) => [`paper ${code?.record}, paper ${at}`, place]),
    ...copies.map(({ id, place }) => [`copy ${id}`, place]),
    ...Object.entries(plan?.places ?? {}).map(([method, place]) => [`method ${method}`, place]),
  ].map(([id, place]) => /** @type {const} */ ([String(id), place])));
}

/** @param {string} heading */
function headingOf(heading) {
  const line = document.createElement("span"), text = document.createElement("b");
  line.className = "tick is-whole";
  text.textContent = heading;
  line.append(text);
  return line;
}

/**
 * @param {Thing} thing @param {FullPicture} picture @param {Map<Thing, HTMLInputElement>} boxes
 * @param {boolean} [isWhole]
 */
function tick(thing, picture, boxes, isWhole = false) {
  const label = document.createElement("label"), box = document.createElement("input");
  const words = document.createElement("span"), name = document.createElement("b"), note = noteOn(thing, picture);
  label.className = isWhole ? "tick is-whole" : "tick";
  box.type = "checkbox";
  box.dataset.thing = `${thing.kind} ${thing.id}`;
  name.textContent = thing.name;
  words.append(name);
  if (note !== "") {
    const small = document.createElement("small");
    small.textContent = note;
    words.append(small);
  }
  boxes.set(thing, box);
  label.append(box, words);
  return label;
}

/** @param {Thing} thing @param {FullPicture} picture */
function noteOn({ id, kind }, { holdings }) {
  const untried = (/** @type {{provedOn?: number}|undefined} */ one) =>
    (one && one.provedOn === undefined ? say("Not tried yet") : "");
  switch (kind) {
    case "place": return say("With everything in it");
    case "device": return holdings.here === id ? say("Your account is stored on this computer.")
      : say("With everything in it");
    case "site": return say("Where your account is");
    case "key": {
      const key = holdings.keys.find((one) => one.id === id);
      return key && key.power !== "opens" ? say("It signs in only") : untried(key);
    }
    case "card": return untried(holdings.cards.find((one) => one.id === id));
    case "paper": return untried(holdings.code?.papers.find((_, at) => id === `${holdings.code?.record}, paper ${at}`));
    case "copy": {
      const copy = holdings.copies.find((one) => one.id === id);
      return copy && copy.readOn === undefined ? say("Not tried yet") : "";
    }
    case "provider": return noteOnProvider(id, holdings);
    default: return untried(latestOf(id, holdings));
  }
}

/** @param {string} name @param {import("/holdings.js").Holdings} holdings */
function noteOnProvider(name, holdings) {
  const provider = holdings.plan?.providers.find((one) => one.name === name);
  if (provider?.trouble === "gone") return say("It no longer has what you gave it");
  if (provider?.trouble === "silent") return say("It did not answer when it was last asked");
  if (holdings.plan) return "";
  return hasEscrow(holdings) && hasUntriedEscrow(holdings) ? say("Not tried lately") : "";
}
/**
 * Of the parts that one thing answers, the one that was tried last.
 * @param {string} method @param {import("/holdings.js").Holdings} holdings
 */
function latestOf(method, { plan }) {
  const parts = plan?.parts.filter((one) => one.method === method) ?? [];
  return parts.find(({ provedOn }) => provedOn !== undefined) ?? parts[0];
}

/**
 * The way in that can be rehearsed with this thing: a key or a card that opens, or a paper with the recovery code.
 * @param {Thing} thing @param {FullPicture} picture
 */
function wayOf({ id, kind }, { holdings: { keys, cards, code } }) {
  if (kind === "key") return keys.some((key) => key.id === id && key.power === "opens") ? id : "";
  if (kind === "card") return cards.some((card) => card.id === id) ? id : "";
  return kind === "paper" && code && id.startsWith(`${code.record}, `) ? code.record : "";
}
