import Browser
import TestSite
import Testing
import WebSurface

/// Third-party pages using the endpoints, with `@simplewebauthn/browser` and with the browser's own functions.
@Suite struct SimpleWebAuthnTests {
  /// How version 13.3 of that library treats options and answers: challenge, user.id and the credentials' ids become
  /// bytes, and everything else, including `extensions`, is passed on unchanged.
  private static let library = """
    const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')),
      sign => sign.charCodeAt(0)).buffer;
    const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
    const descriptor = one => ({ ...one, id: bytes(one.id) });
    const common = credential => ({
      id: credential.id, rawId: text(credential.rawId), type: credential.type,
      clientExtensionResults: credential.getClientExtensionResults(),
      authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    });
    async function startRegistration({ optionsJSON }) {
      const credential = await navigator.credentials.create({ publicKey: {
        ...optionsJSON, challenge: bytes(optionsJSON.challenge),
        user: { ...optionsJSON.user, id: bytes(optionsJSON.user.id) },
        excludeCredentials: optionsJSON.excludeCredentials?.map(descriptor),
      } });
      const response = credential.response;
      return { ...common(credential), response: {
        attestationObject: text(response.attestationObject), clientDataJSON: text(response.clientDataJSON),
        transports: response.getTransports(), publicKeyAlgorithm: response.getPublicKeyAlgorithm(),
        publicKey: text(response.getPublicKey()), authenticatorData: text(response.getAuthenticatorData()),
      } };
    }
    async function startAuthentication({ optionsJSON, useBrowserAutofill = false }) {
      const publicKey = { ...optionsJSON, challenge: bytes(optionsJSON.challenge), allowCredentials: undefined };
      if (optionsJSON.allowCredentials?.length)
        publicKey.allowCredentials = optionsJSON.allowCredentials.map(descriptor);
      const request = { publicKey };
      if (useBrowserAutofill) {
        if (!document.querySelector("input[autocomplete$='webauthn']")) throw new Error('no field');
        request.mediation = 'conditional';
        publicKey.allowCredentials = [];
      }
      const credential = await navigator.credentials.get(request), response = credential.response;
      return { ...common(credential), response: {
        authenticatorData: text(response.authenticatorData), clientDataJSON: text(response.clientDataJSON),
        signature: text(response.signature), userHandle: response.userHandle ? text(response.userHandle) : undefined,
      } };
    }
    """

  private static let post = """
    async function post(path, body) {
      const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    }
    async function create(options) {
      return await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options) });
    }
    async function get(options) {
      return await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    }
    """

  /// The authenticator supports PRF.
  @Test("E-38: a page using @simplewebauthn/browser registers and signs in, also by AutoFill")
  func library() async throws {
    try await withSite { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal, .init(prf: true))
        try await page.go(to: site.origin + "/lab")
        let answer = try await page.run(
          Self.post + Self.library + """

            const field = document.body.appendChild(document.createElement('input'));
            field.autocomplete = 'username webauthn';
            const options = async (path, body) => ({ optionsJSON: (await post(path, body)).body });
            const made = await startRegistration(await options('/api/registration/options', { username: 'mirela' }));
            const answers = [await post('/api/registration/verify', made)];
            for (const useBrowserAutofill of [false, true]) {
              const asked = await options('/api/authentication/options', {});
              answers.push(await post('/api/authentication/verify',
                await startAuthentication({ ...asked, useBrowserAutofill })));
            }
            return answers;
            """)
        for step in answer.array ?? [] {
          #expect(
            step["status"] == 200 && step["body"]["verified"] == true && step["body"]["username"] == "mirela", "\(step)"
          )
        }
        #expect(answer.array?.count == 3)
      }
    }
  }

  /// The page registers, and then signs in.
  @Test(
    "E-38: a page parses the endpoints' options and posts toJSON(), both unchanged",
    arguments: [false, true])
  func endpoints(prf: Bool) async throws {
    try await withSite { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal, .init(prf: prf))
        try await page.go(to: site.origin + "/lab")
        let answer = try await page.run(
          Self.post + """

            const made = await create((await post('/api/registration/options', { username: 'mirela' })).body);
            const registered = await post('/api/registration/verify', made.toJSON());
            const signed = await get((await post('/api/authentication/options', {})).body);
            return [registered, await post('/api/authentication/verify', signed.toJSON())];
            """)
        for step in answer.array ?? [] {
          #expect(
            step["status"] == 200 && step["body"]["verified"] == true && step["body"]["username"] == "mirela", "\(step)"
          )
        }
        #expect(answer.array?.count == 2)
      }
    }
  }

  @Test("E-38: the conformance tool's endpoints work the same way with a full authenticator")
  func conformance() async throws {
    try await withSite(conformance: { ConformanceServer($0, environment: $1) }) { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal, .init(prf: true))
        try await page.go(to: site.origin + "/lab")
        let answer = try await page.run(
          Self.post + """

            const made = await create((await post('/attestation/options',
              { username: 'ada', displayName: 'Ada', attestation: 'direct' })).body);
            const registered = await post('/attestation/result', made.toJSON());
            const signed = await get((await post('/assertion/options',
              { username: 'ada', userVerification: 'required' })).body);
            return [registered, await post('/assertion/result', signed.toJSON())];
            """)
        for step in answer.array ?? [] { #expect(step["status"] == 200 && step["body"]["status"] == "ok", "\(step)") }
        #expect(answer.array?.count == 2)
      }
    }
  }
}
