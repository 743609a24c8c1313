import Encoding

/// A PIN/UV auth token in use, with the state that the specification attaches to it (CTAP 2.1 §6.5.2.1). At most one
/// token exists, whichever client requested it.
struct PINToken: Sendable {
  let version: PINProtocolVersion
  let value = Secret.random(count: 32)
  private(set) var permissions: TokenPermissions
  private(set) var rpID: String?
  private(set) var isUserVerified = true
  private(set) var isUserPresent: Bool
  /// The session that permits the use of keys that require the PIN.
  private(set) var leave: (any PINSession)?
  private let begun: ContinuousClock.Instant
  private var isUsed = false

  init(
    _ version: PINProtocolVersion, permissions: TokenPermissions, rpID: String?, isUserPresent: Bool,
    leave: any PINSession, at now: ContinuousClock.Instant
  ) {
    (self.version, self.permissions, self.rpID, self.isUserPresent) = (version, permissions, rpID, isUserPresent)
    self.leave = permissions.isDisjoint(with: [.makeCredential, .getAssertion]) ? nil : leave
    begun = now
  }

  /// Returns `true` if the token has expired: it was not used in time, or was in use for the maximum period.
  func isOver(at now: ContinuousClock.Instant, initialUse: Duration) -> Bool {
    now - begun >= .seconds(LeaveLifetime.seconds) || (!isUsed && now - begun >= initialUse)
  }

  mutating func forgetPresence(at now: ContinuousClock.Instant, after limit: Duration) {
    if now - begun >= limit { isUserPresent = false }
  }

  /// - Throws: `pinAuthInvalid` if the message was not authenticated with this token, or the token lacks the
  ///   permission.
  mutating func verify(
    _ message: [UInt8], _ code: [UInt8], _ version: PINProtocolVersion, for permission: TokenPermissions
  ) throws(CTAPStatus) {
    guard version == self.version, ConstantTime.areEqual(version.authenticationCode(of: message, with: value), code)
    else { throw .pinAuthInvalid }
    isUsed = true
    guard permissions.isSuperset(of: permission) else { throw .pinAuthInvalid }
  }

  /// Binds the token to one relying party. This happens at the token's first use.
  mutating func bind(to rpID: String) throws(CTAPStatus) {
    guard self.rpID == nil || self.rpID == rpID else { throw .pinAuthInvalid }
    self.rpID = rpID
  }

  /// Spends the token once presence was confirmed. One verification permits one operation, except that large blobs may
  /// still be written.
  mutating func spend() {
    (isUserPresent, isUserVerified, leave) = (false, false, nil)
    permissions.formIntersection(.largeBlobWrite)
  }
}

/// The permitted uses of a PIN/UV auth token (CTAP 2.1 §6.5.5.7, "permissions").
public struct TokenPermissions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let makeCredential = Self(rawValue: 0x01)
  public static let getAssertion = Self(rawValue: 0x02)
  public static let credentialManagement = Self(rawValue: 0x04)
  public static let bioEnrollment = Self(rawValue: 0x08)
  public static let largeBlobWrite = Self(rawValue: 0x10)
  public static let authenticatorConfiguration = Self(rawValue: 0x20)
}
