/// A security key or a device's built-in authenticator, simulated by the browser for one page.
///
/// In Chromium, it belongs to the tab; `FirefoxTools+Authenticators` says how Firefox differs. As observed with
/// Chromium 156, it survives navigation, reload and a change of site along with its credentials, is unknown to a second
/// tab of the same browser, and is gone with the page. It holds three discoverable credentials; the fourth `create()`
/// fails with NotAllowedError until `clear()`.
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

  /// Sets whether it is touched as soon as a request arrives.
  public func setPresence(_ present: Bool) async throws { try await page.tools.setPresence(present, of: id) }

  /// Sets whether user verification succeeds from now on.
  public func setUserVerified(_ verified: Bool) async throws {
    try await page.tools.setUserVerified(verified, of: id)
  }

  /// Makes its answers wrong, for tests of the relying party; `[]` makes them correct again.
  public func setFaults(_ faults: AuthenticatorFaults) async throws { try await page.tools.setFaults(faults, of: id) }

  public func credentials() async throws -> [AuthenticatorCredential] { try await page.tools.credentials(of: id) }

  /// Adds a credential: a passkey synced from a different device, or one made outside the browser.
  public func add(_ credential: AuthenticatorCredential) async throws {
    try await page.tools.add(credential, to: id)
  }

  public func removeCredential(_ credentialID: String) async throws {
    try await page.tools.removeCredential(credentialID, from: id)
  }

  /// Removes all credentials and frees their places.
  public func clear() async throws { try await page.tools.clear(id) }

  /// Changes the BE and BS flags that a credential signs with from now on.
  public func setBackup(of credentialID: String, eligible: Bool, backedUp: Bool) async throws {
    try await page.tools.setBackup(of: credentialID, on: id, eligible: eligible, backedUp: backedUp)
  }

  /// Unplugs the authenticator.
  public func remove() async throws { try await page.tools.remove(id) }
}
