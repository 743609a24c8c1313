/// The choices that the specification leaves to the relying party when it verifies an authentication (WebAuthn Level 3
/// §7.2).
public struct AuthenticationPolicy: Sendable, Hashable, Codable {
  /// Require user verification even if the options did not.
  public var requiresUserVerification = false
  /// Require user presence. No ceremony of the specification allows `false`.
  public var requiresUserPresence = true
  /// The treatment of a counter that does not grow.
  public var counter = CounterPolicy.warn
  /// The treatment of a backup eligibility that changed.
  public var backupEligibilityChange = BackupChangePolicy.refuse
  /// The credentials that may authenticate, by their backup flags.
  public var backupState = BackupStatePolicy.any
  /// The algorithms whose keys may sign; `nil` for all that can be verified.
  public var algorithms: Set<COSEAlgorithmIdentifier>?
  /// The requirement for a user handle in the response.
  public var userHandle = UserHandlePolicy.ifPresent
  /// The treatment of extension outputs that were not requested, of the browser and of the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// The identifiers that ``unsolicitedExtensions`` ignores.
  public var toleratedExtensions: Set<String> = []
  /// Refuse a response that carries PRF outputs. They are the person's secrets, and no server should see them.
  public var refusesPRFResults = true

  /// The use that this policy belongs to. Such a policy finishes only ceremonies begun for the same use.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

/// The treatment of a backup eligibility that is not what it was at registration (WebAuthn Level 3 §7.2 step 19).
public enum BackupChangePolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony, as the specification says.
  case refuse
}

/// The credentials that may authenticate, by their backup flags (WebAuthn Level 3 §6.1.3). The flags are claims of the
/// authenticator.
public enum BackupStatePolicy: String, Hashable, Sendable, Codable {
  /// All.
  case any
  /// All but those that say they are backed up now (BS).
  case refuseBackedUp
  /// All but those that say they can be backed up (BE), whether they are or not: no synced passkeys.
  case refuseEligible
}

/// The treatment of a signature counter that does not grow (WebAuthn Level 3 §7.2 step 22, §6.1.1). A counter that
/// stays 0 is legal.
public enum CounterPolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case warn
  /// Refuse the ceremony.
  case strict
}

/// The requirement for a user handle in a response (WebAuthn Level 3 §7.2 step 6). A user handle that is there is
/// always checked.
public enum UserHandlePolicy: String, Hashable, Sendable, Codable {
  /// Only if no account was known before the ceremony.
  case ifPresent
  /// Always, as every discoverable credential does.
  case required
}

extension RelyingParty {
  /// §7.2 step 19, as far as it is the policy's: the backup flags.
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

  /// The algorithm of a stored key against a policy that was narrowed since it was registered; before the signature
  /// counts (§7.2 step 21).
  func verifyAlgorithm(
    of credential: CredentialRecord, _ allowed: Set<COSEAlgorithmIdentifier>?
  ) throws(WebAuthnError) {
    guard let allowed, let key = try? COSEKey(credential.publicKey), !allowed.contains(key.algorithm) else { return }
    throw WebAuthnError(
      .authentication(21), .algorithmNotAllowed, expected: allowed.map(\.description).sorted().joined(separator: ", "),
      received: key.algorithm.description)
  }
}
