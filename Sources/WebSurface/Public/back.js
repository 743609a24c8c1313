// The ways back that are no buttons: Esc, the browser's Back, a swipe down (M-07). Each presses what the screen offers
// for it (M-14).

/**
 * A flow has two entries in the browser's history, this one on top, so that Back can be heard and answered before the
 * page is gone.
 */
const ABOVE = "above", BELOW = "below";
/** How far a finger goes down before it means to close, in CSS px. */
const FAR = 120;

/**
 * Where the person is to go when the upper entry is left.
 * @type {string|undefined}
 */
let next;

/** @param {() => void} back presses the screen's own way back */
export function watch(back) {
  watchEscape(back);
  watchHistory(back);
  watchSwipes(back);
}

/**
 * The flow is over: the page that follows takes its place, so that Back from there does not lead into it again.
 * @param {string} address
 */
export function goOn(address) {
  next = address;
  if (history.state?.flow === ABOVE) history.back();
  else location.replace(address);
}

/** Not where the flow cannot hear it: it has ended or is not to be reached, or this screen is too small for it. */
const hasWayBack = () =>
  /** @type {HTMLElement|null} */ (document.querySelector(".top"))?.dataset.wayBack !== undefined
  && !document.querySelector("[data-problem]")
  && !document.querySelector(".enrolls-elsewhere")?.checkVisibility();
/**
 * What somebody is writing is not thrown away by a key that closes lists.
 * @param {EventTarget|null} field
 */
const holdsText = (field) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== "";

/** @param {() => void} back */
function watchEscape(back) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.isComposing) return;
    // Each closes by itself.
    if (event.key === "Escape" && !holdsText(event.target) && !document.querySelector("dialog[open], :popover-open")) {
      back();
    }
  });
}

/** @param {() => void} back */
function watchHistory(back) {
  if (history.state?.flow === undefined) {
    history.replaceState({ flow: BELOW }, "");
    history.pushState({ flow: ABOVE }, "");
  }
  addEventListener("popstate", (event) => {
    if (event.state?.flow !== BELOW) {
      if (next) history.back();  // it was over before this entry was back
    } else if (next) {
      location.replace(next);
    } else if (hasWayBack()) {
      history.forward();  // and stay, until the flow says where to
      back();
    } else {
      history.back();
    }
  });
}

/**
 * Down from the top of the page. What was typed is not lost to a careless finger: on such a screen only the bar is
 * pulled.
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
  if (!(target instanceof Element) || scrollY > 0 || !hasWayBack()) return false;
  return target.closest(".top, dialog") !== null
    || !document.querySelector("#step input:not([type=hidden]), #step textarea");
}
