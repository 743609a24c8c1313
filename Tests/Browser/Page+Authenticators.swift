extension Page {
  /// Replaces the browser's WebAuthn dialogs with virtual authenticators; there are none until one is added. Firefox
  /// has none for a tab alone: `FirefoxTools+Authenticators` says what is different there.
  ///
  /// In Chromium, it sets `enableUI: false`, because otherwise a conditional request waits for a dialog that cannot be
  /// clicked.
  /// Chromium 156 was observed to behave as follows (`ConditionalTests` and `ImmediateTests` verify everything except
  /// the times, and use reload as the only kind of navigation):
  ///
  /// - `get({ mediation: 'conditional' })` with an authenticator that has presence resolves by itself with a matching
  ///   credential, and rejects at once with NotAllowedError without one; `internal` and `usb` alike.
  /// - It stays pending without any authenticator, and with authenticators that have no presence, whether they hold a
  ///   credential or not. Clicks elsewhere and switching presence on leave it pending. Adding an authenticator with
  ///   presence and no credential rejects it.
  /// - Aborting its signal rejects it with AbortError, and the next request can start, even in the same click handler.
  /// - While it is pending, another `get()` without an abort first rejects with OperationError "A request is already
  ///   pending". A navigation or a reload ends a pending request and frees the page.
  /// - `get({ uiMode: 'immediate' })` needs user activation (else NotAllowedError within milliseconds): call it from
  ///   the handler of `press`. With a credential on an `internal` authenticator with presence it resolves; on an empty
  ///   one it rejects with NotAllowedError in about 10 ms; with none, with `usb` (credential or not), or without
  ///   presence, it rejects with NotAllowedError after about 500 ms. Combined with `allowCredentials` it rejects with
  ///   NotAllowedError; combined with `mediation: 'conditional'`, with NotSupportedError.
  /// - `getClientCapabilities()`: `immediateGet` is always true. `conditionalGet` is true with an `internal`
  ///   authenticator, false with `usb` only or none, and true before this call. `isConditionalMediationAvailable()`
  ///   returns the same as `conditionalGet`.
  /// - `http://NAME.localhost:PORT` is a secure context, and the default rpId there is `NAME.localhost`.
  public func enableVirtualAuthenticators() async throws { try await tools.enableVirtualAuthenticators() }

  /// Plugs in an authenticator.
  public func addAuthenticator(
    _ transport: AuthenticatorTransport, _ options: AuthenticatorOptions = .init()
  ) async throws -> VirtualAuthenticator {
    try await enableVirtualAuthenticators()
    return VirtualAuthenticator(page: self, id: try await tools.addAuthenticator(transport, options))
  }
}
