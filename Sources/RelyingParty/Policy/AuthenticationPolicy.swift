/// What a relying party decides for itself when it verifies an authentication (WebAuthn Level 3 §7.2).
public struct AuthenticationPolicy: Sendable, Hashable, Codable {
  /// Verify the user even though the options did not say so.
  public var requiresUserVerification = false
  /// Accept an authenticator that did not test presence. No ceremony of the specification allows that.
  public var requiresUserPresence = true
  /// A counter that does not grow.
  public var counter = CounterPolicy.warn
  /// A backup eligibility that changed.
  public var backupEligibilityChange = BackupChangePolicy.refuse
  /// Which credentials by their backup flags.
  public var backupState = BackupStatePolicy.any
  /// The algorithms whose keys may still sign; `nil` for all that can be verified.
  public var algorithms: Set<COSEAlgorithmIdentifier>?
  /// Whether the response has to say whose credential it is.
  public var userHandle = UserHandlePolicy.ifPresent
  /// Extension outputs that were not asked for, of the browser and of the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// Those that ``unsolicitedExtensions`` passes over.
  public var toleratedExtensions: Set<String> = []
  /// Refuse a response that carries PRF outputs. They are the person's secrets and no server should see them.
  public var refusesPRFResults = true

  /// The use that this is the policy of; such a policy finishes only what was begun for the same use.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

/// What to do when the backup eligibility is not what it was at registration (WebAuthn Level 3 §7.2 step 19).
public enum BackupChangePolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony, as the specification says.
  case refuse
}

/// Which credentials may authenticate by their backup flags (WebAuthn Level 3 §6.1.3). The flags are claims of the authenticator.
public enum BackupStatePolicy: String, Hashable, Sendable, Codable {
  /// All.
  case any
  /// Not those that say they are backed up now (BS).
  case refuseBackedUp
  /// Not those that say they can be backed up (BE), backed up or not: no synced passkeys.
  case refuseEligible
}

/// What to do when the signature counter does not grow (WebAuthn Level 3 §7.2 step 22, §6.1.1). A counter that stays 0 is legal.
public enum CounterPolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case warn
  /// Refuse the ceremony.
  case strict
}

/// Whether a response has to say whose credential it is (WebAuthn Level 3 §7.2 step 6). One that says it is always held to it.
public enum UserHandlePolicy: String, Hashable, Sendable, Codable {
  /// Only where nobody was named before the ceremony.
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

  /// The algorithm of a stored key against a policy that was narrowed since it was registered; before the signature counts (§7.2 step 21).
  func verifyAlgorithm(of credential: CredentialRecord, _ allowed: Set<COSEAlgorithmIdentifier>?) throws(WebAuthnError) {
    guard let allowed, let key = try? COSEKey(credential.publicKey), !allowed.contains(key.algorithm) else { return }
    throw WebAuthnError(
      .authentication(21), .algorithmNotAllowed, expected: allowed.map(\.description).sorted().joined(separator: ", "),
      received: key.algorithm.description)
  }
}
