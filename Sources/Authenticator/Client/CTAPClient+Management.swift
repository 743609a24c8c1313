import Crypto
import Encoding

/// A discoverable credential as credential management lists it (CTAP 2.1 §6.8.4).
public struct ListedCredential: Sendable {
  public let rpID: String
  public let credentialID: [UInt8]
  public let userID: [UInt8]
  public let userName: String?
  public let userDisplayName: String?
  /// The public key, a COSE_Key.
  public let publicKey: [UInt8]
  /// The level of credProtect, 1 to 3.
  public let protection: Int
  public let largeBlobKey: Secret?
  /// `true` if the relying party reported that it no longer knows the credential. Such a credential is offered only to
  /// a client that names it.
  public let isHidden: Bool

  /// A vendor-specific member, numbered far above those of the specification. It is present only if true.
  static let hiddenKey: ParameterKey = 0xf0

  init(_ map: ParameterMap, rpID: String) throws {
    self.rpID = rpID
    let user = try map.map(6).present()
    (userID, userName, userDisplayName) = (
      try user.bytes("id").present(), try user.text("name"), try user.text("displayName")
    )
    credentialID = try map.map(7).present().bytes("id").present()
    publicKey = try map[8].present().encoded()
    protection = try map.unsigned(10) ?? 1
    largeBlobKey = try map.bytes(11).map { Secret($0) }
    isHidden = try map.boolean(Self.hiddenKey) ?? false
  }
}

extension CTAPClient {
  /// Returns the number of existing credentials and the number of credentials that still fit.
  public func credentialCounts(_ token: ClientToken) async throws -> (existing: Int, remaining: Int) {
    let answer = try await manage(0x01, nil, token).present()
    return (try answer.unsigned(1).present(), try answer.unsigned(2).present())
  }

  /// Returns all discoverable credentials; empty if there are none.
  public func listCredentials(_ token: ClientToken) async throws -> [ListedCredential] {
    var listed: [ListedCredential] = []
    for party in try await relyingParties(token) { listed += try await credentials(of: party.id, party.hash, token) }
    return listed
  }

  /// Returns the discoverable credentials for one relying party. The token may be limited to that relying party.
  public func listCredentials(of rpID: String, _ token: ClientToken) async throws -> [ListedCredential] {
    do { return try await credentials(of: rpID, Array(SHA256.hash(data: Array(rpID.utf8))), token) } catch CTAPStatus
      .noCredentials
    { return [] }
  }

  private func credentials(of rpID: String, _ hash: [UInt8], _ token: ClientToken) async throws -> [ListedCredential] {
    var answer = try await manage(0x04, .members([1: .byteString(hash)]), token).present()
    let total = try answer.unsigned(9).present()
    var listed = [try ListedCredential(answer, rpID: rpID)]
    while listed.count < total {
      answer = try await manage(0x05, nil, nil).present()
      listed.append(try ListedCredential(answer, rpID: rpID))
    }
    return listed
  }

  private func relyingParties(_ token: ClientToken) async throws -> [(id: String, hash: [UInt8])] {
    var answer: ParameterMap
    do { answer = try await manage(0x02, nil, token).present() } catch CTAPStatus.noCredentials { return [] }
    let total = try answer.unsigned(5).present()
    var parties: [(id: String, hash: [UInt8])] = []
    while true {
      parties.append((try answer.map(3).present().text("id").present(), try answer.bytes(4).present()))
      guard parties.count < total else { return parties }
      answer = try await manage(0x03, nil, nil).present()
    }
  }

  public func deleteCredential(_ id: [UInt8], _ token: ClientToken) async throws {
    _ = try await manage(0x06, .members([2: CredentialDescriptor(id: id).encoded]), token)
  }

  /// Updates the account's names; `nil` removes a name.
  public func renameCredential(
    _ id: [UInt8], userID: [UInt8], name: String?, displayName: String?, _ token: ClientToken
  ) async throws {
    let user = CBORValue.members([
      "id": .byteString(userID), "name": name.map(CBORValue.text), "displayName": displayName.map(CBORValue.text),
    ])
    _ = try await manage(0x07, .members([2: CredentialDescriptor(id: id).encoded, 3: user]), token)
  }

  private func manage(
    _ subcommand: UInt8, _ parameters: CBORValue?, _ token: ClientToken?
  ) async throws -> ParameterMap? {
    let message = [subcommand] + (parameters?.encoded() ?? [])
    let value = try await call(
      .credentialManagement,
      .members([
        1: .number(subcommand), 2: parameters, 3: token.map { .integer($0.version.rawValue) },
        4: token.map { .byteString($0.parameter(over: message)) },
      ]))
    guard let value else { return nil }
    do { return try ParameterMap(value) } catch { throw UnreadableAnswer() }
  }
}
