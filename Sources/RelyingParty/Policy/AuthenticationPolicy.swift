/// The choices that the specification leaves to the relying party when it verifies an authentication (WebAuthn Level 3
/// §7.2).
public struct AuthenticationPolicy: Sendable, Hashable, Codable {
  /// `true` to require user verification even if the options did not.
  public var requiresUserVerification = false
  /// `true` to require user presence. None of the specification's ceremonies allows `false`.
  public var requiresUserPresence = true
  /// How to treat a counter that did not increase.
  public var counter = CounterPolicy.warn
  /// How to treat a changed backup eligibility.
  public var backupEligibilityChange = BackupChangePolicy.refuse
  /// The credentials that may authenticate, by their backup flags.
  public var backupState = BackupStatePolicy.any
  /// The algorithms whose keys may sign; `nil` for all that can be verified.
  public var algorithms: Set<COSEAlgorithmIdentifier>?
  /// The requirement for a user handle in the response.
  public var userHandle = UserHandlePolicy.ifPresent
  /// How to treat unsolicited extension outputs, from the browser or the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// The extension identifiers that ``unsolicitedExtensions`` ignores.
  public var toleratedExtensions: Set<String> = []
  /// `true` to reject a response that contains PRF outputs. They are the person's secrets, and no server should see
  /// them.
  public var refusesPRFResults = true

  /// The use to which this policy belongs. If it is set, the policy finishes only ceremonies that were begun for the
  /// same use.
  public internal(set) var use: CredentialUse?

  /// Creates the default policy; change only what differs.
  public init() {}
}

/// How to treat a backup eligibility that has changed since registration (WebAuthn Level 3 §7.2 step 19).
public enum BackupChangePolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony, as the specification requires.
  case refuse
}

/// The credentials that may authenticate, by their backup flags (WebAuthn Level 3 §6.1.3). The flags are claims of the
/// authenticator.
public enum BackupStatePolicy: String, Hashable, Sendable, Codable {
  /// All credentials.
  case any
  /// All except those that claim to be backed up now (BS).
  case refuseBackedUp
  /// All except those that claim to be eligible for backup (BE), backed up or not: no synced passkeys.
  case refuseEligible
}

/// How to treat a signature counter that does not increase (WebAuthn Level 3 §7.2 step 22, §6.1.1). A counter that
/// remains 0 is permitted.
public enum CounterPolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case warn
  /// Refuse the ceremony.
  case strict
}

/// The requirement for a user handle in a response (WebAuthn Level 3 §7.2 step 6). A user handle that is present is
/// always checked.
public enum UserHandlePolicy: String, Hashable, Sendable, Codable {
  /// Required only if no account was known before the ceremony.
  case ifPresent
  /// Always required, as every discoverable credential returns a user handle.
  case required
}

extension RelyingParty {
  /// Performs the policy's part of §7.2 step 19: checks the backup flags.
  func verify(_ flags: AuthenticatorFlags, _ policy: BackupStatePolicy) throws(WebAuthnError) {
    switch policy {
    case .any: return
    case .refuseBackedUp:
      guard flags.contains(.backedUp) else { return }
      throw WebAuthnError(.authentication(19), .backupStateRefused, expected: "no BS", received: "BS")
    case .refuseEligible:
      guard flags.contains(.backupEligible) else { return }
      throw WebAuthnError(
        .authentication(19), .backupEligibilityRefused, expected: BackupEligibility.notEligible.rawValue,
        received: BackupEligibility.eligible.rawValue)
    }
  }

  /// Checks a stored key's algorithm against the policy, which may have been narrowed since registration, before the
  /// signature is verified (§7.2 step 21).
  func verifyAlgorithm(
    of credential: CredentialRecord, _ allowed: Set<COSEAlgorithmIdentifier>?
  ) throws(WebAuthnError) {
    guard let allowed, let key = try? COSEKey(credential.publicKey), !allowed.contains(key.algorithm) else { return }
    throw WebAuthnError(
      .authentication(21), .algorithmNotAllowed, expected: allowed.map(\.description).sorted().joined(separator: ", "),
      received: key.algorithm.description)
  }
}
