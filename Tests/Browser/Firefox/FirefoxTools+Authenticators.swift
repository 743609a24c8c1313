/// The virtual authenticators of Firefox ESR 153, as observed there:
///
/// - They belong to the whole browser. All tabs see them.
/// - A request that finds none of them willing is refused at once. So that it waits, as it does for a person who has
///   not touched a key yet, an authenticator without presence is unplugged, and what it holds is kept. While none is
///   plugged in, Firefox waits for a real security key, of which there is none, until the page ends its request.
/// - A conditional request waits until somebody picks a passkey from the list under the field. If an authenticator is
///   present, its first passkey is picked. Without one for this site the request stays pending.
/// - Each has PRF, whatever its options say, and all have the same secret: for one salt, two keys give one result.
///   `FirefoxScript.repair` says what is mended in their answers.
/// - Asked for any passkey with several of an account on one key, Firefox shows a list. The newest is taken.
/// - There are no faults, no large blobs, no flags of a synced passkey.
/// - `uiMode: 'immediate'` is ignored as an unknown member, and `getClientCapabilities()` says nothing about it.
///   `conditionalGet`, `extension:prf` and `relatedOrigins` are true whatever is plugged in; the three signals are
///   false, and the functions do not exist.
extension FirefoxTools {
  func enableVirtualAuthenticators() async throws {}

  func addAuthenticator(_ transport: AuthenticatorTransport, _ options: AuthenticatorOptions) async throws -> String {
    if options.largeBlob { throw unsupported("keep a large blob") }
    if options.backupEligible || options.backedUp { throw unsupported("have a synced passkey") }
    let id = try await call(
      "addKey",
      [
        "protocol": "ctap2_1", "transport": .string(transport.rawValue), "hasResidentKey": true,
        "hasUserVerification": .bool(options.userVerification), "isUserConsenting": true,
        "isUserVerified": .bool(options.userVerified),
      ], .bool(options.presence))
    guard let number = id.int else { throw BrowserError(.driver, "no authenticator id in \(id)") }
    return String(number)
  }

  private func tell(_ id: String, _ action: String, _ arguments: JSON...) async throws -> JSON {
    try await call("tellKey", .number(Double(id) ?? -1), .string(action), .array(arguments))
  }

  func setPresence(_ present: Bool, of authenticator: String) async throws {
    _ = try await tell(authenticator, present ? "plug" : "unplug")
  }

  func setUserVerified(_ verified: Bool, of authenticator: String) async throws {
    _ = try await tell(authenticator, "setVerified", .bool(verified))
  }

  func setFaults(_ faults: AuthenticatorFaults, of authenticator: String) async throws {
    throw unsupported("make an authenticator answer wrongly")
  }

  func credentials(of authenticator: String) async throws -> [AuthenticatorCredential] {
    (try await tell(authenticator, "list").array ?? []).map { AuthenticatorCredential(webDriver: $0) }
  }

  func add(_ credential: AuthenticatorCredential, to authenticator: String) async throws {
    _ = try await tell(authenticator, "add", credential.webDriver)
  }

  func removeCredential(_ id: String, from authenticator: String) async throws {
    _ = try await tell(authenticator, "drop", .string(id))
  }

  func clear(_ authenticator: String) async throws { _ = try await tell(authenticator, "clear") }

  func setBackup(
    of credential: String, on authenticator: String, eligible: Bool, backedUp: Bool
  ) async throws {
    throw unsupported("have a synced passkey")
  }

  func remove(_ authenticator: String) async throws { _ = try await tell(authenticator, "remove") }
}
