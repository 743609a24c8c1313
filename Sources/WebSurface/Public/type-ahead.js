// A choice in a list is found by typing the beginning of its name, as in a menu. Keys count only while a choice has the
// focus, so no key does anything elsewhere (WCAG 2.1.4).

/** How long after a key the next one still belongs to the same name, in milliseconds. */
const PAUSE = 1000;
let typed = "", last = 0;

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{Mark}/gu, "").toLowerCase();

document.addEventListener("keydown", (event) => {
  const list = event.target instanceof Element ? event.target.closest(".choices") : null;
  if (!list || event.ctrlKey || event.metaKey || event.altKey || event.key === " " || [...event.key].length > 1) return;
  const now = Date.now();
  typed = plain(now - last < PAUSE ? typed + event.key : event.key);
  last = now;
  const choices = [...list.querySelectorAll("button.choice:enabled")];
  const place = choices.findIndex((choice) => choice === document.activeElement);
  const after = typed.length > 1 ? place : place + 1;  // a first letter leads on to the next such name
  const order = [...choices.slice(after), ...choices.slice(0, after)];
  const found = order.find((choice) => plain(choice.querySelector("b")?.textContent ?? "").startsWith(typed));
  if (found instanceof HTMLElement) found.focus();
});
