// This computer's passkeys: those the hands report, and what the person changes. The PIN is typed in a window of this
// computer.
import { Absent, meet, order, untilThere } from "/hands-link.js";
import { announce, part as partOf } from "/page.js";
import { say } from "/sentences.js";

/** @typedef {import("/protocol.js").Passkey} Passkey */
/** @typedef {import("/protocol.js").PasskeyNews} News */
/** @typedef {import("/protocol.js").PasskeyOrder} Effect */

const main = partOf(document, "[data-passkeys]");
/** @param {string} name @param {ParentNode} [within] */
const part = (name, within = main) => partOf(within, `[data-${name}]`);
const leaving = new AbortController();
addEventListener("pagehide", () => leaving.abort());

/** @param {string} text */
function tell(text) {
  part("status").textContent = text;
}

/** @param {string} [text] without it, the complaint is removed */
function complain(text) {
  part("problem").hidden = !text;
  partOf(part("problem"), "p").textContent = text ?? "";
  part("again").hidden = true;
}

const LOOKING = say("Looking…");

/** @type {Record<string, string>} */
const absences = {
  noHands: say("Latchstring is not running on this computer, or cannot be reached from this page. Start it; this page "
    + "goes on by itself."),
  handsDiffer: say("Latchstring on this computer and this page are of different versions. Update the older one; this "
    + "page goes on by itself."),
  handsForbidden: say("Your browser keeps this page from this computer. Allow it in the site's settings, beside the "
    + "address."),
  handsUnasked: say("Your browser will ask whether this page may reach this computer."),
};

/**
 * Gives an order, and draws the result.
 * @param {Effect} effect @param {string} [waiting] what the person must do meanwhile
 */
async function ask(effect, waiting = LOOKING) {
  complain();
  tell(waiting);
  if (waiting !== LOOKING) announce(waiting);
  main.setAttribute("aria-busy", "true");
  for (const button of main.querySelectorAll("button")) button.disabled = true;
  /** @type {string | undefined} */
  let absence;
  try {
    draw(await order("/passkeys", { effect }, leaving.signal));
    if (part("problem").hidden && waiting !== LOOKING) {
      const done = effect.type === "look" ? "" : `${say("Done.")} `;
      announce(`${done}${part("status").textContent}`);
    }
  } catch (problem) {
    if (leaving.signal.aborted) return;
    if (!(problem instanceof Absent)) throw problem;
    absence = problem.why;
  } finally {
    main.removeAttribute("aria-busy");
    for (const button of main.querySelectorAll("button")) button.disabled = false;
  }
  if (absence) return await wait(absence);
  if (waiting !== LOOKING) goOn(effect);
}

/**
 * Focus returns to where the person was: to the same passkey, with the typed name if it was not accepted; otherwise to
 * the start of the page.
 * @param {Effect} effect what was ordered
 */
function goOn(effect) {
  if (!part("again").hidden) return partOf(part("again"), "button").focus();
  const id = "id" in effect ? effect.id : undefined, rename = effect.type === "rename" ? effect : undefined;
  const item = [...main.querySelectorAll("[data-id]")].find(
    (item) => /** @type {HTMLElement} */ (item).dataset.id === id);
  if (!item) return part("heading").focus();
  const button = partOf(item, "[data-act=rename]");
  if (!rename || part("problem").hidden) return button.focus();
  button.click();
  const input = partOf(item, "input", HTMLInputElement);
  input.value = rename.name;
  input.focus();
}

/** @param {string} why */
async function wait(why) {
  if (why === "handsUnknown") {
    tell("");
    part("meet").hidden = false;
    partOf(main, "#code").focus();
  } else {
    tell("");
    complain(absences[why]);
  }
  await untilThere(why, leaving.signal);
  if (!leaving.signal.aborted) void ask({ type: "look" });
}

/** @param {News|undefined} news */
function draw(news) {
  if (!news) {
    return complain(
      say("This computer did not understand. Close Latchstring, start it again, and reload this page."));
  }
  part("meet").hidden = true;
  if (!news.isKnown) {
    tell("");
    for (const name of ["none", "pinless", "tries", "erasing"]) part(name).hidden = true;
    part("list").replaceChildren();
    complain(news.problem);
    part("again").hidden = false;
    return;
  }
  part("home").textContent = !news.isBegun
    ? say("This computer can be a passkey itself.")
    : news.isDeviceBound
      ? say("Their keys are in this computer's TPM, and never leave it. Changes take your PIN, in a window of this "
        + "computer.")
      : say("Their keys are not device-bound: they lie in a file, and whoever copies it has them. Changes take your "
        + "PIN, in a window of this computer.");
  part("pinless").hidden = !news.isBegun || news.isPINSet;
  part("tries").textContent = tries(news.triesLeft);
  part("tries").hidden = !part("tries").textContent;
  part("none").hidden = news.passkeys.length > 0;
  part("begin").hidden = news.isBegun;
  const count = news.passkeys.length;
  part("erasing").hidden = !news.isBegun || (count === 0 && !news.isPINSet);
  tell(count === 0 ? "" : count === 1 ? say("One passkey.") : say("{count} passkeys.", { count }));
  part("list").replaceChildren(...news.passkeys.map(row));
  if (news.problem) complain(news.problem);
}

const ALL_TRIES = 8;

/**
 * What there is to say about the PIN.
 * @param {number} [left] how many wrong PINs are still accepted; omitted without a PIN
 */
function tries(left = ALL_TRIES) {
  if (left >= ALL_TRIES) return "";
  if (left === 0) {
    return say("The PIN was wrong too often and is not taken any more. The only thing left is to erase all passkeys, "
      + "below.");
  }
  if (left === 1) {
    return say(
      "After one more wrong PIN only erasing all passkeys helps. The right PIN gives you all eight tries again.");
  }
  return say(
    "After {left} more wrong PINs only erasing all passkeys helps. The right PIN gives you all eight tries again.",
    { left });
}

/** @param {Passkey} passkey */
function row(passkey) {
  const template = partOf(main, "template[data-row]", HTMLTemplateElement);
  const item = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  item.dataset.id = passkey.id;
  const name = passkey.account || say("an account without a name");
  part("site", item).textContent = passkey.site;
  part("account", item).textContent = passkey.account || say("no name");
  part("pin", item).textContent = passkey.requiresPIN ? say("PIN at each use") : say("PIN where the site wants it");
  part("opens", item).textContent = passkey.opens ? say("can open what is encrypted") : say("signs in only");
  part("hidden", item).hidden = !passkey.isHidden;
  for (const label of item.querySelectorAll(".vh")) label.textContent = ` ${passkey.site}, ${name}`;
  const naming = part("naming", item), sure = part("sure", item), acts = part("acts", item);
  const input = partOf(naming, "input", HTMLInputElement);
  const label = partOf(naming, "label", HTMLLabelElement);
  input.id = `name-${passkey.id.slice(0, 24)}`;
  label.htmlFor = input.id;
  input.value = passkey.account;
  /** @param {HTMLElement} [shown] */
  const show = (shown) => {
    naming.hidden = shown !== naming;
    sure.hidden = shown !== sure;
    acts.hidden = shown !== undefined;
  };
  for (const button of item.querySelectorAll("[data-keep]")) {
    button.addEventListener("click", () => {
      show();
      partOf(acts, "button").focus();
    });
  }
  partOf(acts, "[data-act=rename]").addEventListener("click", () => {
    show(naming);
    input.select();
  });
  partOf(acts, "[data-act=delete]").addEventListener("click", () => {
    show(sure);
    partOf(sure, "[data-keep]").focus();
  });
  naming.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask({ type: "rename", id: passkey.id, name: input.value }, TYPE_PIN);
  });
  part("delete", item).addEventListener("click", () => void ask({ type: "delete", id: passkey.id }, TYPE_PIN));
  return item;
}

const TYPE_PIN = say("Type your PIN in the window that Latchstring opens on this computer.");

part("again").addEventListener("click", () => void ask({ type: "look" }, say("Looking again…")));
part("erase").addEventListener("click", () =>
  void ask({ type: "reset" }, say("Latchstring asks in a window of this computer whether you are sure.")));
const refusals = {
  wrongCode: say("That is not the code that Latchstring shows. Look at its terminal again."),
  noCodeTaken: say("Something sent too many wrong codes to this computer, so for a minute no code is taken. Then type "
    + "the new one that the terminal shows."),
};
part("meet").addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = partOf(main, "#code", HTMLInputElement);
  complain();
  try {
    const answer = await meet(code.value.trim(), leaving.signal);
    if (answer === "met") void ask({ type: "look" });
    else complain(refusals[answer]);
  } catch (problem) {
    if (!(problem instanceof Absent)) throw problem;
    await wait(problem.why);
  }
});
void ask({ type: "look" });
