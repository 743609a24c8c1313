// The page's half of both ceremonies. JSON.stringify writes a credential with its toJSON().

/** @param {string} path @param {unknown} [body] */
async function post(path, body = {}) {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw Object.assign(new Error(text ? JSON.parse(text).error.message : answer.statusText), { status: answer.status });
  return text ? JSON.parse(text) : null;
}

/** @param {string} name */
async function register(name) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post("/register/options", { name }));
  await post("/register", await navigator.credentials.create({ publicKey }));
}

async function signIn() {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post("/sign-in/options"));
  const credential = await navigator.credentials.get({ publicKey });
  try {
    await post("/sign-in", credential);
  } catch (error) {
    // A passkey that the server does not know should not be offered again.
    if (error.status === 404) await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId: credential.id });
    throw error;
  }
}

const status = document.querySelector("#status");

async function showWho() {
  const { name } = await (await fetch("/me")).json();
  status.textContent = name ? `Signed in as ${name}.` : "Nobody is signed in.";
}

/** @param {() => Promise<unknown>} action */
async function perform(action) {
  try {
    await action();
    await showWho();
  } catch (error) {
    status.textContent = `That did not work: ${error.message}`;
  }
}

document.querySelector("#register").addEventListener("submit", (event) => {
  event.preventDefault();
  perform(() => register(new FormData(event.target).get("name")));
});
document.querySelector("#sign-in").addEventListener("click", () => perform(signIn));
document.querySelector("#sign-out").addEventListener("click", () => perform(() => post("/sign-out")));
showWho();
