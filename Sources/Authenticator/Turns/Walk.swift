/// What spans several commands of one client (CTAP 2.1 §6, "stateful commands"). There is one at a time; its client ends it by any other command,
/// and another client by beginning its own.
struct Walk: Sendable {
  enum Kind: Sendable {
    case assertions(AssertionWalk)
    case relyingParties([CredentialAccount])
    case credentials([Credential])
    case largeBlob(LargeBlobWrite)
  }

  /// The specification has 30 s for the next assertion (CTAP 2.1 §6.3); the others keep it too.
  private static let limit: Duration = .seconds(30)

  let kind: Kind
  let channel: UInt32
  let touched: ContinuousClock.Instant

  func isOver(at now: ContinuousClock.Instant) -> Bool { now - touched >= Self.limit }

  /// The command that can go on with it.
  var command: CTAPCommand {
    switch kind {
    case .assertions: .getNextAssertion
    case .relyingParties, .credentials: .credentialManagement
    case .largeBlob: .largeBlobs
    }
  }
}

extension Authenticator {
  /// Gives the walk to the command that may go on with it. Whoever goes on begins it again with what is left.
  func takeWalk(for command: CTAPCommand, on channel: UInt32) -> Walk? {
    guard let walk, walk.channel == channel else { return nil }
    self.walk = nil
    return walk.command == command ? walk : nil
  }

  func begin(_ kind: Walk.Kind, on channel: UInt32) { walk = Walk(kind: kind, channel: channel, touched: clock()) }
}
