/// What is kept of an entry when it is taken out of the log, because a page or a rule asks for it long afterwards.
public enum AuditKeeping: Sendable {
  /// Each: they are counted.
  case each
  /// The account's newest with this event.
  case newest
  /// The newest with this event for each credential.
  case newestOfCredential
  /// The account's first of all that are kept so.
  case first
}

extension AuditEvent {
  /// The events of a sign-in.
  public static let signIns: [AuditEvent] = [.signedInWithPasskey, .signedInWithCard, .signedInWithPassword]

  /// What is kept of an entry with this event; `nil` if nothing is asked of an old one.
  public var keeping: AuditKeeping? {
    switch self {
    case .recoveryCodeRevealed: .each  // kits are numbered by it
    case .copyTaken, .recovered, .recoveredByEscrow: .newest
    case .drillPassed, .drillFailed: .newestOfCredential
    case .signedInWithPasskey, .signedInWithCard, .signedInWithPassword: .first
    default: nil
    }
  }
}
