// Takes the profile's passkey requests, and passes each to the program on this computer.
import { Host } from "./host.js";
import { NOT_ALLOWED, PageRequest } from "./requests.js";

/** @typedef {import("./requests.js").Kind} Kind */
/**
 * What is kept while the browser runs: whether its own dialog has the requests, why it refused them to us, and what is
 * pending.
 * @typedef {{isElsewhere?: boolean, refusal?: string, waiting?: [number, Kind][]}} Kept
 */
/** @typedef {{signal?: unknown}} FromPage What the script beside a page says, whatever that is. */

const proxy = chrome.webAuthenticationProxy;
const host = new Host();
const requests = /** @type {Map<number, PageRequest>} */ (new Map());

/** How many minutes the browser's own dialog has the requests after the person wanted a security key. */
const ELSEWHERE = 2;
const RETURN = "return";

proxy.onCreateRequest.addListener((asked) =>
  begin("create", asked, (outcome) => proxy.completeCreateRequest({ requestId: asked.requestId, ...outcome })));
proxy.onGetRequest.addListener((asked) =>
  begin("get", asked, (outcome) => proxy.completeGetRequest({ requestId: asked.requestId, ...outcome })));
proxy.onIsUvpaaRequest.addListener(async ({ requestId }) => {
  const isUvpaa = await host.verifies().catch(() => false);
  await proxy.completeIsUvpaaRequest({ requestId, isUvpaa });
});
proxy.onRequestCanceled.addListener((id) => {
  requests.get(id)?.cancel();
  requests.delete(id);
});

/**
 * @param {"create" | "get"} kind
 * @param {import("./requests.js").Asked} asked
 * @param {(outcome: import("./requests.js").Outcome) => Promise<void>} complete
 */
async function begin(kind, asked, complete) {
  const request = new PageRequest(kind, asked, host, complete);
  requests.set(asked.requestId, request);
  const noted = note();
  const end = await request.run();
  requests.delete(asked.requestId);
  await noted;
  await note();
  if (end === "elsewhere") next(leave);
}

/** Remembers what is pending, for a worker that is restarted in the middle. */
async function note() {
  await chrome.storage.session.set({ waiting: [...requests].map(([id, { kind }]) => [id, kind]) });
}

/** Ends what the last worker left behind, which would wait forever. */
async function clearUp() {
  /** @type {Kept} */
  const { waiting = [] } = await chrome.storage.session.get("waiting");
  for (const [requestId, kind] of waiting) {
    if (requests.has(requestId)) continue;
    const end = kind === "create" ? proxy.completeCreateRequest : proxy.completeGetRequest;
    await end.call(proxy, { requestId, error: NOT_ALLOWED }).catch(() => {});
  }
}

/** Leaves the next requests to the browser's own dialog; the errors of those pending now say to try again. */
async function leave() {
  await proxy.detach();
  await chrome.storage.session.set({ isElsewhere: true });
  await chrome.action.setBadgeText({ text: "…" });
  await chrome.alarms.create(RETURN, { delayInMinutes: ELSEWHERE });
}

/** Takes the requests again. */
async function attach() {
  await chrome.alarms.clear(RETURN);
  // It throws while another extension has them, although the reference says that it returns an error text then.
  const refusal = await proxy.attach().then((error) => error ?? "", (/** @type {Error} */ error) => error.message);
  await chrome.storage.session.set({ isElsewhere: false, refusal });
  await chrome.action.setBadgeText({ text: refusal ? "!" : "" });
}

/** Restores the state before this worker started; a browser that is started again begins by attaching. */
async function resume() {
  /** @type {Kept} */
  const { isElsewhere } = await chrome.storage.session.get("isElsewhere");
  if (!isElsewhere) await attach();
}

// One after the other: a worker that was woken to leave must not attach afterwards.
let changes = resume();
/** @param {() => Promise<void>} change */
function next(change) {
  changes = changes.then(change, change);
}

chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === RETURN) next(attach);
});
chrome.runtime.onMessage.addListener((/** @type {string | FromPage | null} */ message, sender, answer) => {
  if (sender.id !== chrome.runtime.id) return;
  // This extension's own pages, and its scripts beside other pages, which have those pages' origins.
  if (sender.origin === location.origin) {
    if (message === "attach") next(attach);
    if (message === "leave") next(leave);
    if (message !== "trouble") return;
    void host.trouble().then(answer);
    return true; // the answer comes later
  }
  if (typeof message === "object" && typeof message?.signal === "string" && sender.origin) void hear(sender.origin, message.signal);
});

/**
 * What sites said that the program has not heard yet: one message of each at a time, and no more per site, or from more
 * sites, than people use.
 */
const said = /** @type {Map<string, string[]>} */ (new Map());
const MOST_SITES = 32, MOST_WORDS = 8;

/** @param {string} origin @param {string} signal */
async function hear(origin, signal) {
  const waiting = said.get(origin);
  if (waiting) {
    if (waiting.length < MOST_WORDS) waiting.push(signal);
    return;
  }
  if (said.size >= MOST_SITES) return;
  const words = [signal];
  said.set(origin, words);
  while (words.length > 0) {
    await host.signal(words[0], origin).catch(() => {});
    words.shift();
  }
  said.delete(origin);
}
// Being woken is enough.
chrome.runtime.onInstalled.addListener(() => {});
chrome.runtime.onStartup.addListener(() => {});
void clearUp();
