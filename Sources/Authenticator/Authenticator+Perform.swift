import Encoding

extension Authenticator {
  /// The maximum length of a CTAPHID message (`maxMsgSize` in the information).
  static let longestMessage = 7609

  func perform(_ request: [UInt8], on channel: UInt32) async throws -> CBORValue? {
    guard let first = request.first else { throw CTAPStatus.invalidLength }
    guard request.count <= Self.longestMessage else { throw CTAPStatus.requestTooLarge }
    guard let command = CTAPCommand(requested: first) else { throw CTAPStatus.invalidCommand }
    endWhatIsOver()
    await endWhatOthersEnded()
    let parameters = Array(request.dropFirst())
    let stateful = takeStatefulCommand(for: command, on: channel)
    switch command {
    case .getInfo, .reset, .selection, .getNextAssertion:
      guard parameters.isEmpty else { throw CTAPStatus.invalidLength }
      return try await performWithoutParameters(command, stateful, on: channel)
    case .makeCredential: return try await makeCredential(MakeCredentialRequest(ParameterMap(decoding: parameters)))
    case .getAssertion:
      return try await getAssertion(GetAssertionRequest(ParameterMap(decoding: parameters)), on: channel)
    case .clientPIN: return try await clientPIN(ClientPINRequest(ParameterMap(decoding: parameters)))
    case .credentialManagement:
      return try await manageCredentials(
        CredentialManagementRequest(ParameterMap(decoding: parameters)), stateful, on: channel)
    case .largeBlobs:
      return try await largeBlobs(LargeBlobsRequest(ParameterMap(decoding: parameters)), stateful, on: channel)
    case .authenticatorConfig: return try await configure(ConfigurationRequest(ParameterMap(decoding: parameters)))
    }
  }

  private func performWithoutParameters(
    _ command: CTAPCommand, _ stateful: StatefulCommand?, on channel: UInt32
  ) async throws -> CBORValue? {
    switch command {
    case .getInfo: return try await information()
    case .reset: try await reset()
    case .selection: try await confirmPresence(Occasion(.select))
    default: return try await getNextAssertion(stateful, on: channel)
    }
    return nil
  }

  /// Another process may have reset the same store or changed its PIN. A store that does not report such a change fails
  /// when it is used.
  func endWhatOthersEnded() async {
    let now = try? await keys.generation()
    if now == nil || now != generation { (sealingKeys, token, stateful) = (nil, nil, nil) }
    generation = now
  }

  private func endWhatIsOver() {
    let now = clock()
    token?.forgetPresence(at: now, after: settings.initialTokenUse)
    if token?.isOver(at: now, initialUse: settings.initialTokenUse) == true { token = nil }
    if stateful?.isOver(at: now) == true { stateful = nil }
  }
}

/// State that spans several commands of one client (CTAP 2.1 §6, "stateful commands"). Only one such state exists at a
/// time. It ends with any other command from its client, or when another client begins a stateful command.
struct StatefulCommand: Sendable {
  enum Kind: Sendable {
    case assertions(AssertionSequence)
    case relyingParties([CredentialAccount])
    case credentials([StoredCredential])
    case largeBlob(LargeBlobWrite)
  }

  /// The specification allows 30 s for the next assertion (CTAP 2.1 §6.3). The other commands use the same limit.
  private static let limit: Duration = .seconds(30)

  let kind: Kind
  let channel: UInt32
  let touched: ContinuousClock.Instant

  func isOver(at now: ContinuousClock.Instant) -> Bool { now - touched >= Self.limit }

  /// The command that can continue this state.
  var command: CTAPCommand {
    switch kind {
    case .assertions: .getNextAssertion
    case .relyingParties, .credentials: .credentialManagement
    case .largeBlob: .largeBlobs
    }
  }
}

extension Authenticator {
  /// Takes the state for the command that may continue it. The command then begins a new state with the remainder.
  func takeStatefulCommand(for command: CTAPCommand, on channel: UInt32) -> StatefulCommand? {
    guard let stateful, stateful.channel == channel else { return nil }
    self.stateful = nil
    return stateful.command == command ? stateful : nil
  }

  func begin(_ kind: StatefulCommand.Kind, on channel: UInt32) {
    stateful = StatefulCommand(kind: kind, channel: channel, touched: clock())
  }
}

extension Authenticator {
  /// Performs authenticatorReset (CTAP 2.1 §6.6). The keys are removed first, so that nothing in storage can be opened
  /// even if the rest is interrupted.
  func reset() async throws {
    if let window = settings.resetWindow, clock() - poweredUp > window { throw CTAPStatus.notAllowed }
    try await confirmPresence(Occasion(.reset))
    try await keys.reset()
    forgetAllPower()
    await endWhatOthersEnded()
    // Anything that can still be opened was written after the reset, by another process.
    try await memory().removeWhatIsClosed()
  }
}
