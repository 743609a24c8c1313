// The hands of a flow: they do what only a browser can do, and report the outcome. The flow decides what to do.
import { announce } from "/page.js";
import * as afterSignIn from "/after-sign-in.js";
import * as drawing from "/drawing.js";
import * as ways from "/back.js";
import * as ceremonies from "/effects.js";
import { judged } from "/passkey-signals.js";
import { mayEnroll, whenSizeDecides } from "/too-small.js";
import { VERSION } from "/protocol.js";
import * as secrets from "/secret-fields.js";
import { say } from "/sentences.js";
import { tellSignedOut, whenSignedOut } from "/signed-out.js";
import "/starts.js";
import * as unsaved from "/unsaved.js";
import * as vault from "/vault.js";

/** @typedef {import("/protocol.js").Answer} Answer */
/** @typedef {import("/protocol.js").News} News */
/** @typedef {import("/protocol.js").Ticketed} Ticketed */
/** @typedef {import("/protocol.js").Work} Work */
/** @typedef {{controller: AbortController, settled: Promise<void>}} Pending */

/** The run that this document shows; empty on a page without one. */
let run = "";
/**
 * What is in progress, by ticket.
 * @type {Map<number, Pending>}
 */
const pending = new Map();
/**
 * Tickets that the server took back: the outcome of their effects no longer matters.
 * @type {Set<number>}
 */
const calledOff = new Set();
const goOnHere = () => enqueue(() => send("/open"));
const unreachable = say("Can't reach the server. Check your connection, then load this page again.");
/** One request at a time, in the order in which things happened. */
let queue = /** @type {Promise<unknown>} */ (Promise.resolve());

const needsRoom = () => document.getElementById("step")?.dataset.needsRoom !== undefined;
/**
 * Where keys cannot be enrolled, a flow that enrolls does not run at all: nothing is requested from the server, so that
 * it requests nothing from a key.
 */
const mayRun = async () => !needsRoom() || (await mayEnroll());

/**
 * @param {() => Promise<unknown>} task
 */
function enqueue(task) {
  queue = queue.then(task).catch((error) => {
    if (error.name === "TimeoutError") {
      drawing.problem(say("That took longer than 30 seconds."), say("Try again"), goOnHere);
    } else drawing.problem(unreachable);
  });
  return queue;
}

/** How long a key is read, in milliseconds, before it is asked for again (A-36, G-31). */
const READING = 30000;

/**
 * @param {string} path
 * @param {BodyInit} [body]
 * @param {string} [type]
 * @param {AbortSignal} [signal]
 * @param {boolean} [isActivity] whether a person caused it
 */
async function send(path, body, type, signal, isActivity = path !== "/open?waiting") {
  if (!(await mayRun())) return drawing.release();
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/vnd.latchstring.screen+json" };
  if (type) headers["Content-Type"] = type;
  const response = await fetch(
    `/flow/${run}${path}`, { method: "POST", headers, body, credentials: "same-origin", signal });
  const answer = await response.json().catch(() => null);
  if (!answer) return drawing.problem(unreachable);
  if (!response.ok) return refused(response.status, answer.error);
  if (isActivity) beActive();
  await apply(answer);
}

/**
 * Nothing happened: says why, and offers a way on. Only a run that has ended, or that continues elsewhere, ends what is
 * pending here.
 * @param {number} status @param {string} sentence
 */
async function refused(status, sentence) {
  if (status === 409 || status === 410) await stopEverything();
  if (status !== 410) return drawing.problem(sentence, say("Go on here"), goOnHere);
  if (!showsJournal()) secrets.forget();
  // The run's address leads on to where it can begin.
  drawing.problem(sentence, say("Start again"), () => ways.goOn(`/flow/${run}`));
}

/**
 * First everything that is cancelled ends, then the new screen appears, then new work begins: never two requests at a
 * time (B-33, B-34).
 * @param {Answer} answer
 */
async function apply(answer) {
  if (answer.version !== VERSION) {
    await stopEverything();
    drawing.problem(
      say("Latchstring was updated meanwhile."), say("Load this page again"), () => location.reload());
    return;
  }
  await stop(answer.cancel);
  if (answer.statement) await vault.heard(answer.statement);
  for (const order of answer.orders) {
    if (order.type === "buzz") navigator.vibrate?.(30);
    if (order.type === "forget") secrets.forget(order.field);
  }
  if (answer.endsSession) tellSignedOut();
  if (answer.next) return leave(answer.next);
  const isNew = drawing.show(answer.html, answer.revision);
  if (isNew || secrets.areMissing()) await secrets.attach();
  const announcement = isNew && drawing.announcement();
  if (announcement) announce(announcement);
  /** @type {HTMLDialogElement|null} */
  const dialog = document.querySelector("dialog:not([data-wired])");
  if (dialog) ceremonies.signInWithPasskeyAndPasswordOption(dialog, back);
  for (const work of answer.start) start(work);
  if (document.querySelector("[data-progress]") && pending.size === 0) {
    const own = run;
    setTimeout(() => enqueue(async () => { if (own === run) await lookAgain(); }), 3000);
  }
}

/**
 * The run has ended, and the next page takes its place.
 * @param {string} next
 */
async function leave(next) {
  await stopEverything();
  clearTimeout(idle);
  if (!afterSignIn.isShownHere(next)) return ways.goOn(next);
  ways.goOn(next, () => void enqueue(() => afterSignIn.show(next, () => { run = ""; })));
}

/** A screen that only waits for the server is requested again if it is still shown. */
async function lookAgain() {
  if (document.querySelector("[data-progress]") && pending.size === 0) await send("/open?waiting");
}

/**
 * A run that nobody touches ends after 30 minutes, unless it is a lasting one. The person is warned in time, and one
 * press extends it (G-43).
 */
const IDLE = 25 * 60000;
let idle = 0;
function beActive() {
  clearTimeout(idle);
  if (document.getElementById("step")?.dataset.lasts !== undefined) return;
  idle = setTimeout(() => {
    drawing.problem(
      say("Still here? In five minutes this closes, and what it has saved so far is taken back."),
      say("I'm still here"), () => enqueue(stay));
  }, IDLE);
}
async function stay() {
  const response = await fetch(
    `/flow/${run}/stay`, { method: "POST", credentials: "same-origin", headers: { Accept: "application/json" } });
  if (!response.ok) return refused(response.status, (await response.json()).error);
  drawing.over();
  beActive();
}

/** @param {Ticketed} work */
function start(work) {
  const controller = new AbortController(), own = run;
  // Each effect takes the work that bears its name.
  const perform =
    /** @type {((work: Work, signal: AbortSignal) => Promise<News>)|undefined} */ (ceremonies.effects[work.effect]);
  const rest = work.effect.startsWith("key.") ? drawing.pausePulse() : () => {};
  const settled = (async () => {
    const isWay = work.effect.startsWith("way.");
    /** @type {News} */
    let news = isWay ? { reply: "way.unable" } : { reply: "key.fault", fault: "unsupported" };
    try {
      if (perform) news = await perform(work, controller.signal);
    } catch {
      if (!isWay) news = { reply: "key.fault", fault: "misread" };
    }
    pending.delete(work.ticket);
    rest();
    const isRead = news.reply === "key.given" && !calledOff.has(work.ticket);
    if (isRead) drawing.read();
    enqueue(async () => {
      if (own !== run || calledOff.has(work.ticket)) return;
      const limit = isRead ? window.AbortSignal.timeout(READING) : undefined;
      const body = JSON.stringify({ version: VERSION, ticket: work.ticket, ...news });
      const answer = () => send("/news", body, "application/json", limit, isRead || "made" in news);
      if (isRead && "options" in work && news.reply === "key.given") {
        await judged(work.options, news.credential, answer);
      }
      else await answer();
    });
  })();
  pending.set(work.ticket, { controller, settled });
}

/**
 * Aborts, and waits until the browser has really let go.
 * @param {number[]} tickets
 */
async function stop(tickets) {
  for (const ticket of tickets) calledOff.add(ticket);
  const ending = tickets.flatMap((ticket) => pending.get(ticket) ?? []);
  for (const one of ending) one.controller.abort();
  await Promise.all(ending.map((one) => one.settled));
}
const stopEverything = () => stop([...pending.keys()]);

/**
 * A press counts only for the screen it was made on, and only one press at a time.
 * @param {string} path
 * @param {FormData} fields
 * @returns {(() => Promise<boolean>)|undefined} sends it and returns whether the same screen is still shown;
 *   `undefined` if one is already on its way
 */
function pressed(path, fields) {
  if (!drawing.hold()) return undefined;
  const screen = drawing.screen();
  secrets.addTo(fields);
  return async () => {
    if (drawing.screen() !== screen) {  // another screen came while this waited its turn: the press was not for it
      drawing.release();
      return false;
    }
    fields.set("revision", drawing.revision());  // the same screen may have a new number by now
    await send(path, new window.URLSearchParams(fields));
    return drawing.screen() === screen;
  };
}

function back() {
  if (!run || !unsaved.mayLeave()) return;
  const task = pressed("/back", new FormData());
  if (task) enqueue(task);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.press === undefined) return;
  event.preventDefault();
  const button = event.submitter;
  if (!button) return;  // Enter in a form without a button
  if (!unsaved.mayLeave()) return;
  const task = pressed("", new window.FormData(form, button));
  if (!task) return;
  const sendForm = async () => {
    if (!(await task())) return;
    drawing.again();  // the same answer as before: it is announced again
    announce(drawing.announcement() ?? "");
  };
  enqueue(form.querySelector("input[type=password][name]") ? () => ceremonies.verifyPassword(sendForm) : sendForm);
});
document.addEventListener("input", drawing.checkNeeds);
document.addEventListener("change", drawing.checkNeeds);

// B-32: leaving the page ends what waits on it; coming back to a page that the browser kept starts again.
addEventListener("pagehide", () => {
  secrets.forget();
  ceremonies.stopAutoFillSignIn(stopEverything);
});
addEventListener("pageshow", (event) => { if (event.persisted && run) enqueue(() => send("/open")); });
/** An open journal closes by itself, and keeps what was typed into it. */
const showsJournal = () => document.querySelector("div[data-journal]") !== null;
// What a key gave to a sign-in that has been ended from another tab opens nothing here. A run that ended with it shows
// nothing secret any more; one of somebody who is not signed in goes on.
whenSignedOut(() => {
  if (!run) secrets.forget();
  else if (!showsJournal()) enqueue(() => send("/open?waiting"));
});

whenSizeDecides(() => { if (needsRoom()) location.reload(); });

/** Takes up the run whose screen this document shows, if there is one. */
export function begin() {
  run = document.getElementById("step")?.dataset.run ?? "";
  if (!run) return;
  afterSignIn.over();
  pending.clear();
  calledOff.clear();
  drawing.release();
  vault.turn();
  ways.watch(back);
  enqueue(() => send("/open"));
}

begin();
