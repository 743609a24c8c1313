// The Master Key in this page's memory: opened, made, handed on. No part of it is ever sent; what is sent is closed or
// signed with it.
import { entropyToWords, load, wordsToEntropy } from "/words.js";
import * as masterKeys from "/master-keys.js";
import * as remade from "/remade.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/wraps.js").Master} Master */
/** @typedef {import("/wraps.js").Kind} Kind */
/** @typedef {import("/wraps.js").Way} Way */
/** @typedef {import("/wraps.js").WayRecord} WayRecord */
/** @typedef {import("/master-keys.js").Keys} Keys */
/** @typedef {import("/protocol.js").Materials} Materials */
/** @typedef {import("/protocol.js").Proving} Proving */
/** @typedef {import("/protocol.js").KeyedTask} KeyedTask */
/** @typedef {import("/protocol.js").MakingTask} MakingTask */
/** @typedef {import("/protocol.js").ShowingTask} ShowingTask */
/** @typedef {import("/protocol.js").ProvingTask} ProvingTask */
/** @typedef {import("/protocol.js").LookUpTask} LookUpTask */
/** @typedef {import("/protocol.js").WayTask} WayTask */
/** @typedef {import("/protocol.js").WayNews} WayNews */
/** @typedef {import("/protocol.js").Sealed} Sealed */
/** @typedef {{number: number, account: string}} Kit */
/** @typedef {{words: string[], kit: Kit}} ShownCode */
/** @typedef {{kind: "key"|"card", secret?: Uint8Array, account?: string}} Touch what a ceremony with a key gave: its PRF output, if it has one;
 *   or what a card unlocks with */

/**
 * By the key's id.
 * @type {Map<string, Touch>}
 */
let touches = new Map();
/**
 * The open Master Keys.
 * @type {Keys|undefined}
 */
let opened;
/**
 * Those with one that was made here, the statement that the server has once it took it, and the kind of each way that
 * it opens with, until the person heard it.
 * @type {{keys: Keys, statement: string, kinds?: Kind[]}|undefined}
 */
let next;
/**
 * The shown code, and what its kit says.
 * @type {ShownCode & {entropy: Uint8Array}|undefined}
 */
let code;
/**
 * The typed one.
 * @type {{words: string[], entropy?: Uint8Array}|undefined}
 */
let typed;
/**
 * What escrow providers hold shares of: drawn by the hands, or got back by them.
 * @type {Uint8Array|undefined}
 */
let escrow;
/** @type {((code: ShownCode) => void)|undefined} */
let waiting;

/** Forgets the words that were shown or typed, and everything that opens the account. */
export function forget() {
  touches = new Map();
  opened = next = code = typed = escrow = waiting = undefined;
}

/** The words that are on the screen now, if there are any, and what their kit says. */
export const shownCode = () => code;
/** @param {(code: ShownCode) => void} draw */
export function whenShown(draw) { waiting = draw; }
/**
 * What stood in the entry when the button was pressed: twelve words of the list.
 * @param {string[]} words
 */
export function type(words) { typed = { words }; }
export const typedWords = () => typed?.words ?? [];
/**
 * The open Master Keys, for the journal. Where it is open, the server has taken what was made last.
 * @returns {Map<number, Master>}
 */
export const openMasters = () => (next?.keys ?? opened)?.masters ?? new Map();

/**
 * Keeps what a ceremony gave for opening. Only a key that verified its holder counts: without, the same key has another
 * PRF (WRAPS §2).
 * @param {PublicKeyCredentialJSON} credential
 */
export function remember(credential) {
  const data = credential.response?.authenticatorData, first = credential.clientExtensionResults?.prf?.results?.first;
  const isVerified = data !== undefined && (fromAnyBase64(data)[32] & 0x04) !== 0;
  const secret = first !== undefined && isVerified ? fromAnyBase64(first) : undefined;
  const mayStill = credential.clientExtensionResults?.prf?.enabled === true && secret === undefined;
  if (mayStill) touches.delete(credential.id);  // it has a PRF and was not asked yet: the next touch tells
  else touches.set(credential.id, { kind: "key", secret, account: credential.response?.userHandle });
}
/**
 * Keeps what escrow providers hold shares of, for sealing or for opening.
 * @param {string} secret base64url
 */
export function holdEscrow(secret) { escrow = wraps.unb64(secret); }
/**
 * Keeps what a card gave for opening, as after a touch.
 * @param {string} id of the card @param {string} secret base64url
 */
export function unlock(id, secret) { touches.set(id, { kind: "card", secret: wraps.unb64(secret) }); }

/**
 * @template {WayTask} Work
 * @typedef {Record<Work["effect"], (work: Work) => Promise<WayNews>>} Effects
 */
/**
 * @type {Effects<KeyedTask> & Effects<MakingTask> & Effects<ShowingTask> & Effects<ProvingTask> & Effects<LookUpTask>}
 */
export const effects = {
  "way.open": (work) => plainly(() => open(work), work.materials),
  "way.showCode": async ({ materials }) => {
    await load();
    const entropy = crypto.getRandomValues(new Uint8Array(16));
    code = {
      entropy, words: await entropyToWords(entropy), kit: { number: materials.kit, account: materials.username },
    };
    waiting?.(code);
    waiting = undefined;
    return { reply: "way.shown" };
  },
  "way.sealCode": (work) =>
    plainly(() => replace(work.materials.code, "phrase", code?.entropy, work.materials), work.materials),
  "way.drop": (work) => plainly(async () => {
    const rotation = await rotate(work.materials, work.materials.dropping);
    return rotation ? renewed(work.materials, rotation, []) : closed;
  }, work.materials),
  "way.sealEscrow": (work) =>
    plainly(() => replace(work.materials.escrow, "escrow", escrow, work.materials), work.materials),
  "way.lookUpCode": (work) => plainly(() => lookUp(work.rp)),
  "way.lookUpEscrow": (work) =>
    plainly(async () => (escrow ? made({ lookup: wraps.b64(await wraps.lookup("escrow", escrow, work.rp)) }) : closed)),
  "way.openWithCode": (work) => plainly(() => prove("phrase", typed?.entropy, work.materials), work.materials),
  "way.openWithEscrow": (work) => plainly(() => prove("escrow", escrow, work.materials), work.materials),
  "way.startAnew": (work) => plainly(() => startAnew(work), work.materials),
};

/** @type {WayNews} */
const closed = { reply: "way.closed" };
/** @type {(what: import("/protocol.js").SealedBundle|import("/protocol.js").RecoveryLookup|import("/protocol.js").RecoveryProof) => WayNews} */
const made = (what) => ({ reply: "way.made", made: JSON.stringify(what) });
/**
 * What has to be there. It is not where the page forgot everything in the middle of the work: then nothing more comes
 * of that.
 * @template Kept
 * @param {Kept|undefined} kept @returns {Kept}
 */
function still(kept) {
  if (kept === undefined) throw new TypeError("forgotten meanwhile");
  return kept;
}
/**
 * A new Master Key and the ways that come with it. The person hears from here what it opens with, once the server took
 * it.
 * @param {Materials} materials @param {import("/master-keys.js").Rotation} rotation @param {Sealed[]} ways
 */
function renewed(materials, { bundle, kinds }, ways) {
  const all = new Map(kinds);
  for (const { kid, kind } of ways.map(({ record }) => wraps.readRecord(record))) all.set(kid, kind);
  still(next).kinds = [...all.values()];
  return made({ g: materials.g, rotation: bundle, ways });
}

/**
 * Hears which statement the account has now.
 * @param {string} statement its hash
 */
export async function heard(statement) {
  if (next && (await wraps.hash(next.statement)) === statement) tell();
}
function tell() {
  if (!next) return;  // the page forgot everything meanwhile
  if (next.kinds) remade.tell(next.kinds);
  next.kinds = undefined;
}

/**
 * What does not fit is refused and said; only a mistake of ours is an error.
 * @param {() => Promise<WayNews>} work @param {Materials} [materials]
 * @returns {Promise<WayNews>}
 */
async function plainly(work, materials) {
  try {
    if (materials) needTexts(materials);
    return await work();
  } catch (problem) {
    if (!(problem instanceof wraps.Refused)) throw problem;
    if (problem.why === wraps.OLDER) remade.remark(remade.older);
    return { reply: problem.why === "from before" ? "way.fromBefore" : "way.refused" };
  }
}

/**
 * Everything that is read as text is one, and every list a list.
 * @param {Materials} materials
 */
function needTexts({ statements, histories, records, way, unsealed, dropping }) {
  const texts = [statements, histories, records, unsealed, dropping].every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === "string"));
  if (!texts || (way && (typeof way.record !== "string" || typeof way.wrap !== "string"))) {
    throw new wraps.Refused("shape");
  }
}

/** @param {KeyedTask} work @returns {Promise<WayNews>} */
async function open({ materials, key }) {
  const touch = touches.get(key);
  if (!touch) return { reply: "way.untouched" };
  if (touch.account !== undefined && touch.account !== materials.account) throw new wraps.Refused("another account");
  if (!touch.secret) return { reply: "way.signsInOnly" };
  if (materials.way) return openOwn(materials, key, touch.kind, touch.secret);
  if (materials.g === 0) {
    const first = await begin(materials);
    return made({ g: 0, first: first.bundle, ways: await sealAll(first.master, materials, key) });
  }
  const master = current(materials)?.newest;
  return master ? made({ g: materials.g, ways: await sealAll(master, materials, key) }) : closed;
}

/**
 * Opens with the key's own wrap, and renews what has become old in the same visit (WRAPS §5).
 * @param {Materials} materials @param {string} key @param {Kind} kind @param {Uint8Array} secret
 * @returns {Promise<WayNews>}
 */
async function openOwn(materials, key, kind, secret) {
  const own = still(materials.way), record = wraps.readRecord(own.record);
  const way = await wayOf(kind, secret, materials, wraps.unb64(record.kid));
  if (kind === "key" && (await isForAnother(way, materials))) {
    const keys = own.needsRewrap ? current(materials) : undefined;
    if (!keys) return { reply: "way.mismatched" };
    await masterKeys.judgeRecord(keys, own.record);
    // Somebody with the Master Key made the record that does not fit. It is left out, and the key gets one of its own
    // under the next.
    const rotation = still(await rotate(materials, [record.kid, ...materials.dropping]));
    return renewed(materials, rotation, [await seal(rotation.master, kind, secret, materials, key)]);
  }
  await openWith(way, record, materials);
  const find = await findOf(kind, secret, materials);
  if (materials.isRotationDue) {
    const rotation = await rotate(materials, materials.dropping);
    if (!rotation) throw new wraps.Refused("order");
    const wrap = rotation.bundle.wraps[record.kid];
    if (wrap === undefined) throw new wraps.Refused("a way is missing");
    const anew = await wraps.makeRecord(rotation.master, { ...way, find }, wrap);
    return renewed(materials, rotation, [{ credential: key, record: anew, wrap }]);
  }
  if (record.g === materials.g && !own.needsRewrap) return { reply: "way.opened" };
  const anew = await wraps.makeRecord(still(opened).newest, { ...way, find }, own.wrap);
  return made({ g: materials.g, ways: [{ credential: key, record: anew, wrap: own.wrap }] });
}

/**
 * Whether the key's record was made for another secret than the key gives now (G-20). Who signed it only an open Master
 * Key can tell, so that nothing follows from this but the word; the record is judged where it is made anew. Record and
 * wrap have to be this account's, and belong together.
 * @param {Way} way @param {Materials} materials
 */
async function isForAnother(way, materials) {
  const { record, wrap } = still(materials.way), said = wraps.payload(record);
  if (said.recipient === wraps.b64(await wraps.publicKey(way.keys.recipient, "X25519"))) return false;
  if (said.acc !== materials.account) throw new wraps.Refused("a record of something else");
  if (!wraps.isWrapOf(wrap, said, materials.g)) throw new wraps.Refused("a wrap of something else");
  return true;
}

/**
 * Makes a code, or what escrow providers hold shares of, a way in. The one before dies with it: who finds its words, or
 * gets its shares together, opens nothing any more. Which rows there are is the server's word, so that what it does not
 * name is left out by a new generation alone; only a Master Key that was begun in this page has nothing of the kind for
 * certain.
 * @param {string|undefined} old @param {Kind} kind @param {Uint8Array|undefined} secret @param {Materials} materials
 */
async function replace(old, kind, secret, materials) {
  if (!secret) return closed;
  if (materials.g === 0) {
    const first = await begin(materials);
    still(still(next).keys.lacks).delete(kind);
    return made({ g: 0, first: first.bundle, ways: [await seal(first.master, kind, secret, materials)] });
  }
  const keys = current(materials);
  if (old === undefined && keys?.lacks?.delete(kind)) {
    return made({ g: materials.g, ways: [await seal(keys.newest, kind, secret, materials)] });
  }
  const alike = kind === "phrase" ? phrases(materials) : [];
  const rotation = await rotate(
    materials, [...new Set([...alike, ...(old === undefined ? [] : [old]), ...materials.dropping])]);
  if (!rotation) return closed;
  return renewed(materials, rotation, [await seal(rotation.master, kind, secret, materials)]);
}

/**
 * Every record of a code, whichever of them the server calls the code.
 * @param {Materials} materials
 */
const phrases = ({ records }) => records.map((jws) => wraps.payload(jws)).flatMap(({ kind, kid }) =>
  kind === "phrase" && typeof kid === "string" ? [kid] : []);

/**
 * Words with a wrong checksum are looked up as well, by a number that nobody has: every failure takes the same way
 * (G-08).
 * @param {string} rp
 */
async function lookUp(rp) {
  if (!typed) return closed;
  try {
    typed.entropy = await wordsToEntropy(typed.words);
  } catch {
    typed.entropy = undefined;
  }
  const lookup = typed.entropy
    ? await wraps.lookup("phrase", typed.entropy, rp)
    : crypto.getRandomValues(new Uint8Array(32));
  return made({ lookup: wraps.b64(lookup) });
}

/**
 * Opens the Master Key with what proves itself, and signs that it is here.
 * @param {Kind} kind @param {Uint8Array|undefined} secret @param {Proving} materials
 */
async function prove(kind, secret, materials) {
  if (!secret || !materials.way) return closed;
  const record = wraps.readRecord(materials.way.record);
  const way = await wayOf(kind, secret, materials, wraps.unb64(record.kid));
  await openWith(way, record, materials);
  const { account, challenge } = materials;
  const proof = await wraps.prove(still(way.keys.proof), {
    account: wraps.unb64(account), record: way.record, origin: location.origin, purpose: "recover",
    challenge: wraps.unb64(challenge),
  });
  return made({ challenge, proof });
}

/** @param {KeyedTask} work */
async function startAnew({ materials, key }) {
  const touch = touches.get(key);
  if (!code) return closed;
  const rotation = await rotate(materials, [...new Set([...phrases(materials), ...materials.dropping])]);
  if (!rotation) return closed;
  const ways = [await seal(rotation.master, "phrase", code.entropy, materials)];
  if (touch?.secret) ways.push(await seal(rotation.master, touch.kind, touch.secret, materials, key));
  return renewed(materials, rotation, ways);
}

// The Master Key itself

/**
 * The open ones, if the newest is the account's newest: also where it was made here and the server has taken it since,
 * to the letter.
 * @param {Materials} materials
 */
function current(materials) {
  const known = opened ?? next?.keys;
  if (known && wraps.b64(known.newest.account) !== materials.account) throw new wraps.Refused("another account");
  if (next && next.keys.newest.g === materials.g && next.statement === materials.statements[materials.g - 1]) {
    tell();
    opened = next.keys;
    next = undefined;
    noteOpened(materials, opened.newest);
  }
  return opened?.newest.g === materials.g ? opened : undefined;
}

/**
 * @param {Kind} kind @param {Uint8Array} secret @param {Materials} materials @param {Uint8Array} record
 * @returns {Promise<Way>}
 */
async function wayOf(kind, secret, materials, record) {
  const account = wraps.unb64(materials.account);
  return {
    kind, rp: materials.rp, account, record, keys: await wraps.wayKeys(kind, secret, materials.rp, account, record),
  };
}

/**
 * Opens all that one way opens, and remembers how far this account has come.
 * @param {Way} way @param {WayRecord} record @param {Materials} materials
 */
async function openWith(way, record, materials) {
  if (record.acc !== materials.account || record.kid !== wraps.b64(way.record)) {
    throw new wraps.Refused("a record of something else");
  }
  const { statements, histories, indexRev } = materials;
  const shown = { statements, histories, wrap: still(materials.way).wrap, indexRev };
  if (next && statements.includes(next.statement)) tell();  // its answer was lost
  const before = next?.keys ?? opened;
  opened = await masterKeys.open(way, record, shown, lastSeen(materials.account));
  if (before && wraps.b64(before.newest.authority) === wraps.b64(opened.newest.authority)) opened.lacks = before.lacks;
  next = undefined;
  noteOpened(materials, opened.newest);
}

/**
 * The first Master Key of an account, and an empty index under it.
 * @param {Materials} materials
 */
async function begin(materials) {
  if (lastSeen(materials.account).g > 0) throw new wraps.Refused(wraps.OLDER);
  const master = await wraps.master(crypto.getRandomValues(new Uint8Array(32)), wraps.unb64(materials.account), 1);
  const index = await wraps.makeEntry(master, wraps.INDEX, 1, ascii.encode("{}")),
    statement = await wraps.makeFirst(master, index);
  opened = undefined;
  next = { keys: { ...masterKeys.begun(master), lacks: new Set(["phrase", "escrow"]) }, statement };
  return { master, bundle: { statement, index } };
}

/**
 * A new generation for every way but these; nothing where the Master Key is not open here.
 * @param {Materials} materials @param {string[]} dropping record ids
 */
async function rotate(materials, dropping) {
  const keys = current(materials);
  if (!keys) return undefined;
  if (materials.indexRev < lastSeen(materials.account).rev) throw new wraps.Refused(wraps.OLDER);
  const rotation = await masterKeys.rotate(keys, materials, dropping);
  note(materials.account, keys.newest, materials.indexRev);
  next = { keys: rotation.keys, statement: rotation.bundle.statement };
  return { ...rotation, master: rotation.keys.newest };
}

/**
 * A wrap for this key, and for each other that was touched in this page and has none yet.
 * @param {Master} master @param {Materials} materials @param {string} key
 */
async function sealAll(master, materials, key) {
  const others = materials.unsealed.filter((id) => id !== key && touches.get(id)?.secret);
  return Promise.all([key, ...others].map((id) => {
    const { kind, secret } = still(touches.get(id));
    return seal(master, kind, still(secret), materials, id);
  }));
}

/**
 * How a way is found again: a key by its PRF salt, a phrase by the hash of its lookup; a card needs nothing (WRAPS §4).
 * @param {Kind} kind @param {Uint8Array} secret @param {Materials} materials
 */
async function findOf(kind, secret, materials) {
  if (kind === "card") return new Uint8Array(0);
  if (kind === "key") return wraps.unb64(materials.salt);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await wraps.lookup(kind, secret, materials.rp)));
}

/**
 * @param {Master} master @param {Kind} kind @param {Uint8Array} secret @param {Materials} materials @param {string} [credential]
 * @returns {Promise<Sealed>}
 */
async function seal(master, kind, secret, materials, credential) {
  const way = await wayOf(kind, secret, materials, crypto.getRandomValues(new Uint8Array(16)));
  const find = await findOf(kind, secret, materials);
  const recipient = await wraps.publicKey(way.keys.recipient, "X25519");
  const wrap = await wraps.makeWrap(master, { record: way.record, kind, recipient, pad: way.keys.pad });
  return { credential, record: await wraps.makeRecord(master, { ...way, find }, wrap), wrap };
}

// What this device has seen: a server that shows less, or another, is refused.

/**
 * A Master Key that a cancelled run takes with it is not remembered. It can only be the account's first, and nothing is
 * written under it yet: which run wrote its rows is the server's word.
 */
let isProvisional = false;

/**
 * Notes the open Master Key: it was opened, or made here and taken.
 * @param {Materials} materials @param {Master} newest
 */
function noteOpened(materials, newest) {
  isProvisional = materials.isProvisional && newest.g === 1;
  note(materials.account, newest, 0);
}

/**
 * @param {string} account
 * @returns {import("/master-keys.js").Seen}
 */
export function lastSeen(account) {
  try {
    return { g: 0, rev: 0, authority: "", ...JSON.parse(localStorage.getItem(`latchstring.seen.${account}`) ?? "{}") };
  } catch {
    return { g: 0, rev: 0, authority: "" };
  }
}
/**
 * Only what was opened is noted, and never less than before, also where another page of this browser has seen more
 * meanwhile.
 * @param {string} account @param {Master} master @param {number} rev of an index that this Master Key opened; 0 where none was
 * @param {boolean} [isUsed] whether something is written under it: then no cancelled run takes it along
 */
export function note(account, master, rev, isUsed = false) {
  const seen = lastSeen(account);
  if (isUsed) isProvisional = false;
  if (isProvisional || seen.g > master.g) return;
  try {
    const newest = Math.max(rev, seen.rev);
    localStorage.setItem(
      `latchstring.seen.${account}`,
      JSON.stringify({ g: master.g, rev: newest, authority: wraps.b64(master.authority) })
    );
  } catch {
    // A browser that keeps nothing cannot compare; everything else holds.
  }
}

const ascii = new TextEncoder();
/** @param {string|ArrayBuffer} text base64url, with or without padding, or bytes already */
function fromAnyBase64(text) {
  if (typeof text !== "string") return new Uint8Array(text);
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
