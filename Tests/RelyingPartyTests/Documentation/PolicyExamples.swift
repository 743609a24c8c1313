import RelyingParty

/// The code of the articles "Choosing policies" and "Trust and metadata". `ArticleTests` holds the articles to it.
enum PolicyExamples {
  /// Refuses sign-ins with a key that is copied or could be.
  static func strictPolicy() -> AuthenticationPolicy {
    var policy = CredentialUse.passkey.authenticationPolicy
    policy.counter = .strict
    policy.backupState = .refuseEligible
    return policy
  }

  /// A key that is never used without its user, and that says how long its PIN is.
  static func protectedRequest() -> RegistrationRequest {
    var request = CredentialUse.passkey.registrationRequest
    request.extensions.credentialProtectionPolicy = .userVerificationRequired
    request.extensions.enforceCredentialProtectionPolicy = true
    request.extensions.minPinLength = true
    return request
  }

  /// The reports of both sides about the new credential. Only signed ones prove anything.
  static func report(_ verdict: RegistrationVerdict) -> String {
    let pinLength = verdict.extensions.signed.minPinLength.map { "a PIN of \($0) or more" } ?? "no word about a PIN"
    let prf = verdict.extensions.client.isPRFEnabled == true ? "PRF" : "no PRF"
    return "\(pinLength), \(prf), \(verdict.warnings.count) warnings"
  }

  /// Security keys of one model, which its maker vouches for.
  static func companyKeys(model: AAGUID, root: TrustAnchor) -> RegistrationPolicy {
    let anchors = TrustAnchors(byAAGUID: [model: [root]])
    var policy = CredentialUse.attestedKey.registrationPolicy(anchors: anchors)
    policy.aaguids = AAGUIDPolicy(allowed: [model], requiresVouching: true)
    return policy
  }

  /// Also statements of old TPMs, which rest on SHA-1, and of a compound whatever two parts verify.
  static func lenient(_ party: RelyingParty) -> RelyingParty {
    var party = party
    party.formats = party.formats.adding(TPMAttestation(acceptsSHA1: true), CompoundAttestation(minimumValid: 2))
    return party
  }

  /// Refuses models that were revoked or compromised, and certified ones below level 1.
  static func policy(
    metadata bytes: [UInt8], trust: MetadataTrust, at time: UnixTime
  ) throws(MetadataError) -> RegistrationPolicy {
    var policy = CredentialUse.passkey.registrationPolicy()
    policy.metadata = MetadataPolicy(try MetadataBLOB(bytes, trust: trust, at: time))
    policy.metadata?.status.minimumLevel = .l1
    return policy
  }
}
