import Browser
import Person
import TestSite
import Testing

/// How much of the site is accessible to other pages on this computer.
@Suite struct IsolationTests {
  static let evaluated = """
    const options = { publicKey: {
      challenge: new Uint8Array(32), rpId: 'latchstring.localhost', userVerification: 'required',
      extensions: { prf: { eval: { first: new Uint8Array(32) } } },
    } };
    try {
      const credential = await navigator.credentials.get(options);
      return credential.getClientExtensionResults().prf?.results?.first?.byteLength ?? 'no output';
    } catch (error) { return error.name; }
    """

  /// The same program on a different port, under plain `localhost`.
  func withNeighbor(_ name: String, _ body: (TestSite, String) async throws -> Void) async throws {
    try await withSite { site in
      try await withSite(change: { settings in
        settings.origin = settings.origin.replacing("latchstring.localhost", with: name)
        settings.hosts = [settings.origin.replacing("http://", with: "")]
        settings.strayHosts = []
      }) { neighbor in
        try await body(site, "http://\(name):\(neighbor.port)")
      }
    }
  }

  @Test("a page on another localhost port gets no cookie or PRF output; the site's page gets both")
  func otherPort() async throws {
    try await withNeighbor("localhost") { site, neighbor in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal, AuthenticatorOptions(prf: true))
        try await page.register("mirela", on: site, signingOut: false)
        #expect(try await page.cookie("latchstring") != nil)
        #expect(try await page.run(Self.evaluated) == 32)
        try await page.go(to: neighbor + "/lab")
        try await page.wait(forText: "Six ways to sign in")
        #expect(try await page.cookies().isEmpty)
        #expect(try await page.run(Self.evaluated) == "SecurityError")
      }
    }
  }

  @Test("a response created on a different origin is rejected, even with the same RP ID")
  func otherOrigin() async throws {
    try await withNeighbor("latchstring.localhost") { site, neighbor in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal)
        try await page.register("mirela", on: site)
        let visitor = Visitor(site)
        for (origin, status) in [(neighbor, 400), (site.origin, 200)] {
          let options = try await visitor.post("/api/authentication/options").text
          try await page.go(to: origin + "/lab")
          let answer = try await page.run(
            """
            const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(arguments[0]));
            return JSON.stringify(await navigator.credentials.get({ publicKey }));
            """, .string(options))
          let verdict = try await visitor.post("/api/authentication/verify", try #require(answer.string))
          #expect(verdict.status == status, "\(verdict.text)")
          if status == 400 { #expect(verdict.json["code"] as? String == "origin-mismatch") }
        }
      }
    }
  }

  @Test("B-27: a page whose address does not match the RP ID says so") func wrongPlace() async throws {
    try await withSite(site: { $0.rpID = "elsewhere.example" }) { site in
      try await withPage { page in
        _ = try await page.addAuthenticator(.internal)
        try await page.choose("Passkey-only login", on: site)
        try await page.press("Sign in with a passkey")
        try await page.wait(forText: "This page's address doesn't belong to the site.")
      }
    }
  }
}
