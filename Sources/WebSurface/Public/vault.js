// The Master Key in this page's memory: opened, made, handed on. No part of it is ever sent; what is sent is sealed or
// signed with it. This is the page's one vault; the work is in vault-opening.js, vault-ways.js and drills.js.
import { tryWay, tryWords } from "/drills.js";
import * as texts from "/hands-texts.js";
import * as taken from "/taken-copy.js";
import { drawTicket } from "/tickets.js";
import { tell } from "/vault-opening.js";
import { closed, empty, made, makeVault, plainly } from "/vault-state.js";
import * as ways from "/vault-ways.js";
import { entropyToWords, load } from "/words.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/wraps.js").Master} Master */
/** @typedef {import("/vault-state.js").ShownCode} ShownCode */
/** @typedef {import("/protocol.js").KeyedTask} KeyedTask */
/** @typedef {import("/protocol.js").DrillTask} DrillTask */
/** @typedef {import("/protocol.js").MakingTask} MakingTask */
/** @typedef {import("/protocol.js").ShowingTask} ShowingTask */
/** @typedef {import("/protocol.js").ProvingTask} ProvingTask */
/** @typedef {import("/protocol.js").TryingTask} TryingTask */
/** @typedef {import("/protocol.js").LookUpTask} LookUpTask */
/** @typedef {import("/protocol.js").TicketTask} TicketTask */
/** @typedef {import("/protocol.js").RequestingTask} RequestingTask */
/** @typedef {import("/protocol.js").CopyingTask} CopyingTask */
/** @typedef {import("/protocol.js").WayTask} WayTask */
/** @typedef {import("/protocol.js").WayNews} WayNews */

const vault = makeVault({ remembers: true, renews: true });

/** How far an account had come when this device last saw it. */
export const { lastSeen, note } = vault.memory;

/** Forgets the words that were shown or typed, everything that opens the account, and a copy that was made. */
export function forget() {
  taken.forget();
  empty(vault);
}

/** Whether a key gave something here that may open its account, and nothing is open yet. */
export const isHolding = () => !vault.held.opened && !vault.held.next
  && [...vault.held.touches.values()].some(({ kind, secret }) => kind === "key" && secret !== undefined);
/** Whether a Master Key is open here. */
export const isOpen = () => vault.held.opened !== undefined || vault.held.next !== undefined;
/**
 * Forgets the words that were shown or typed. What they opened stays open, for the moment of coming back; if nothing is
 * open, nothing stays.
 */
export function forgetWords() {
  vault.held.code = vault.held.typed = vault.held.waiting = undefined;
  if (!isOpen()) forget();
}
/**
 * Another flow begins in this document: the keys that were touched before were not touched for it, and it has words of
 * its own.
 */
export function turn() {
  vault.held.code = vault.held.typed = vault.held.escrow = vault.held.waiting = undefined;
  for (const touch of vault.held.touches.values()) touch.isEarlier = true;
}

/** The words on the screen now, if there are any, and what their kit says. */
export const shownCode = () => vault.held.code;
/** @param {(code: ShownCode) => void} draw */
export function whenShown(draw) { vault.held.waiting = draw; }
/**
 * Keeps what was in the entry when the button was pressed: twelve words of the list.
 * @param {string[]} words
 */
export function type(words) { vault.held.typed = { words }; }
export const typedWords = () => vault.held.typed?.words ?? [];
/**
 * The open Master Keys, for the journal. If it is open, the server has accepted the latest one.
 * @returns {Map<number, Master>}
 */
export const openMasters = () => (vault.held.next?.keys ?? vault.held.opened)?.masters ?? new Map();

/**
 * Keeps the result of a ceremony for opening. Only a key that verified its holder counts: without verification, the
 * same key has a different PRF (WRAPS §2).
 * @param {PublicKeyCredentialJSON} credential
 */
export function remember(credential) {
  const { touches } = vault.held, { prf } = credential.clientExtensionResults ?? {};
  const data = credential.response?.authenticatorData, first = prf?.results?.first;
  const isVerified = data !== undefined && (fromAnyBase64(data)[32] & 0x04) !== 0;
  const secret = first !== undefined && isVerified ? fromAnyBase64(first) : undefined;
  const mayStill = prf?.enabled === true && secret === undefined;
  if (mayStill) touches.delete(credential.id);  // it has a PRF that was not asked for yet: the next touch will tell
  else touches.set(credential.id, { kind: "key", secret, account: credential.response?.userHandle });
}
/**
 * Keeps the secret that escrow providers hold shares of, for sealing or for opening.
 * @param {string} secret base64url
 */
export function holdEscrow(secret) { vault.held.escrow = wraps.unb64(secret); }
/**
 * Keeps what a card provided for opening, as after a touch.
 * @param {string} id of the card @param {string} secret base64url
 */
export function unlock(id, secret) { vault.held.touches.set(id, { kind: "card", secret: wraps.unb64(secret) }); }

/**
 * @template {WayTask} Work
 * @typedef {Record<Work["effect"], (work: Work) => Promise<WayNews>>} Effects
 */
/**
 * @type {Effects<KeyedTask> & Effects<DrillTask> & Effects<MakingTask> & Effects<ShowingTask> & Effects<ProvingTask>
 *   & Effects<TryingTask> & Effects<LookUpTask> & Effects<RequestingTask> & Effects<CopyingTask>
 *   & Effects<TicketTask>}
 */
export const effects = {
  "way.open": (work) => plainly(() => ways.open(vault, work), work.materials),
  "way.drill": ({ materials, key }) => plainly(() => drill(materials, key), materials),
  "way.showCode": async ({ materials }) => {
    await load();
    const entropy = crypto.getRandomValues(new Uint8Array(16)), record = wraps.newRecordID(), { held } = vault;
    // The paper is printed before the record is made, so that the id is drawn with the words: the check depends on it.
    const check = await wraps.check(entropy, materials.rp, wraps.unb64(materials.account), record);
    held.code = {
      entropy, record, words: await entropyToWords(entropy),
      kit: { number: materials.kit, check, account: materials.username },
    };
    held.waiting?.(held.code);
    held.waiting = undefined;
    return { reply: "way.shown" };
  },
  "way.sealCode": ({ materials }) =>
    plainly(() => ways.replace(vault, materials.code, "phrase", vault.held.code?.entropy, materials), materials),
  "way.drop": ({ materials }) => plainly(() => ways.drop(vault, materials), materials),
  "way.sealEscrow": ({ materials }) =>
    plainly(() => ways.replace(vault, materials.escrow, "escrow", vault.held.escrow, materials), materials),
  "way.lookUpCode": ({ rp }) => plainly(() => ways.lookUp(vault, rp)),
  "way.lookUpEscrow": ({ rp }) => plainly(async () => {
    const { escrow } = vault.held;
    return escrow ? made({ lookup: wraps.b64(await wraps.lookup("escrow", escrow, rp)) }) : closed;
  }),
  "way.openWithCode": ({ materials }) =>
    plainly(() => ways.prove(vault, "phrase", vault.held.typed?.entropy, materials), materials),
  "way.tryWords": ({ materials }) => plainly(async () => {
    const { typed } = vault.held;
    return typed && materials.way ? tried(await tryWords(typed.words, materials)) : closed;
  }, materials),
  "way.openWithEscrow": ({ materials }) =>
    plainly(() => ways.prove(vault, "escrow", vault.held.escrow, materials), materials),
  "way.tryEscrow": ({ materials }) => plainly(async () => {
    const { escrow } = vault.held;
    vault.held.escrow = undefined;
    return escrow && materials.way ? tried(await tryWay("escrow", escrow, materials)) : closed;
  }, materials),
  "way.drawTicket": async () => {
    const { signs, shown } = drawTicket();
    texts.tell({ ticket: shown, "rehearsal-address": `${location.origin}/rehearse` });
    return made({ hash: await wraps.hash(signs) });
  },
  "way.signCopy": ({ materials }) => plainly(() => taken.ask(vault, materials), materials),
  "way.makeCopy": ({ materials, copy }) => plainly(() => taken.make(vault, materials, copy), materials),
  "way.startAnew": (work) => plainly(() => ways.startAnew(vault, work), work.materials),
};

/**
 * Nothing of this vault takes part in a drill but what the touch gave, which is forgotten with it.
 * @param {DrillTask["materials"]} materials @param {string} key
 * @returns {Promise<WayNews>}
 */
async function drill(materials, key) {
  const touch = vault.held.touches.get(key);
  if (!touch) return { reply: "way.untouched" };
  vault.held.touches.delete(key);
  if (!touch.secret) return { reply: "way.signsInOnly" };
  return materials.way ? tried(await tryWay(touch.kind, touch.secret, materials)) : closed;
}

/** @param {import("/protocol.js").DrillProof|undefined} proof @returns {WayNews} */
const tried = (proof) => (proof ? made(proof) : { reply: "way.mismatched" });

/**
 * Notes which statement the account has now.
 * @param {string} statement its hash
 */
export async function heard(statement) {
  const { next } = vault.held;
  if (next && (await wraps.hash(next.statement)) === statement) tell(vault);
}

/** @param {string|ArrayBuffer} text base64url, with or without padding, or bytes already */
function fromAnyBase64(text) {
  if (typeof text !== "string") return new Uint8Array(text);
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
