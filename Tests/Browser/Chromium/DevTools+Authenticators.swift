extension DevTools {
  func enableVirtualAuthenticators() async throws { try await send("WebAuthn.enable", ["enableUI": false]) }

  func addAuthenticator(_ transport: AuthenticatorTransport, _ options: AuthenticatorOptions) async throws -> String {
    let answer = try await send("WebAuthn.addVirtualAuthenticator", ["options": options.parameters(transport)])
    guard let id = answer["authenticatorId"].string else {
      throw BrowserError(.driver, "no authenticator id in \(answer)")
    }
    return id
  }

  @discardableResult
  private func tell(_ id: String, _ command: String, _ parameters: [String: JSON] = [:]) async throws -> JSON {
    try await send(
      "WebAuthn.\(command)", .object(parameters.merging(["authenticatorId": .string(id)]) { given, _ in given }))
  }

  func setPresence(_ present: Bool, of authenticator: String) async throws {
    try await tell(authenticator, "setAutomaticPresenceSimulation", ["enabled": .bool(present)])
  }

  func setUserVerified(_ verified: Bool, of authenticator: String) async throws {
    try await tell(authenticator, "setUserVerified", ["isUserVerified": .bool(verified)])
  }

  func setFaults(_ faults: AuthenticatorFaults, of authenticator: String) async throws {
    try await tell(
      authenticator, "setResponseOverrideBits",
      [
        "isBogusSignature": .bool(faults.contains(.bogusSignature)),
        "isBadUV": .bool(faults.contains(.userNotVerified)),
        "isBadUP": .bool(faults.contains(.userNotPresent)),
      ])
  }

  func credentials(of authenticator: String) async throws -> [AuthenticatorCredential] {
    let answer = try await tell(authenticator, "getCredentials")
    return (answer["credentials"].array ?? []).map { AuthenticatorCredential($0) }
  }

  func add(_ credential: AuthenticatorCredential, to authenticator: String) async throws {
    try await tell(authenticator, "addCredential", ["credential": credential.parameters])
  }

  func removeCredential(_ id: String, from authenticator: String) async throws {
    try await tell(authenticator, "removeCredential", ["credentialId": .string(Base64.standard(fromURL: id))])
  }

  func clear(_ authenticator: String) async throws { try await tell(authenticator, "clearCredentials") }

  func setBackup(
    of credential: String, on authenticator: String, eligible: Bool, backedUp: Bool
  ) async throws {
    try await tell(
      authenticator, "setCredentialProperties",
      [
        "credentialId": .string(Base64.standard(fromURL: credential)), "backupEligibility": .bool(eligible),
        "backupState": .bool(backedUp),
      ])
  }

  func remove(_ authenticator: String) async throws { try await tell(authenticator, "removeVirtualAuthenticator") }
}
