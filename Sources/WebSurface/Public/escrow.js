// What a flow asks of the escrow client of this computer's hands, which alone speaks with providers. Identity attributes, addresses, answers and
// codes go from here to the hands and nowhere else.
import * as link from "/hands-link.js";
import * as told from "/told.js";
import * as typed from "/typed.js";
import * as vault from "/vault.js";

/**
 * HandsEffect.Escrow: an order by its name, with what it is about, which is another thing in each.
 * @typedef {Record<string, {_0?: unknown, _1?: unknown, fields?: string[]}>} EscrowEffect
 */
/** @typedef {{effect: "escrow", escrow: EscrowEffect}} EscrowWork */
/** @typedef {{reply: "escrow", escrow: object}} EscrowNews with a HandsReply.Escrow */
/** @typedef {{reply: object, shown?: {texts?: Record<string, string>, clock?: import("/told.js").Clock, unlocking?: string}}} EscrowAnswer */

/** @type {Record<"escrow", (work: EscrowWork, signal: AbortSignal) => Promise<EscrowNews>>} */
export const effects = {
  escrow: async (work, signal) => {
    try {
      return await perform(work.escrow, signal);
    } catch (problem) {
      return news(problem instanceof link.Absent ? { absent: { _0: problem.why } } : { failed: {} });
    }
  },
};

/** @param {object} escrow HandsReply.Escrow @returns {EscrowNews} */
const news = (escrow) => ({ reply: "escrow", escrow });

/**
 * The secret fields that an order names; the key of a clock was drawn by the hands.
 * @type {Record<string, (values: EscrowEffect[string]) => string[]|undefined>}
 */
const fieldsOf = {
  identify: ({ fields }) => fields, addMethod: ({ _0, fields }) => (_0 === "totp" ? fields?.slice(1) : fields),
  answer: ({ _1 }) => [String(_1)],
};

/** @param {EscrowEffect} effect @param {AbortSignal} signal */
async function perform(effect, signal) {
  const [[name, values]] = Object.entries(effect);
  const secrets = await typed.secretsFor(fieldsOf[name]?.(values) ?? []);
  if (!secrets) return news({ lost: {} });
  const answer = await link.order("/escrow", { effect, secrets }, signal);
  if (!answer) throw new Error("the hands could make nothing of it");
  const { texts, clock, unlocking } = answer.shown ?? {};
  if (texts) told.tell(texts);
  if (clock) told.tell({ [String(values._0)]: clock });
  if (unlocking) vault.holdEscrow(unlocking);
  return news(answer.reply);
}
