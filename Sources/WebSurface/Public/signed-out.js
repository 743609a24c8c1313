// Who signs out in one tab is signed out in all of this browser: what lies open in the others is closed at once.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("latchstring.signed-out") : undefined;

document.addEventListener("submit", ({ target }) => {
  if (target instanceof HTMLFormElement && target.matches('form[action="/sign-out"]')) channel?.postMessage("");
});

/** @param {() => void} close what another tab's signing out does here */
export const whenSignedOut = (close) => channel?.addEventListener("message", close);
