// Two buttons begin their flow in this document, not in the next one: the sign-in of the first page, so that its press
// is the one that asks the browser, and the journal after a sign-in, so that it opens with what that touch gave.
// Without this script, both are plain forms.
import * as pages from "/pages.js";
import * as vault from "/vault.js";

/**
 * Whether the flow of this form begins here.
 * @type {Record<string, () => boolean>}
 */
const startsHere = { "/start/passkey-only": () => true, "/start/journal": () => vault.isHolding() || vault.isOpen() };
let isStarting = false;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const address = form.getAttribute("action") ?? "";
  if (!startsHere[address]?.()) return;
  event.preventDefault();
  if (isStarting) return;  // a second press of the same button
  isStarting = true;
  form.setAttribute("aria-busy", "true");
  void start(form, address).finally(() => {
    isStarting = false;
    form.removeAttribute("aria-busy");
  });
});

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 */
async function start(form, address) {
  const fields = new URLSearchParams([...new window.FormData(form)].map(([name, value]) => [name, String(value)]));
  fields.set("in-place", "yes");
  try {
    const elsewhere = await pages.show({
      address, form: fields, isExpected: (path) => path.startsWith("/flow/"),
      enter: (path) => history.pushState(null, "", path),
    });
    if (elsewhere !== undefined) location.assign(elsewhere);
  } catch {
    form.submit();  // the browser says what is wrong
  }
}
