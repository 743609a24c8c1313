/// How somebody signed in, as far as it is known and not merely claimed.
public struct Authentication: Codable, Hashable, Sendable {
  /// What somebody signed in with.
  public enum Method: String, Codable, Hashable, Sendable {
    case password
    /// A passkey for which nobody vouches. It may be in hardware, and nobody knows.
    case passkey
    /// A passkey that says itself that it may be copied to other devices.
    case syncedPasskey
    /// A passkey of which its maker says that it cannot leave its device.
    case hardwareKey
    /// A smart card. No maker vouches for it.
    case card
    /// A card that a program plays, for rehearsals.
    case simulatedCard
  }

  public var method: Method
  /// When it was, in seconds since 1970.
  public var at: Int64

  public init(_ method: Method, at: Int64) { self.method = method; self.at = at }

  /// `true` if somebody touched something that they hold.
  public var isTouch: Bool { method != .password }

  public var context: AuthenticationContext {
    switch method {
    case .password, .simulatedCard: .none
    case .passkey, .syncedPasskey, .card: .phishingResistant
    case .hardwareKey: .phishingResistantHardware
    }
  }

  /// The `amr` values (RFC 8176 §2). A flag counts only where it makes a key look weaker.
  public var references: [String] {
    switch method {
    case .password: ["pwd"]
    case .passkey, .card: ["pop"]
    case .syncedPasskey, .simulatedCard: ["swk"]
    case .hardwareKey: ["hwk", "user"]
    }
  }
}

/// The classes of sign-ins, `acr` (Core §2; OpenID Connect Extended Authentication Profile ACR Values 1.0 §2).
public enum AuthenticationContext: String, Hashable, Sendable, CaseIterable {
  case none = "0"
  case phishingResistant = "phr"
  case phishingResistantHardware = "phrh"
}
