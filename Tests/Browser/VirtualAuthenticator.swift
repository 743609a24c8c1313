/// A security key or a device's built-in authenticator, simulated by Chromium for one page.
///
/// It belongs to the tab. As observed with Chromium 156, it survives navigation, reload and a change of site along with
/// its credentials, is unknown to a second tab of the same browser, and is gone with the page. It holds three
/// discoverable credentials; the fourth `create()` fails with NotAllowedError until `clear()`.
///
/// Switching presence on does not release a request that is already pending. To keep a conditional request waiting and
/// then sign in: `setPresence(false)`, load the page, `setPresence(true)`, then click; the page aborts the pending
/// request and its next one resolves.
///
/// With presence on for two authenticators, one `create()` leaves a credential on both and the page learns of one. A
/// test with several keys therefore keeps presence off on all but the key being touched.
public struct VirtualAuthenticator: Sendable, Hashable {
  let page: Page
  public let id: String

  public static func == (left: VirtualAuthenticator, right: VirtualAuthenticator) -> Bool {
    left.page == right.page && left.id == right.id
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  @discardableResult
  private func send(_ command: String, _ parameters: [String: JSON] = [:]) async throws -> JSON {
    try await page.cdp(
      "WebAuthn.\(command)", .object(parameters.merging(["authenticatorId": .string(id)]) { given, _ in given }))
  }

  /// Sets whether it is touched as soon as a request arrives.
  public func setPresence(_ present: Bool) async throws {
    try await send("setAutomaticPresenceSimulation", ["enabled": .bool(present)])
  }

  /// Sets whether user verification succeeds from now on.
  public func setUserVerified(_ verified: Bool) async throws {
    try await send("setUserVerified", ["isUserVerified": .bool(verified)])
  }

  /// Makes its answers wrong, for tests of the relying party; `[]` makes them correct again.
  public func setFaults(_ faults: AuthenticatorFaults) async throws {
    try await send(
      "setResponseOverrideBits",
      [
        "isBogusSignature": .bool(faults.contains(.bogusSignature)),
        "isBadUV": .bool(faults.contains(.userNotVerified)),
        "isBadUP": .bool(faults.contains(.userNotPresent)),
      ])
  }

  public func credentials() async throws -> [AuthenticatorCredential] {
    (try await send("getCredentials")["credentials"].array ?? []).map(AuthenticatorCredential.init)
  }

  /// Adds a credential: a passkey synced from a different device, or one made outside the browser.
  public func add(_ credential: AuthenticatorCredential) async throws {
    try await send("addCredential", ["credential": credential.parameters])
  }

  public func removeCredential(_ credentialID: String) async throws {
    try await send("removeCredential", ["credentialId": .string(Base64.standard(fromURL: credentialID))])
  }

  /// Removes all credentials and frees their places.
  public func clear() async throws { try await send("clearCredentials") }

  /// Changes the BE and BS flags that a credential signs with from now on.
  public func setBackup(of credentialID: String, eligible: Bool, backedUp: Bool) async throws {
    try await send(
      "setCredentialProperties",
      [
        "credentialId": .string(Base64.standard(fromURL: credentialID)), "backupEligibility": .bool(eligible),
        "backupState": .bool(backedUp),
      ])
  }

  /// Unplugs the authenticator.
  public func remove() async throws { try await send("removeVirtualAuthenticator") }
}
