// What is on the screen and saved nowhere yet. Whoever leaves it, by whatever way, is asked once.

/** @type {{block: Element, isUnsaved: () => boolean, ask: () => void, isAsked: boolean}|undefined} */
let kept;

/**
 * Guards what a block holds, as long as it is in the page. After a change in it, leaving is asked about anew.
 * @param {Element} block @param {() => boolean} isUnsaved @param {() => void} ask says what is not saved
 */
export function guard(block, isUnsaved, ask) {
  const own = { block, isUnsaved, ask, isAsked: false };
  block.addEventListener("input", () => { own.isAsked = false; });
  kept = own;
}

const isKept = () => kept !== undefined && kept.block.isConnected && !kept.isAsked && kept.isUnsaved();

/** Whether the screen may be left. The first time it may not, and the person is asked. */
export function mayLeave() {
  if (!kept || !isKept()) return true;
  kept.isAsked = true;
  kept.ask();
  return false;
}

addEventListener("beforeunload", (event) => { if (isKept()) event.preventDefault(); });
