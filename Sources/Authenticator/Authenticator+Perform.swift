import Encoding

extension Authenticator {
  /// As the information says (`maxMsgSize`): what CTAPHID can carry at most.
  static let longestMessage = 7609

  func perform(_ request: [UInt8], on channel: UInt32) async throws -> CBORValue? {
    guard let first = request.first else { throw CTAPStatus.invalidLength }
    guard request.count <= Self.longestMessage else { throw CTAPStatus.requestTooLarge }
    guard let command = CTAPCommand(requested: first) else { throw CTAPStatus.invalidCommand }
    endWhatIsOver()
    await endWhatOthersEnded()
    let parameters = Array(request.dropFirst())
    let walk = takeWalk(for: command, on: channel)
    switch command {
    case .getInfo, .reset, .selection, .getNextAssertion:
      guard parameters.isEmpty else { throw CTAPStatus.invalidLength }
      return try await performWithoutParameters(command, walk, on: channel)
    case .makeCredential: return try await makeCredential(MakeCredentialRequest(ParameterMap(decoding: parameters)))
    case .getAssertion: return try await getAssertion(GetAssertionRequest(ParameterMap(decoding: parameters)), on: channel)
    case .clientPIN: return try await clientPIN(ClientPINRequest(ParameterMap(decoding: parameters)))
    case .credentialManagement:
      return try await manageCredentials(CredentialManagementRequest(ParameterMap(decoding: parameters)), walk, on: channel)
    case .largeBlobs: return try await largeBlobs(LargeBlobsRequest(ParameterMap(decoding: parameters)), walk, on: channel)
    case .authenticatorConfig: return try await configure(ConfigurationRequest(ParameterMap(decoding: parameters)))
    }
  }

  private func performWithoutParameters(_ command: CTAPCommand, _ walk: Walk?, on channel: UInt32) async throws -> CBORValue? {
    switch command {
    case .getInfo: return try await information()
    case .reset: try await reset()
    case .selection: try await confirmPresence(Occasion(.select))
    default: return try await getNextAssertion(walk, on: channel)
    }
    return nil
  }

  /// Another process may have reset the same store, or changed its PIN. A store that does not say so fails where it is used.
  func endWhatOthersEnded() async {
    let now = try? await keys.generation()
    if now == nil || now != generation { (vault, token, walk) = (nil, nil, nil) }
    generation = now
  }

  private func endWhatIsOver() {
    let now = clock()
    token?.forgetPresence(at: now, after: settings.initialTokenUse)
    if token?.isOver(at: now, initialUse: settings.initialTokenUse) == true { token = nil }
    if walk?.isOver(at: now) == true { walk = nil }
  }
}
