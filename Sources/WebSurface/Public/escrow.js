// What a flow asks of the escrow client of this computer's hands, which alone speaks with providers. Identity
// attributes, addresses, answers and codes go from here to the hands and nowhere else.
import * as link from "/hands-link.js";
import * as texts from "/hands-texts.js";
import * as held from "/held-secrets.js";
import * as vault from "/vault.js";

/** @typedef {import("/protocol.js").EscrowEffect} EscrowEffect */
/** @typedef {import("/protocol.js").EscrowTask} EscrowTask */
/** @typedef {import("/protocol.js").EscrowNews} EscrowNews */

/** @type {Record<"escrow", (work: EscrowTask, signal: AbortSignal) => Promise<EscrowNews>>} */
export const effects = {
  escrow: async (work, signal) => {
    try {
      return await perform(work.escrow, signal);
    } catch (problem) {
      return news(problem instanceof link.Absent ? { type: "absent", absence: problem.why } : { type: "failed" });
    }
  },
};

/** @param {import("/protocol.js").EscrowReply} escrow @returns {EscrowNews} */
const news = (escrow) => ({ reply: "escrow", escrow });

/**
 * The secret fields that an order uses; the key of a clock was drawn by the hands.
 * @param {EscrowEffect} effect
 * @returns {string[]}
 */
function fieldsOf(effect) {
  switch (effect.type) {
    case "identify": return effect.fields;
    case "addMethod": return effect.kind === "totp" ? effect.fields.slice(1) : effect.fields;
    case "answer": return [effect.field];
    default: return [];
  }
}

/** @param {EscrowEffect} effect @param {AbortSignal} signal */
async function perform(effect, signal) {
  const secrets = await held.secretsFor(fieldsOf(effect));
  if (!secrets) return news({ type: "lost" });
  const answer = await link.order("/escrow", { effect, secrets }, signal);
  if (!answer) throw new Error("the hands could make nothing of it");
  const { texts: shown, clock, unlocking } = answer.shown ?? {};
  if (shown) texts.tell(shown);
  if (clock && effect.type === "drawClock") texts.tell({ [effect.field]: clock });
  if (unlocking) vault.holdEscrow(unlocking);
  return news(answer.reply);
}
