// What a vault makes of the ways in: it opens with each of them, makes their wraps and records, and renews what is
// outdated (WRAPS §4, §5).
import * as masterKeys from "/master-keys.js";
import { begin, current, isForAnother, needRenewing, openWith, ownWay, rotate, wayOf } from "/vault-opening.js";
import { closed, made, still } from "/vault-state.js";
import { wordsToEntropy } from "/words.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/vault-state.js").Vault} Vault */
/** @typedef {import("/vault-state.js").Materials} Materials */
/** @typedef {import("/vault-state.js").Sealed} Sealed */
/** @typedef {import("/vault-state.js").WayNews} WayNews */
/** @typedef {import("/protocol.js").Proving} Proving */
/** @typedef {import("/protocol.js").KeyedTask} KeyedTask */
/** @typedef {import("/wraps.js").Kind} Kind */
/** @typedef {import("/wraps.js").Master} Master */

/**
 * Opens with a key or a card. One without a wrap gets one, and an account's first begins the Master Key.
 * @param {Vault} vault @param {KeyedTask} work
 * @returns {Promise<WayNews>}
 */
export async function open(vault, { materials, key }) {
  const touch = vault.held.touches.get(key);
  if (!touch) return { reply: "way.untouched" };
  if (touch.account !== undefined && touch.account !== materials.account) throw new wraps.Refused("another account");
  if (!touch.secret) return { reply: "way.signsInOnly" };
  if (materials.way) return openOwn(vault, materials, key, touch.kind, touch.secret);
  if (materials.g === 0) {
    const first = await begin(vault, materials);
    return made({ g: 0, first: first.bundle, ways: await sealAll(vault, first.master, materials, key) });
  }
  const master = current(vault, materials)?.newest;
  return master ? made({ g: materials.g, ways: await sealAll(vault, master, materials, key) }) : closed;
}

/**
 * Opens with the key's own wrap, and renews anything outdated in the same visit (WRAPS §5).
 * @param {Vault} vault @param {Materials} materials @param {string} key @param {Kind} kind @param {Uint8Array} secret
 * @returns {Promise<WayNews>}
 */
async function openOwn(vault, materials, key, kind, secret) {
  const own = still(materials.way), { record, way } = await ownWay(kind, secret, materials);
  const keys = own.needsRewrap ? current(vault, materials) : undefined;
  // A card's secret never changes: a record that is not for it is refused, unless the card is marked.
  if ((kind === "key" || keys) && (await isForAnother(way, materials))) {
    return keys ? wrapAnew(vault, keys, materials, key, kind, secret) : { reply: "way.mismatched" };
  }
  const opened = await openWith(vault, way, record, materials).catch((problem) => {
    if (!keys || !(problem instanceof wraps.Refused)) throw problem;
  });
  if (!opened) return wrapAnew(vault, still(keys), materials, key, kind, secret);
  const { newest } = opened;
  const find = await findOf(kind, secret, materials);
  if (materials.isRotationDue) {
    const rotation = await rotate(vault, materials, materials.dropping);
    if (!rotation) throw new wraps.Refused("order");
    const wrap = rotation.bundle.wraps[record.kid];
    if (wrap === undefined) throw new wraps.Refused("a way is missing");
    const anew = await wraps.makeRecord(rotation.master, { ...way, find }, wrap);
    return renewed(vault, materials, rotation, [{ credential: key, record: anew, wrap }]);
  }
  if (record.g === materials.g && !own.needsRewrap) return { reply: "way.opened" };
  const anew = await wraps.makeRecord(newest, { ...way, find }, own.wrap);
  return made({ g: materials.g, ways: [{ credential: key, record: anew, wrap: own.wrap }] });
}

/**
 * Makes a marked key or card open again. Somebody with the Master Key made the record, which does not fit the key any
 * more or came with a wrap that is damaged now. It is left out, and the key gets a record of its own under the next
 * Master Key.
 * @param {Vault} vault @param {import("/master-keys.js").Keys} keys @param {Materials} materials @param {string} key
 * @param {Kind} kind @param {Uint8Array} secret
 */
async function wrapAnew(vault, keys, materials, key, kind, secret) {
  const { kid } = await masterKeys.judgeRecord(keys, still(materials.way).record);
  const rotation = still(await rotate(vault, materials, [kid, ...materials.dropping]));
  return renewed(vault, materials, rotation, [await seal(vault, rotation.master, kind, secret, materials, key)]);
}

/**
 * A new generation without the ways that the materials drop.
 * @param {Vault} vault @param {Materials} materials
 */
export async function drop(vault, materials) {
  const rotation = await rotate(vault, materials, materials.dropping);
  return rotation ? renewed(vault, materials, rotation, []) : closed;
}

/**
 * Makes a code, or the secret that escrow providers hold shares of, a way in. The previous one dies with it: whoever
 * finds its words, or gathers its shares, can no longer open anything. Which rows exist is the server's word, so that
 * only a new generation leaves out what the server does not name; only a Master Key that was begun in this page
 * certainly has nothing of the kind.
 * @param {Vault} vault @param {string|undefined} old @param {Kind} kind @param {Uint8Array|undefined} secret
 * @param {Materials} materials
 */
export async function replace(vault, old, kind, secret, materials) {
  if (!secret) return closed;
  if (materials.g === 0) {
    const first = await begin(vault, materials);
    still(still(vault.held.next).keys.lacks).delete(kind);
    return made({ g: 0, first: first.bundle, ways: [await seal(vault, first.master, kind, secret, materials)] });
  }
  const keys = current(vault, materials);
  if (old === undefined && keys?.lacks?.delete(kind)) {
    return made({ g: materials.g, ways: [await seal(vault, keys.newest, kind, secret, materials)] });
  }
  const alike = kind === "phrase" ? phrases(materials) : [];
  const rotation = await rotate(
    vault, materials, [...new Set([...alike, ...(old === undefined ? [] : [old]), ...materials.dropping])]);
  if (!rotation) return closed;
  return renewed(vault, materials, rotation, [await seal(vault, rotation.master, kind, secret, materials)]);
}

/**
 * Every record of a code, no matter which one the server calls the code.
 * @param {Materials} materials
 */
const phrases = ({ records }) => records.map((jws) => wraps.payload(jws)).flatMap(({ kind, kid }) =>
  kind === "phrase" && typeof kid === "string" ? [kid] : []);

/**
 * A new generation for a new key and the shown words, without the code that was typed.
 * @param {Vault} vault @param {KeyedTask} work
 */
export async function startAnew(vault, { materials, key }) {
  const touch = vault.held.touches.get(key), { code } = vault.held;
  if (!code) return closed;
  const rotation = await rotate(vault, materials, [...new Set([...phrases(materials), ...materials.dropping])]);
  if (!rotation) return closed;
  const ways = [await seal(vault, rotation.master, "phrase", code.entropy, materials)];
  if (touch?.secret) ways.push(await seal(vault, rotation.master, touch.kind, touch.secret, materials, key));
  return renewed(vault, materials, rotation, ways);
}

/**
 * Words with a wrong checksum are looked up as well, under a number that nobody has: every failure takes the same path
 * (G-08).
 * @param {Vault} vault @param {string} rp
 */
export async function lookUp({ held: { typed } }, rp) {
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
 * Opens the Master Key with something that proves itself, and signs that it is present.
 * @param {Vault} vault @param {Kind} kind @param {Uint8Array|undefined} secret @param {Proving} materials
 */
export async function prove(vault, kind, secret, materials) {
  if (!secret || !materials.way) return closed;
  const { record, way } = await ownWay(kind, secret, materials);
  await openWith(vault, way, record, materials);
  const { account, challenge } = materials;
  const proof = await wraps.prove(still(way.keys.proof), {
    account: wraps.unb64(account), record: way.record, origin: location.origin, purpose: "recover",
    challenge: wraps.unb64(challenge),
  });
  return made({ challenge, proof });
}

/**
 * A new Master Key and the ways that come with it. Once the server has accepted it, the person learns from here what
 * opens it.
 * @param {Vault} vault @param {Materials} materials @param {import("/master-keys.js").Rotation} rotation
 * @param {Sealed[]} ways
 */
function renewed(vault, materials, { bundle, kinds }, ways) {
  const all = new Map(kinds);
  for (const { kid, kind } of ways.map(({ record }) => wraps.readRecord(record))) all.set(kid, kind);
  still(vault.held.next).kinds = [...all.values()];
  return made({ g: materials.g, rotation: bundle, ways });
}

/**
 * A wrap for this key, and for every other key that was touched for this flow and has none yet.
 * @param {Vault} vault @param {Master} master @param {Materials} materials @param {string} key
 */
async function sealAll(vault, master, materials, key) {
  const { touches } = vault.held, others = materials.unsealed.filter((id) =>
    id !== key && touches.get(id)?.secret && !touches.get(id)?.isEarlier);
  return Promise.all([key, ...others].map((id) => {
    const { kind, secret } = still(touches.get(id));
    return seal(vault, master, kind, still(secret), materials, id);
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
 * A code is sealed under the id that was drawn with it, and with what stands on its paper.
 * @param {Vault} vault
 * @param {Master} master
 * @param {Kind} kind
 * @param {Uint8Array} secret
 * @param {Materials} materials
 * @param {string} [credential]
 * @returns {Promise<Sealed>}
 */
async function seal(vault, master, kind, secret, materials, credential) {
  needRenewing(vault);
  const code = kind === "phrase" ? still(vault.held.code) : undefined;
  const kit = code && { number: code.kit.number, check: code.kit.check };
  const way = await wayOf(kind, secret, materials, code?.record ?? wraps.newRecordID());
  const find = await findOf(kind, secret, materials);
  const recipient = await wraps.publicKey(way.keys.recipient, "X25519");
  const wrap = await wraps.makeWrap(master, { record: way.record, kind, recipient, pad: way.keys.pad });
  return { credential, record: await wraps.makeRecord(master, { ...way, find }, wrap), wrap, kit };
}
