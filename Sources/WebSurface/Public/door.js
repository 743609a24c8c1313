// The first page's sign-in begins in its document (starts.js), with the same hands as every flow. They are several times
// as large as that page, so they are fetched for somebody who reaches for its button, not for everybody who comes by.
// Without them, the button is a plain form.

const FORM = 'form[data-in-place]', HANDS = "/hands.js";
/** How long they are waited for, in milliseconds; then the browser loads the page, and shows that it does. */
const PATIENCE = 10000;
/** @type {Promise<unknown>|undefined} */
let hands;
/** Whether they are here, and take the form themselves. */
let areHere = document.querySelector(`script[src="${HANDS}"]`) !== null;

/** A script of this document, as on any other page: pages.js has to know that it ran. */
const fetched = () => hands ??= new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.type = "module";
  script.src = HANDS;
  script.addEventListener("load", resolve);
  script.addEventListener("error", reject);
  document.head.append(script);
}).then(() => { areHere = true; });

/** @param {Event} event */
function reach({ target }) {
  if (!areHere && target instanceof Element && target.closest(FORM)) fetched().catch(() => {});
}
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, reach, { passive: true });

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (areHere || !(form instanceof HTMLFormElement) || !form.matches(FORM)) return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return;  // a second press of the same button
  form.setAttribute("aria-busy", "true");
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  Promise.race([fetched(), late]).finally(() => form.removeAttribute("aria-busy")).then(
    () => form.requestSubmit(submitter),
    () => form.submit(),  // the browser says what is wrong
  );
});
