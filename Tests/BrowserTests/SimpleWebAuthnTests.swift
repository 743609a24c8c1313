import Browser
import TestSite
import Testing
import WebSurface

/// What `@simplewebauthn/browser` does with endpoints: parse the options as they come, let the browser answer, post its `toJSON()` as it is.
@Suite struct SimpleWebAuthnTests {
  private static let post = """
    async function post(path, body) {
      const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    }
    async function create(options) {
      return await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
    }
    async function get(options) {
      return await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    }
    """

  @Test("E-38: a page parses the endpoints' options and posts what toJSON() gives, both unchanged; it is registered, and then signs in")
  func endpoints() async throws {
    try await withSite { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal, .init(prf: false))
        try await page.go(to: site.origin + "/lab")
        let answer = try await page.run(
          Self.post + """

            const made = await create((await post('/api/registration/options', { username: 'mirela' })).body);
            const registered = await post('/api/registration/verify', made.toJSON());
            const signed = await get((await post('/api/authentication/options', {})).body);
            return [registered, await post('/api/authentication/verify', signed.toJSON())];
            """)
        for step in answer.array ?? [] {
          #expect(step["status"] == 200 && step["body"]["verified"] == true && step["body"]["username"] == "mirela", "\(step)")
        }
        #expect(answer.array?.count == 2)
      }
    }
  }

  @Test("E-38: with an authenticator that can do everything, the same goes for the endpoints of the conformance tool") func conformance() async throws
  {
    try await withSite(conformance: { ConformanceDesk($0, surroundings: $1) }) { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal, .init(prf: true))
        try await page.go(to: site.origin + "/lab")
        let answer = try await page.run(
          Self.post + """

            const made = await create((await post('/attestation/options', { username: 'ada', displayName: 'Ada', attestation: 'direct' })).body);
            const registered = await post('/attestation/result', made.toJSON());
            const signed = await get((await post('/assertion/options', { username: 'ada', userVerification: 'required' })).body);
            return [registered, await post('/assertion/result', signed.toJSON())];
            """)
        for step in answer.array ?? [] { #expect(step["status"] == 200 && step["body"]["status"] == "ok", "\(step)") }
        #expect(answer.array?.count == 2)
      }
    }
  }
}
