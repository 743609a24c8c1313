import Browser
import Foundation
import Testing

@Suite("A virtual authenticator")
struct AuthenticatorTests {
  @Test("registers a passkey and signs in with it", arguments: AuthenticatorTransport.allCases)
  func roundTrip(transport: AuthenticatorTransport) async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(transport)
      let id = try await page.register()
      let result = try await page.result(of: "signIn()")
      #expect(result["id"].string == id)
      #expect(result["genuine"] == true)
      let credential = try #require(try await key.credentials().first)
      #expect(credential.id == id && credential.userHandle == Data([7]) && credential.isDiscoverable)
      try await key.clear()
      #expect(try await key.credentials().isEmpty)
    }
  }

  @Test("keeps its passkeys across navigation, reload and other sites, but only in its own tab")
  func navigation() async throws {
    let server = try PageServer.shared.get()
    try await withTestPage(host: "one.localhost") { page in
      let key = try await page.addAuthenticator(.internal)
      let id = try await page.register()
      try await page.go(to: server.url(host: "two.localhost"))
      #expect(try await key.credentials().map(\.id) == [id])
      try await page.go(to: server.url("/again", host: "one.localhost"))
      try await page.reload()
      #expect(try await page.result(of: "signIn()")["id"].string == id)
      let second = try await page.openTab()
      try await second.go(to: server.url(host: "one.localhost"))
      let other = try await second.addAuthenticator(.internal)
      #expect(try await other.credentials().isEmpty)
      #expect(try await second.result(of: "signIn()")["error"] == "NotAllowedError")
      #expect(try await page.result(of: "signIn()")["id"].string == id)
    }
  }

  @Test("returns PRF results at sign-in, but none without PRF support")
  func prf() async throws {
    let salt = "{ prf: { eval: { first: new Uint8Array(32), second: new Uint8Array(32).fill(1) } } }"
    for hasPRF in [true, false] {
      try await withTestPage { page in
        _ = try await page.addAuthenticator(.internal, AuthenticatorOptions(prf: hasPRF))
        let made = try await page.result(of: "register(\(salt))")["json"]["clientExtensionResults"]["prf"]
        let used = try await page.result(of: "signIn({}, { extensions: \(salt) })")["json"]["clientExtensionResults"][
          "prf"]
        #expect(made["enabled"].bool == hasPRF)
        #expect((used["results"]["first"].string?.count == 43) == hasPRF)
        #expect((used["results"]["second"].string?.count == 43) == hasPRF)
        #expect(made["results"] == used["results"] || !hasPRF)
      }
    }
  }

  @Test("returns a wrong signature, UV flag or UP flag when configured to")
  func faults() async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(.internal)
      _ = try await page.register()
      let publicKey = try await page.evaluate(
        """
        Array.from(atob(result.json.response.publicKey.replaceAll('-', '+').replaceAll('_', '/')),
          (c) => c.charCodeAt(0))
        """
      )
      for (faults, verifies, flags) in [
        (AuthenticatorFaults(), true, 0x05), (.bogusSignature, false, 0x05), (.userNotVerified, true, 0x01),
        (.userNotPresent, true, 0x04),
      ] {
        try await key.setFaults(faults)
        let seen = try await page.run(Self.verify, publicKey)
        #expect(seen == [.bool(verifies), .number(Double(flags))], "\(faults)")
      }
    }
  }

  /// Checks the signature in the page with WebCrypto, which expects r and s in 32 bytes each instead of DER.
  private static let verify = """
    const { response } = await navigator.credentials.get({ publicKey: {
      challenge: new Uint8Array(32), userVerification: 'required' } });
    const key = await crypto.subtle.importKey('spki', new Uint8Array(arguments[0]),
      { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    const data = new Uint8Array(response.authenticatorData), der = new Uint8Array(response.signature);
    const number = (at) => {
      const bytes = [...der.slice(at + 2, at + 2 + der[at + 1])];
      while (bytes.length > 32) bytes.shift();
      while (bytes.length < 32) bytes.unshift(0);
      return bytes;
    };
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', response.clientDataJSON));
    const raw = new Uint8Array([...number(2), ...number(4 + der[3])]);
    const good = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw,
      new Uint8Array([...data, ...hash]));
    return [good, data[32] & 5];
    """

  @Test("a passkey can be moved to a different authenticator, and its backup flags changed")
  func carry() async throws {
    try await withTestPage { page in
      let old = try await page.addAuthenticator(.usb, AuthenticatorOptions(backupEligible: true))
      let id = try await page.register()
      let credential = try #require(try await old.credentials().first)
      #expect(credential.isBackupEligible && !credential.isBackedUp)
      try await old.remove()
      let new = try await page.addAuthenticator(.internal)
      try await new.add(credential)
      try await new.setBackup(of: id, eligible: true, backedUp: true)
      #expect(try await new.credentials().map(\.isBackedUp) == [true])
      #expect(try await page.result(of: "signIn()")["id"].string == id)
      try await new.removeCredential(id)
      #expect(try await page.result(of: "signIn()")["error"] == "NotAllowedError")
    }
  }

  @Test("refuses if the user is not verified")
  func notVerified() async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(.internal)
      _ = try await page.register()
      try await key.setUserVerified(false)
      #expect(try await page.result(of: "signIn()")["error"] == "NotAllowedError")
    }
  }
}
