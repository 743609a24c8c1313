// Signing out in one tab signs out this whole browser: what is open in the other tabs is closed immediately.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("latchstring.signed-out") : undefined;

export const tellSignedOut = () => channel?.postMessage("");
document.addEventListener("submit", ({ target }) => {
  if (target instanceof HTMLFormElement && target.matches("[data-signs-out]")) tellSignedOut();
});

/** @param {() => void} close called when another tab signs out */
export const whenSignedOut = (close) => channel?.addEventListener("message", close);
