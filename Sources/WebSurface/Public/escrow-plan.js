// Account recovery as this computer's hands know it: which provider answered when, and which part was given back when.
// It is counted and drawn in the page, and sent nowhere. The hands ask no provider for it.
import * as link from "/hands-link.js";

/** @typedef {import("/holdings.js").Holdings} Holdings */
/** @typedef {import("/holdings.js").Plan} Plan */

/** How long the hands may take, in milliseconds. They only read a file, but the computer may be busy. */
const PATIENCE = 30000;

/**
 * What the hands know of the set-up that the server finds by this lookup. `undefined` if this page has not met them, if
 * asking them would make the browser ask the person, or if their set-up is another account's.
 * @param {string|undefined} lookup @returns {Promise<Plan|undefined>}
 */
export async function planOf(lookup) {
  if (!lookup || !(await link.isJoined())) return undefined;
  const order = /** @type {const} */ ({ effect: { type: "picture" }, secrets: {} });
  const answer = await link.order("/escrow", order, window.AbortSignal.timeout(PATIENCE)).catch(() => undefined);
  const picture = answer?.shown?.picture;
  return picture?.lookups.includes(lookup) ? inHoldings(picture) : undefined;
}

/** @param {import("/protocol.js").EscrowPicture} picture @returns {Plan} */
const inHoldings = ({ providers, parts, policies }) => ({
  providers: providers.map(({ standing, ...provider }) =>
    (standing === "there" ? provider : { ...provider, trouble: standing })),
  parts: parts.map(({ kind, provider, triedOn }) => ({ method: kind, provider, provedOn: triedOn })),
  policies, places: {},
});

// When it is due again: the twin of `EscrowTrial` in `WaysBack` (WAYS-BACK §5).

/**
 * A provider to ask, or a part to try, by its number in the plan.
 * @typedef {{kind: "provider"|"part", number: number, answeredOn?: number, endsOn?: number}} Trial
 */
/**
 * Since when it is due, or until when it is not.
 * @typedef {{is: "never"} | {is: "due"|"fresh", day: number}} Standing
 */

/** After how many days each is due, and how long before the end of what a provider keeps. */
const DAYS = { provider: 91, part: 365 }, BEFORE_END = 60;
/** What answers these is not there while one waits. */
const TAKES_DAYS = ["post", "iban", "video"];

/** @param {Plan} plan @returns {Trial[]} */
export const trialsOf = ({ providers, parts }) => [
  ...providers.map(({ answeredOn, paidUntil }, number) =>
    ({ kind: /** @type {const} */ ("provider"), number, answeredOn, endsOn: paidUntil })),
  ...parts.flatMap(({ method, provedOn }, number) => (TAKES_DAYS.includes(method) ? []
    : [{ kind: /** @type {const} */ ("part"), number, answeredOn: provedOn }])),
];

/** @param {Trial} trial @param {number} today @returns {Standing} */
export function standingOf({ kind, answeredOn, endsOn }, today) {
  if (answeredOn === undefined) return { is: "never" };
  const day = Math.min(answeredOn + DAYS[kind], endsOn === undefined ? Infinity : endsOn - BEFORE_END);
  return { is: day > today ? "fresh" : "due", day };
}

/** @param {Trial} trial @param {number} today */
export const endsSoon = ({ endsOn }, today) => endsOn !== undefined && endsOn - BEFORE_END <= today;
