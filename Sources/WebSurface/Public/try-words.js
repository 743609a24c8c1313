// Whether the words on a paper open the account's recovery code as it stands. What they open is discarded here. This
// file knows nothing of the Master Keys that are open in the page, so that an open one cannot help a broken wrap.
// `TerminalSurface/Vault/Vault+Words` is the twin.
import * as masterKeys from "/master-keys.js";
import { WordsError, wordsToEntropy } from "/words.js";
import * as wraps from "/wraps.js";

/** @typedef {import("/protocol.js").Proving} Proving */
/** @typedef {import("/protocol.js").RecoveryProof} RecoveryProof */

/**
 * The proof that the words opened, for this purpose alone: no recovery accepts it. Without a proof, the words are not
 * the account's, or no recovery code at all. Anything of the server's that does not fit is refused.
 * @param {string[]} words @param {Proving} materials with the code's record and wrap
 * @param {import("/master-keys.js").Seen} seen what this device saw last; it is compared, and nothing is noted
 * @returns {Promise<RecoveryProof|undefined>}
 */
export async function tryWords(words, materials, seen) {
  const { way: shown, statements, histories, indexRev, challenge, rp } = materials;
  if (!shown) throw new wraps.Refused("shape");
  const record = wraps.readRecord(shown.record), { kind } = record;
  if (record.acc !== materials.account || kind !== "phrase") throw new wraps.Refused("a record of something else");
  const entropy = await wordsToEntropy(words).catch((problem) => {
    if (!(problem instanceof WordsError)) throw problem;
  });
  if (!entropy) return undefined;
  const account = wraps.unb64(record.acc), kid = wraps.unb64(record.kid);
  const keys = await wraps.wayKeys(kind, entropy, rp, account, kid);
  if (!keys.proof || wraps.b64(await wraps.publicKey(keys.recipient, "X25519")) !== record.recipient) return undefined;
  const way = { kind, rp, account, record: kid, keys };
  await masterKeys.open(way, record, { statements, histories, wrap: shown.wrap, indexRev }, seen);
  const what = { account, record: kid, origin: location.origin, purpose: "drill", challenge: wraps.unb64(challenge) };
  return { challenge, proof: await wraps.prove(keys.proof, what) };
}
