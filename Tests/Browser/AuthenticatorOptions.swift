/// A virtual authenticator's capabilities, and its user's behavior. It speaks CTAP 2.1 and stores passkeys.
public struct AuthenticatorOptions: Sendable {
  public var prf: Bool
  public var largeBlob: Bool
  /// `true` if it supports user verification. There is no PIN: without this, `userVerification: 'required'` fails.
  public var userVerification: Bool
  /// `true` if user verification succeeds.
  public var userVerified: Bool
  /// `true` if it is touched as soon as a request comes. With `false`, requests stay pending.
  public var presence: Bool
  /// The BE and BS flags of new credentials. A synced passkey has both.
  public var backupEligible: Bool
  public var backedUp: Bool

  public init(
    prf: Bool = false, largeBlob: Bool = false, userVerification: Bool = true, userVerified: Bool = true,
    presence: Bool = true,
    backupEligible: Bool = false, backedUp: Bool = false
  ) {
    self.prf = prf
    self.largeBlob = largeBlob
    self.userVerification = userVerification
    self.userVerified = userVerified
    self.presence = presence
    self.backupEligible = backupEligible
    self.backedUp = backedUp
  }

  func parameters(_ transport: AuthenticatorTransport) -> JSON {
    [
      "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": .string(transport.rawValue), "hasResidentKey": true,
      "hasUserVerification": .bool(userVerification), "isUserVerified": .bool(userVerified),
      "automaticPresenceSimulation": .bool(presence),
      "hasPrf": .bool(prf), "hasLargeBlob": .bool(largeBlob),
      "defaultBackupEligibility": .bool(backupEligible), "defaultBackupState": .bool(backedUp),
    ]
  }
}
