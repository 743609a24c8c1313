import Crypto
import Encoding

extension Authenticator {
  /// authenticatorCredentialManagement (CTAP 2.1 §6.8).
  func manageCredentials(_ request: CredentialManagementRequest, _ walk: Walk?, on channel: UInt32) async throws -> CBORValue? {
    switch request.subcommand {
    case .enumerateRPsGetNext: return try nextRelyingParty(walk, on: channel)
    case .enumerateCredentialsGetNext: return try nextCredential(walk, on: channel)
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

  /// updateUserInformation (CTAP 2.1 §6.8.6): the names that are left out are taken away.
  private func update(_ request: CredentialManagementRequest, _ memory: Memory) throws {
    let map = try request.parameters.required().map(3).required()
    let user = try CredentialUser(map)
    var credential = try managed(request, memory)
    guard credential.account?.user.id == user.id else { throw CTAPStatus.invalidParameter }
    credential.account?.user = CredentialUser(id: user.id, name: user.name?.nonEmpty, displayName: user.displayName?.nonEmpty)
    try memory.keep(credential)
  }

  /// The credential that the parameters name, where the token may manage it.
  private func managed(_ request: CredentialManagementRequest, _ memory: Memory) throws -> Credential {
    guard let descriptor = try CredentialDescriptor(try request.parameters.required()[2].required()),
      let credential = try memory.allCredentials().first(where: { $0.id == descriptor.id })
    else { throw CTAPStatus.noCredentials }
    guard token?.mayManage(rpIDHash: credential.rpIDHash) == true else { throw CTAPStatus.pinAuthInvalid }
    return credential
  }

  /// A token for one relying party does not show what others there are.
  private func refuseBoundToken() throws { guard token?.rpID == nil else { throw CTAPStatus.pinAuthInvalid } }
}

extension PINToken {
  func mayManage(rpIDHash: [UInt8]) -> Bool { rpID.map { Array(SHA256.hash(data: Array($0.utf8))) == rpIDHash } ?? true }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
