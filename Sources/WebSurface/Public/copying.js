// Copies what is no secret: a command for a terminal, a signature, or addresses. It is left on the clipboard.
import { announce } from "/elements.js";
import { say } from "/sentences.js";

/**
 * Copies a text, and says whether the browser allowed it.
 * @param {string} text
 * @param {HTMLElement} button the button that was pressed, which shows the outcome as well
 */
export async function copy(text, button) {
  const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
  announce(
    isCopied ? say("Copied.") : say("This browser did not let us copy. Select it and copy it with your keyboard."));
  if (isCopied) button.dataset.said = "";
  else delete button.dataset.said;
}

document.documentElement.classList.add("has-script");  // without it, the buttons of these are not shown
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-command] > button") : null;
  const text = button?.parentElement?.querySelector("code")?.textContent;
  if (text && button instanceof HTMLElement) void copy(text, button);
});
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-addresses] button") : null;
  if (!(button instanceof HTMLElement)) return;
  if ("addressesPrint" in button.dataset) return print();
  const lines = [...button.closest("[data-addresses]")?.querySelectorAll("dl > div") ?? []];
  void copy(lines.map((line) => [...line.children].map((part) => part.textContent).join(": ")).join("\n"), button);
});
