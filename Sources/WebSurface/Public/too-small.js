// Hardware keys are not enrolled on the smallest screens, nor where the browser has no passkeys (M-08): too-small.css
// then shows the way to another device, and hands.js does not run the flow.
import { capabilities } from "/authenticator.js";

const smallest = matchMedia("(max-width: 239.98px)");
const passkeys = capabilities().then((can) => can.passkeys);

/** @returns {Promise<boolean>} */
export const mayEnroll = async () => !smallest.matches && (await passkeys);

/** @param {() => void} task what to do when the window becomes too small, or large enough again */
export const whenSizeDecides = (task) => smallest.addEventListener("change", task);

passkeys.then((can) => document.documentElement.classList.toggle("has-no-passkeys", !can));
