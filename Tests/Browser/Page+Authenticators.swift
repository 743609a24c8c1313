extension Page {
  /// Replaces Chromium's WebAuthn dialogs in this tab by virtual authenticators; none is there until one is added.
  ///
  /// Without any, `get()` and `create()` stay pending. `enableUI: false` because with it the dialogs would wait for somebody to click them.
  public func enableVirtualAuthenticators() async throws { try await cdp("WebAuthn.enable", ["enableUI": false]) }

  /// Plugs in an authenticator.
  public func addAuthenticator(_ transport: AuthenticatorTransport, _ options: AuthenticatorOptions = .init()) async throws
    -> VirtualAuthenticator
  {
    try await enableVirtualAuthenticators()
    let answer = try await cdp("WebAuthn.addVirtualAuthenticator", ["options": options.parameters(transport)])
    guard let id = answer["authenticatorId"].string else { throw BrowserError(.driver, "no authenticator id in \(answer)") }
    return VirtualAuthenticator(page: self, id: id)
  }
}
