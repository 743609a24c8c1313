// Tells this browser's authenticators which passkeys of the account still work, so that they drop the others by themselves (G-18). A key
// that is not plugged in hears nothing of it: the banner stays until its holder says that it is done.

const main = document.querySelector("main[data-user]");
const signal = window.PublicKeyCredential?.signalAllAcceptedCredentials?.bind(PublicKeyCredential);
if (main && signal) {
  const { rp, user, accepted } = main.dataset;
  await signal({ rpId: rp, userId: user, allAcceptedCredentialIds: accepted.split(" ").filter(Boolean) }).catch(() => {});
}
