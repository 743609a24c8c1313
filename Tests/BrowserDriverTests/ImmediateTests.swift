import Browser
import Testing

/// Chromium's handling of `uiMode: 'immediate'` when virtual authenticators replace its dialogs.
@Suite("get() with uiMode immediate")
struct ImmediateTests {
  private static let call = "signIn({ uiMode: 'immediate' })"

  @Test("requires user activation")
  func activation() async throws {
    try await withTestPage { page in
      _ = try await page.addAuthenticator(.internal)
      let id = try await page.register()
      let result = try await page.result(of: Self.call)
      #expect(result["error"] == "NotAllowedError")
      #expect(result["message"].string?.contains("user activation") == true)
      #expect(try await page.resultOfClick(Self.call)["id"].string == id)
    }
  }

  @Test(
    "fails within a second when no internal authenticator offers a credential",
    arguments: [nil, AuthenticatorTransport.internal, .usb])
  func empty(transport: AuthenticatorTransport?) async throws {
    try await withTestPage { page in
      try await page.enableVirtualAuthenticators()
      if let transport { _ = try await page.addAuthenticator(transport) }
      #expect(try await page.resultOfClick(Self.call)["error"] == "NotAllowedError")
      guard transport == .usb else { return }
      _ = try await page.register()
      #expect(try await page.resultOfClick(Self.call)["error"] == "NotAllowedError")
    }
  }

  @Test("immediate mode rejects allowCredentials or conditional, and finds nothing without presence")
  func combinations() async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(.internal)
      _ = try await page.register()
      let allow = "{ allowCredentials: [{ type: 'public-key', id: new Uint8Array(16) }] }"
      #expect(try await page.resultOfClick("signIn({ uiMode: 'immediate' }, \(allow))")["error"] == "NotAllowedError")
      #expect(
        try await page.resultOfClick("signIn({ uiMode: 'immediate', mediation: 'conditional' })")["error"]
          == "NotSupportedError")
      try await key.setPresence(false)
      #expect(try await page.resultOfClick(Self.call)["error"] == "NotAllowedError")
    }
  }

  @Test("reports immediateGet always and conditionalGet only with an internal authenticator")
  func capabilities() async throws {
    for (transport, conditional) in [(nil, false), (AuthenticatorTransport.internal, true), (.usb, false)] {
      try await withTestPage { page in
        let seen = """
          const c = await PublicKeyCredential.getClientCapabilities();
          return [c.immediateGet, c.conditionalGet, c.passkeyPlatformAuthenticator,
            await PublicKeyCredential.isConditionalMediationAvailable()];
          """
        #expect(try await page.run(seen) == [true, true, false, true], "before WebAuthn.enable")
        try await page.enableVirtualAuthenticators()
        if let transport { _ = try await page.addAuthenticator(transport) }
        #expect(
          try await page.run(seen) == [true, .bool(conditional), .bool(conditional), .bool(conditional)],
          "\(String(describing: transport))")
      }
    }
  }
}
