// The ways back that are not buttons: Esc, the browser's Back, a swipe down (M-07). Each presses what the screen offers
// for it (M-14).
import { scroller } from "/page.js";

/**
 * A flow has two entries in the browser's history and shows the upper one, so that Back can be noticed and answered
 * before the page is gone.
 */
const ABOVE = "above", BELOW = "below";
/** How far a finger must move down before it counts as closing, in CSS px. */
const FAR = 120;

/**
 * Leads to the following page once the upper entry is left.
 * @type {(() => void)|undefined}
 */
let leave;
let isWatching = false;

/**
 * Begins with the flow that the document shows now.
 * @param {() => void} back presses the screen's own way back
 */
export function watch(back) {
  leave = undefined;
  if (history.state?.flow === undefined) {
    history.replaceState({ flow: BELOW }, "");
    history.pushState({ flow: ABOVE }, "");
  }
  if (isWatching) return;
  isWatching = true;
  watchEscape(back);
  watchHistory(back);
  watchSwipes(back);
}

/**
 * The flow has ended: the following page takes its place, so that Back from there does not lead into it again.
 * @param {string} address
 * @param {() => void} [show] puts that page in the place of the current entry
 */
export function goOn(address, show = () => location.replace(address)) {
  leave = show;
  if (history.state?.flow === ABOVE) history.back();
  else show();
}
/** That page is shown. */
export function gone() { leave = undefined; }

/** `false` where the flow cannot hear it: it has ended or cannot be reached, or this screen is too small for it. */
const hasWayBack = () =>
  /** @type {HTMLElement|null} */ (document.querySelector(".top"))?.dataset.wayBack !== undefined
  && !document.querySelector("[data-problem]")
  && !document.querySelector(".enrolls-elsewhere")?.checkVisibility();
/**
 * Text that somebody is writing must not be thrown away by a key that also closes lists.
 * @param {EventTarget|null} field
 */
const holdsText = (field) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== "";

/** @param {() => void} back */
function watchEscape(back) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.isComposing) return;
    // An open dialog or popover closes by itself.
    if (event.key === "Escape" && !holdsText(event.target) && !document.querySelector("dialog[open], :popover-open")) {
      back();
    }
  });
}

/** @param {() => void} back */
function watchHistory(back) {
  addEventListener("popstate", (event) => {
    if (event.state?.flow !== BELOW) {
      if (leave) history.back();  // the flow had ended before this entry was current again
    } else if (leave) {
      leave();
    } else if (hasWayBack()) {
      history.forward();  // and stay until the flow says where to go
      back();
    } else {
      history.back();
    }
  });
}

/**
 * A swipe down from the top of the page. Typed text must not be lost to a careless finger: on a screen with fields,
 * only the bar can be pulled.
 * @param {() => void} back
 */
function watchSwipes(back) {
  /** @type {Touch|undefined} */
  let began;
  document.addEventListener("touchstart", (event) => {
    began = event.touches.length === 1 && mayPull(event.target) ? event.touches[0] : undefined;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    const ended = event.changedTouches[0];
    if (!began || ended.identifier !== began.identifier) return;
    const down = ended.clientY - began.clientY, aside = Math.abs(ended.clientX - began.clientX);
    began = undefined;
    if (down >= FAR && aside < down / 2) back();
  }, { passive: true });
  document.addEventListener("touchcancel", () => { began = undefined; }, { passive: true });
}

/** @param {EventTarget|null} target */
function mayPull(target) {
  if (!(target instanceof Element) || scroller().scrollTop > 0 || !hasWayBack()) return false;
  return target.closest(".top, dialog") !== null
    || !document.querySelector("#step input:not([type=hidden]), #step textarea");
}
