/// What came of a factory reset.
public enum ResetOutcome: Hashable, Sendable {
  /// The card is blank, and another one to all who knew it: it has to be selected again.
  case reset
  /// It is blank already, or too old to be reset.
  case unavailable
}

extension KeycardClient {
  /// Takes everything off the card. It needs no PIN and no channel: whoever has the card can do it.
  public func factoryReset() throws(KeycardError) -> ResetOutcome {
    forgetChannel()
    application = nil
    let response = try send(CommandAPDU(CommandHeader(.factoryReset, 0xAA, 0x55)))
    if response.status == .unknownInstruction { return .unavailable }
    _ = try response.succeeded()
    return .reset
  }
}
