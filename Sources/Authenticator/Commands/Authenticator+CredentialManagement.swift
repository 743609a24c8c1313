import Crypto
import Encoding

extension Authenticator {
  /// Performs authenticatorCredentialManagement (CTAP 2.1 §6.8).
  func manageCredentials(
    _ request: CredentialManagementRequest, _ stateful: StatefulCommand?, on channel: UInt32
  ) async throws -> CBORValue? {
    switch request.subcommand {
    case .enumerateRPsGetNext: return try nextRelyingParty(stateful, on: channel)
    case .enumerateCredentialsGetNext: return try nextCredential(stateful, on: channel)
    default: break
    }
    guard let parameter = request.parameter else { throw CTAPStatus.puatRequired }
    let needsParameters = request.subcommand != .getCredentialsMetadata && request.subcommand != .enumerateRPsBegin
    guard !needsParameters || request.parameters != nil else { throw CTAPStatus.missingParameter }
    try useToken(request.message, parameter, request.protocolNumber, for: .credentialManagement)
    let memory = try await memory()
    switch request.subcommand {
    case .getCredentialsMetadata:
      try refuseBoundToken()
      let count = try memory.countOfCredentials()
      return .members([1: .number(count), 2: .number(max(0, settings.discoverableCredentials - count))])
    case .enumerateRPsBegin:
      try refuseBoundToken()
      return try firstRelyingParty(memory, on: channel)
    case .enumerateCredentialsBegin: return try firstCredential(request, memory, on: channel)
    case .deleteCredential: try memory.alone { try $0.forget(try managed(request, $0)) }
    default: try memory.alone { try update(request, $0) }
    }
    return nil
  }

  /// Performs updateUserInformation (CTAP 2.1 §6.8.6). Omitted names are removed.
  private func update(_ request: CredentialManagementRequest, _ memory: Memory) throws {
    let map = try request.parameters.required().map(3).required()
    let user = try CredentialUser(map)
    var credential = try managed(request, memory)
    guard credential.account?.user.id == user.id else { throw CTAPStatus.invalidParameter }
    credential.account?.user = CredentialUser(
      id: user.id, name: user.name?.nonEmpty, displayName: user.displayName?.nonEmpty)
    try memory.keep(credential)
  }

  /// Returns the credential that the parameters name, if the token may manage it.
  private func managed(_ request: CredentialManagementRequest, _ memory: Memory) throws -> StoredCredential {
    guard let descriptor = try CredentialDescriptor(try request.parameters.required()[2].required()),
      let credential = try memory.allCredentials().first(where: { $0.id == descriptor.id })
    else { throw CTAPStatus.noCredentials }
    guard token?.mayManage(rpIDHash: credential.rpIDHash) == true else { throw CTAPStatus.pinAuthInvalid }
    return credential
  }

  /// Refuses a token for one relying party, which must not reveal other relying parties.
  private func refuseBoundToken() throws { guard token?.rpID == nil else { throw CTAPStatus.pinAuthInvalid } }
}

extension PINToken {
  func mayManage(rpIDHash: [UInt8]) -> Bool {
    rpID.map { Array(SHA256.hash(data: Array($0.utf8))) == rpIDHash } ?? true
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}

extension Authenticator {
  /// Performs enumerateRPsBegin (CTAP 2.1 §6.8.3).
  func firstRelyingParty(_ memory: Memory, on channel: UInt32) throws -> CBORValue {
    var seen: Set<String> = []
    let accounts = try memory.allCredentials().compactMap(\.account).filter { seen.insert($0.rpID).inserted }
    guard let first = accounts.first else { throw CTAPStatus.noCredentials }
    begin(.relyingParties(Array(accounts.dropFirst())), on: channel)
    return relyingParty(first, total: accounts.count)
  }

  func nextRelyingParty(_ stateful: StatefulCommand?, on channel: UInt32) throws -> CBORValue {
    guard case .relyingParties(var accounts)? = stateful?.kind, !accounts.isEmpty else { throw CTAPStatus.notAllowed }
    let next = accounts.removeFirst()
    begin(.relyingParties(accounts), on: channel)
    return relyingParty(next, total: nil)
  }

  private func relyingParty(_ account: CredentialAccount, total: Int?) -> CBORValue {
    .members([
      3: .members(["id": .text(account.rpID)]), 4: .byteString(Array(SHA256.hash(data: Array(account.rpID.utf8)))),
      5: total.map { .number($0) },
    ])
  }

  /// Performs enumerateCredentialsBegin (CTAP 2.1 §6.8.4).
  func firstCredential(
    _ request: CredentialManagementRequest, _ memory: Memory, on channel: UInt32
  ) throws -> CBORValue {
    let rpIDHash = try request.parameters.required().bytes(1).required()
    guard token?.mayManage(rpIDHash: rpIDHash) == true else { throw CTAPStatus.pinAuthInvalid }
    let credentials = try memory.credentials(rpIDHash: rpIDHash)
    guard let first = credentials.first else { throw CTAPStatus.noCredentials }
    begin(.credentials(Array(credentials.dropFirst())), on: channel)
    return listed(first, total: credentials.count)
  }

  func nextCredential(_ stateful: StatefulCommand?, on channel: UInt32) throws -> CBORValue {
    guard case .credentials(var credentials)? = stateful?.kind, !credentials.isEmpty else {
      throw CTAPStatus.notAllowed
    }
    let next = credentials.removeFirst()
    begin(.credentials(credentials), on: channel)
    return listed(next, total: nil)
  }

  private func listed(_ credential: StoredCredential, total: Int?) -> CBORValue {
    .members([
      6: credential.account?.user.encoded(), 7: CredentialDescriptor(id: credential.id).encoded,
      8: credential.account.map { COSEPoint(uncompressed: $0.publicKey).key(algorithm: COSEPoint.signing) },
      9: total.map { .number($0) },
      10: .integer(credential.effectiveProtection.rawValue),
      11: credential.account?.largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } },
      ListedCredential.hiddenKey: credential.isHidden ? .boolean(true) : nil,
    ])
  }
}

/// The parameters of authenticatorCredentialManagement (CTAP 2.1 §6.8).
struct CredentialManagementRequest: Sendable {
  enum Subcommand: UInt8, Sendable {
    case getCredentialsMetadata = 0x01
    case enumerateRPsBegin = 0x02
    case enumerateRPsGetNext = 0x03
    case enumerateCredentialsBegin = 0x04
    case enumerateCredentialsGetNext = 0x05
    case deleteCredential = 0x06
    case updateUserInformation = 0x07
  }

  let subcommand: Subcommand
  let parameters: ParameterMap?
  let protocolNumber: Int64?
  let parameter: [UInt8]?
  /// The message that the platform authenticated: the subcommand, and the encoding of its parameters.
  let message: [UInt8]

  init(_ map: ParameterMap) throws(CTAPStatus) {
    guard let subcommand = Subcommand(rawValue: UInt8(clamping: try map.unsigned(0x01).required())) else {
      throw .invalidSubcommand
    }
    self.subcommand = subcommand
    parameters = try map.map(0x02)
    protocolNumber = try map.integer(0x03)
    parameter = try map.bytes(0x04)
    // Canonical CBOR allows only one encoding, so this reproduces the received bytes.
    message = [subcommand.rawValue] + (map[0x02]?.encoded() ?? [])
  }
}
