// What a flow asks of the escrow client of this computer's hands, which alone speaks with providers. Identity attributes, addresses, answers and
// codes go from here to the hands and nowhere else.
import * as link from "/hands-link.js";
import * as told from "/told.js";
import * as typed from "/typed.js";
import * as vault from "/vault.js";

/** @typedef {import("/vault.js").Work} Work */
/** @typedef {{reply: object, shown?: {texts?: Record<string, string>, clock?: import("/told.js").Clock, unlocking?: string}}} EscrowAnswer */

/** @type {Record<string, (work: Work, signal: AbortSignal) => Promise<import("/scenarios.js").News>>} */
export const effects = {
  escrow: async (work, signal) => {
    try {
      return await perform(work.escrow, signal);
    } catch (problem) {
      return news(problem instanceof link.Absent ? { absent: { _0: problem.why } } : { failed: {} });
    }
  },
};

/** @param {object} escrow HandsReply.Escrow */
const news = (escrow) => ({ reply: "escrow", escrow });

/**
 * The secret fields that an order names; the key of a clock was drawn by the hands.
 * @type {Record<string, (values: any) => string[]>}
 */
const fieldsOf = {
  identify: ({ fields }) => fields, addMethod: ({ _0, fields }) => (_0 === "totp" ? fields.slice(1) : fields), answer: ({ _1 }) => [_1],
};

/** @param {object} effect HandsEffect.Escrow @param {AbortSignal} signal */
async function perform(effect, signal) {
  const [[name, values]] = Object.entries(effect);
  const secrets = await typed.secretsFor(fieldsOf[name]?.(values) ?? []);
  if (!secrets) return news({ lost: {} });
  const answer = /** @type {EscrowAnswer|undefined} */ (await link.order("/escrow", { effect, secrets }, signal));
  if (!answer) throw new Error("the hands could make nothing of it");
  const { texts, clock, unlocking } = answer.shown ?? {};
  if (texts) told.tell(texts);
  if (clock) told.tell({ [values._0]: clock });
  if (unlocking) vault.holdEscrow(unlocking);
  return news(answer.reply);
}
