import Encoding

/// One factor of a user verification, an entry of the output of `uvm` (WebAuthn Level 2 §10.3). The numbers are those
/// of the FIDO Registry of Predefined Values §3; unknown ones are kept.
public struct UserVerificationMethodEntry: Hashable, Sendable, Codable {
  /// The ways to verify a user (FIDO Registry §3.1).
  public struct Method: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the registry's flags.
    public let rawValue: UInt32
    /// Creates a set from any bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// A touch, which does not verify who the user is.
    public static let presence = Self(rawValue: 1)
    /// A fingerprint.
    public static let fingerprint = Self(rawValue: 2)
    /// A PIN or password that is entered on the authenticator itself.
    public static let passcode = Self(rawValue: 4)
    /// A voice recognition.
    public static let voiceprint = Self(rawValue: 8)
    /// A face recognition.
    public static let faceprint = Self(rawValue: 0x10)
    /// The user's location.
    public static let location = Self(rawValue: 0x20)
    /// An eye biometric.
    public static let eyeprint = Self(rawValue: 0x40)
    /// A pattern that is drawn on the authenticator.
    public static let pattern = Self(rawValue: 0x80)
    /// A handprint.
    public static let handprint = Self(rawValue: 0x100)
    /// No user verification.
    public static let none = Self(rawValue: 0x200)
    /// All the named methods must succeed.
    public static let all = Self(rawValue: 0x400)
    /// A PIN or password that is entered outside the authenticator.
    public static let externalPasscode = Self(rawValue: 0x800)
    /// A pattern that is drawn outside the authenticator.
    public static let externalPattern = Self(rawValue: 0x1000)
  }

  /// The protection of the key (FIDO Registry §3.2).
  public struct KeyProtection: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the registry's flags.
    public let rawValue: UInt16
    /// Creates a set from any bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Protected by software.
    public static let software = Self(rawValue: 1)
    /// Protected by hardware.
    public static let hardware = Self(rawValue: 2)
    /// Protected by a trusted execution environment.
    public static let trustedExecutionEnvironment = Self(rawValue: 4)
    /// Protected by a secure element.
    public static let secureElement = Self(rawValue: 8)
    /// The wrapped key is stored by the server.
    public static let remoteHandle = Self(rawValue: 0x10)
  }

  /// The protection of the component that compares the user with the enrolled data (FIDO Registry §3.3).
  public struct MatcherProtection: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the registry's flags.
    public let rawValue: UInt16
    /// Creates a set from any bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Compared in software.
    public static let software = Self(rawValue: 1)
    /// Compared in a trusted execution environment.
    public static let trustedExecutionEnvironment = Self(rawValue: 2)
    /// Compared on the authenticator's chip.
    public static let onChip = Self(rawValue: 4)
  }

  /// How the user was verified.
  public var method: Method
  /// How the key is protected.
  public var keyProtection: KeyProtection
  /// How the comparison is protected.
  public var matcherProtection: MatcherProtection

  /// Creates an entry from its three values.
  public init(method: Method, keyProtection: KeyProtection, matcherProtection: MatcherProtection) {
    (self.method, self.keyProtection, self.matcherProtection) = (method, keyProtection, matcherProtection)
  }

  /// Returns the entries in an authenticator's output; `nil` for anything else.
  static func entries(_ value: CBORValue) -> [Self]? {
    value.array.flatMap { entries($0.map { $0.array?.map(\.integer) ?? [] }) }
  }

  /// Returns one to three entries of three numbers each; `nil` for anything else.
  static func entries(_ lists: [[Int64?]]) -> [Self]? {
    guard (1...3).contains(lists.count) else { return nil }
    var entries: [Self] = []
    for list in lists {
      guard list.count == 3, let method = list[0].flatMap({ UInt32(exactly: $0) }),
        let key = list[1].flatMap({ UInt16(exactly: $0) }),
        let matcher = list[2].flatMap({ UInt16(exactly: $0) })
      else { return nil }
      entries.append(
        Self(
          method: Method(rawValue: method), keyProtection: KeyProtection(rawValue: key),
          matcherProtection: MatcherProtection(rawValue: matcher)))
    }
    return entries
  }
}
