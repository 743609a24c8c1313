extension PageServer {
  /// `register` and `signIn` do what a relying party's pages do; `result` holds the outcome of the last call.
  static let html = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>A page</title>
    <style>
      :root { --scheme: light; --motion: full }
      @media (prefers-color-scheme: dark) { :root { --scheme: dark } }
      @media (prefers-reduced-motion: reduce) { :root { --motion: less } }
    </style>
    <h1>A page</h1>
    <p id="secret" hidden>not to be seen</p>
    <button id="go" onclick="document.getElementById('out').textContent = 'clicked'">Go on</button>
    <label>Name <input id="name" autocomplete="username webauthn"></label>
    <button id="act">Act</button>
    <p id="out"></p>
    <script>
      let controller, latest;
      const report = (promise) => {
        window.result = null;
        const begin = performance.now();
        latest = promise;
        const end = (result) => {
          if (latest && latest !== promise) return;  // one that began later has not ended yet
          latest = null;
          window.result = { ...result, milliseconds: Math.round(performance.now() - begin) };
        };
        promise.then(
          (c) => end({ id: c?.id ?? null, json: c?.toJSON?.() ?? null, genuine: c instanceof PublicKeyCredential }),
          (e) => end({ error: e.name, message: e.message }));
        return 0;
      };
      const register = (extensions = {}) => report(navigator.credentials.create({ publicKey: {
        challenge: new Uint8Array(32), rp: { name: 'A page' },
        user: { id: new Uint8Array([7]), name: 'robin', displayName: 'Robin' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }], extensions,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      } }));
      const signIn = (more = {}, key = {}) => {
        controller = new AbortController();
        return report(navigator.credentials.get({
          publicKey: { challenge: new Uint8Array(32), userVerification: 'required', ...key }, signal: controller.signal,
          ...more,
        }));
      };
      // pressing “Act” runs this, with user activation
      let act = () => {};
      document.getElementById('act').onclick = () => act();
    </script>
    """
}
