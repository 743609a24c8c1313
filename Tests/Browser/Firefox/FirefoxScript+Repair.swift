extension FirefoxScript {
  /// Firefox's virtual authenticators forget one flag: an assertion with PRF carries extension data, but ED is clear,
  /// so every relying party must reject it (WebAuthn Level 3, 7.2 step 15). A real key sets it. What a page receives is
  /// therefore signed once more, with the flag and the credential's own key.
  static let repair = """
    handler.on("message-handler-protocol-event", async (_, { name, data }) => {
      if (name !== "script.message" || data.channel !== "repair") return;
      const { id, credential, signed } = JSON.parse(data.data.value), { context } = data.source;
      const { privateKey } = keys.flatMap((key) => key.list()).find((one) => one.credentialId === credential);
      const bytes = Uint8Array.fromBase64(privateKey, { alphabet: "base64url" });
      const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
      const key = await crypto.subtle.importKey("pkcs8", bytes, algorithm, false, ["sign"]);
      const pair = new Uint8Array(await crypto.subtle.sign(algorithm, key, Uint8Array.fromBase64(signed)));
      const integer = (part) => {
        const start = part.findIndex((byte) => byte);
        const body = [...(part[start] > 127 ? [0] : []), ...part.slice(start)];
        return [2, body.length, ...body];
      };
      const both = [...integer(pair.slice(0, 32)), ...integer(pair.slice(32))];
      const signature = Uint8Array.from([48, both.length, ...both])
        .toBase64({ alphabet: "base64url", omitPadding: true });
      await bidi("script", "evaluate", { target: { context }, awaitPromise: false,
        expression: `window[Symbol.for("repaired")][${id}]("${signature}")` });
    });
    await bidi("session", "subscribe", { events: ["script.message"] });
    await bidi("script", "addPreloadScript", { functionDeclaration: inPage,
      arguments: [{ type: "channel", value: { channel: "repair" } }] });
    """

  static let inPage = """
    const inPage = `(tell) => {
      const container = globalThis.CredentialsContainer?.prototype;
      if (!container) return;
      const get = container.get, waiting = window[Symbol.for("repaired")] = [];
      const text = (bytes, options) => new Uint8Array(bytes).toBase64(options);
      const forURL = { alphabet: "base64url", omitPadding: true };
      container.get = async function (options) {
        const credential = await get.call(this, options), { response } = credential ?? {};
        const data = new Uint8Array(response?.authenticatorData ?? []);
        if (data.length <= 37 || data[32] & 0xC0) return credential;
        data[32] |= 0x80;
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", response.clientDataJSON));
        const signature = await new Promise((resolve) => {
          const id = waiting.push(resolve) - 1, signed = text([...data, ...hash]);
          tell(JSON.stringify({ id, credential: credential.id, signed }));
        });
        const json = credential.toJSON();
        Object.assign(json.response, { authenticatorData: text(data, forURL), signature });
        const bytes = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
        Object.defineProperty(response, "authenticatorData", { value: data.buffer });
        Object.defineProperty(response, "signature", { value: bytes.buffer });
        Object.defineProperty(credential, "toJSON", { value: () => json });
        return credential;
      };
    }`;
    """
}
