// Runs in the page itself: hears what the site says about its accounts (WebAuthn L3 §5.1.10), which the browser tells
// no extension. The page's own call goes to the browser as always; what is heard here changes nothing for the page and
// never throws into it. Everything it uses was captured before a page could change it.
(() => {
  const { apply, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const { stringify } = JSON;
  const { isArray } = Array;
  const { dispatchEvent } = EventTarget.prototype;
  const Told = CustomEvent;
  const page = document;
  const api = globalThis.PublicKeyCredential;
  if (!api) return;

  /** @param {string} signal @param {Record<string, unknown>} given or anything else, which may throw here */
  function tell(signal, given) {
    try {
      const { rpId, userId, credentialId, allAcceptedCredentialIds, name, displayName } = given;
      // A list that can be read only once has already been read by the browser: it would look empty here.
      if (signal === "allAcceptedCredentials" && !isArray(allAcceptedCredentialIds)) return;
      const detail = stringify({ signal, rpId, userId, credentialId, allAcceptedCredentialIds, name, displayName });
      apply(dispatchEvent, page, [new Told("latchstring-signal", { detail })]);
    } catch {
      // Whatever the page passed, it learns about it from the browser.
    }
  }

  for (const signal of ["unknownCredential", "allAcceptedCredentials", "currentUserDetails"]) {
    const name = `signal${signal[0].toUpperCase()}${signal.slice(1)}`;
    const own = getOwnPropertyDescriptor(api, name);
    if (typeof own?.value !== "function" || !own.configurable) continue;
    own.value = new Proxy(own.value, {
      apply(call, self, given) {
        const promise = apply(call, self, given);
        tell(signal, given[0]);
        return promise;
      },
    });
    defineProperty(api, name, own);
  }
})();
