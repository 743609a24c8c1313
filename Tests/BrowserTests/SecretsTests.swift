import Browser
import Person
import TestSite
import Testing

@Suite struct SecretsTests {
  /// Requests PRF outputs in every ceremony, as a flow that opens an account does, and records that they arrived.
  static let asking = """
    (() => {
      for (const name of ['get', 'create']) {
        const original = CredentialsContainer.prototype[name];
        CredentialsContainer.prototype[name] = async function (options) {
          options.publicKey.extensions = { ...options.publicKey.extensions,
            prf: { eval: { first: new Uint8Array(32) } } };
          const credential = await original.call(this, options);
          if (credential.toJSON().clientExtensionResults.prf?.results?.first) sessionStorage.setItem('came', 'yes');
          return credential;
        };
      }
    })();
    """

  @Test("a PRF output included by toJSON() is removed before anything leaves the page") func neverSent() async throws {
    try await withVisit(AuthenticatorOptions(prf: true), script: Self.asking) { visit in
      try await visit.page.registerByHand("mirela", on: visit.site)
      try await visit.choose("Passkey-only login")
      try await visit.page.run("sessionStorage.removeItem('came')")
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(try await visit.page.evaluate("sessionStorage.getItem('came')") == "yes", "there was an output to drop")
      let bodies = try await visit.seen.events("post").compactMap { $0["body"].string }
      #expect(bodies.filter { $0.contains("clientExtensionResults") }.count == 2)
      #expect(bodies.allSatisfy { !$0.contains("results\\\"") && !$0.contains("\"results") })
    }
  }

  @Test("a password appears only in its one POST request, and later in neither the page nor the log")
  func password() async throws {
    try await withVisit { visit in
      try await visit.page.register("mirela", on: visit.site, signingOut: false)
      try await visit.page.setPassword("seven green bottles")
      let bodies = try await visit.seen.events("post").compactMap { $0["body"].string }
      #expect(bodies.filter { $0.contains("bottles") }.count == 1)
      #expect(try await !visit.page.evaluate("document.documentElement.outerHTML").string!.contains("bottles"))
      #expect(visit.site.log.lines.allSatisfy { !$0.contains("bottles") && !$0.contains("mirela") })
    }
  }
}
