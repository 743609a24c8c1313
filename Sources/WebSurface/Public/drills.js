// Drills: whether a way in opens the account as it stands. Each drill opens in a second, empty vault, which is
// discarded here: this file knows nothing of the Master Keys that are open in the page, so that an open one cannot help
// a broken wrap. Nothing is remembered and nothing is made but the proof. `TerminalSurface/Vault/Vault+Drills` is the
// twin.
import { isForAnother, openWith, ownWay } from "/vault-opening.js";
import { makeVault } from "/vault-state.js";
import { entropyOf } from "/words.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/wraps.js").Kind} Kind */
/** @typedef {import("/protocol.js").Proving} Proving */
/** @typedef {import("/protocol.js").DrillProof} DrillProof */

/** @type {Record<Kind, string>} what a drill of each kind of way shows */
const hows = { key: "opened", card: "opened", phrase: "words", escrow: "joined" };

/**
 * The proof that this way's secret opened its own current wrap, signed with the Master Key that it held (WRAPS §5):
 * no recovery accepts it. Without a proof, the secret is not the one for which the wrap was made. Anything of the
 * server's that does not fit is refused.
 * @param {Kind} kind @param {Uint8Array} secret @param {Proving} materials with the way's record and wrap
 * @returns {Promise<DrillProof|undefined>}
 */
export async function tryWay(kind, secret, materials) {
  if (!materials.way) throw new wraps.Refused("shape");
  const { record, way } = await ownWay(kind, secret, materials);
  if (record.acc !== materials.account || record.kind !== kind) throw new wraps.Refused("a record of something else");
  if (await isForAnother(way, materials)) return undefined;
  const vault = makeVault({ remembers: false, renews: false });
  const { newest } = await openWith(vault, way, record, materials);
  const { challenge } = materials;
  const what = { account: way.account, record: way.record, origin: location.origin, challenge: wraps.unb64(challenge) };
  return {
    challenge, drill: await wraps.proveDrill(newest, { ...what, how: hows[kind] }),
    proof: way.keys.proof && (await wraps.prove(way.keys.proof, { ...what, purpose: "drill" })),
  };
}

/**
 * The same for the words on a paper. Words that are no recovery code at all are not the account's either.
 * @param {string[]} words @param {Proving} materials
 */
export async function tryWords(words, materials) {
  const entropy = await entropyOf(words);
  return entropy ? tryWay("phrase", entropy, materials) : undefined;
}
