// Makes a response with the visitor's own authenticator and fills it in, ready to be checked. Nothing is registered.
import { announce, part } from "/page.js";
import { capabilities, create, get } from "/authenticator.js";
import { say } from "/sentences.js";

/** @typedef {"registration"|"assertion"} Kind */

const form = part(document, "form#check", HTMLFormElement);
const makes = part(form, "[data-makes]");
const said = part(form, "[data-said]");

/**
 * A field of the form.
 * @param {string} name
 * @returns {HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement}
 */
const field = (name) =>
  /** @type {HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement} */ (form.elements.namedItem(name));

/**
 * Options with a challenge from the server.
 * @param {Kind} kind
 * @returns {Promise<string>} PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON, as text
 */
async function options(kind) {
  const body = kind === "registration" ? {} : { credentialId: field("credentialId").value.trim() };
  const response = await fetch("/lab/verify/options", {
    method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json" },
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response.text();
}

/**
 * Asks the authenticator, and fills in its answer and what was expected of it.
 * @param {Kind} kind
 */
async function make(kind) {
  const text = await options(kind);
  const signal = new AbortController().signal;
  const answer = kind === "registration" ? await create(text, signal) : await get(text, signal, {});
  // The PRF results are a secret of the person: they go nowhere, not even into the field.
  if (answer.clientExtensionResults?.prf) delete answer.clientExtensionResults.prf.results;
  /** @type {Partial<PublicKeyCredentialCreationOptionsJSON> & PublicKeyCredentialRequestOptionsJSON} */
  const asked = JSON.parse(text);
  field("response").value = JSON.stringify(answer, null, 2);
  field("kind").value = kind;
  field("challenge").value = asked.challenge;
  field("origins").value = location.origin;
  field("rpId").value = asked.rp?.id ?? asked.rpId ?? "";
}

/** A sign-in needs a credential whose key is known. */
function offer() {
  const isKnown = field("credentialId").value.trim() !== "" && field("credentialPublicKey").value.trim() !== "";
  part(makes, "[data-make=assertion]").hidden = !isKnown;
}

makes.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-make]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = true;
  said.textContent = say("Your browser is asking.");
  try {
    await make(/** @type {Kind} */ (button.dataset.make));
    said.textContent = say("Filled in. Press Check to judge it.");
  } catch (error) {
    said.textContent = error instanceof DOMException
      ? say("Nothing was made ({name}). Try again.", { name: error.name })
      : `${/** @type {Error} */ (error).message}`;
    announce(said.textContent);
  } finally {
    button.disabled = false;
    button.focus();
  }
});
form.addEventListener("input", offer);
offer();
void capabilities().then((can) => { makes.hidden = !can.passkeys; });
