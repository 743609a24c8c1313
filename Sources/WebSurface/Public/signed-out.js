// Signing out in one tab signs out this whole browser: what is open in the other tabs is closed immediately. They are
// told once it is so: by the first page that finds nobody signed in, and by a run with which a session ended.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("latchstring.signed-out") : undefined;

export const tellSignedOut = () => channel?.postMessage("");
if (document.querySelector("[data-signed-out]")) tellSignedOut();

/** @param {() => void} close called when another tab finds that nobody, or somebody else, is signed in */
export const whenSignedOut = (close) => channel?.addEventListener("message", close);
