// Sends the answer for a service on its way, without a press.

const form = document.querySelector("#posting");
if (form instanceof HTMLFormElement) form.requestSubmit();
