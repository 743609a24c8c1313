import RelyingParty

/// The code in the articles "Choosing policies" and "Trust and metadata". `ArticleTests` checks that the articles match
/// it.
enum PolicyExamples {
  /// Refuses sign-ins with a key that is backed up or could be.
  static func strictPolicy() -> AuthenticationPolicy {
    var policy = CredentialUse.passkey.authenticationPolicy
    policy.counter = .strict
    policy.backupState = .refuseEligible
    return policy
  }

  /// Requests a key that is never used without its user, and that reports the minimum length of its PIN.
  static func protectedRequest() -> RegistrationRequest {
    var request = CredentialUse.passkey.registrationRequest
    request.extensions.credentialProtectionPolicy = .userVerificationRequired
    request.extensions.enforceCredentialProtectionPolicy = true
    request.extensions.minPinLength = true
    return request
  }

  /// What the browser and the authenticator report about the new credential. Only signed reports prove anything.
  static func report(_ verdict: RegistrationVerdict) -> String {
    let pinLength = verdict.extensions.signed.minPinLength.map { "a PIN of \($0) or more" } ?? "no word about a PIN"
    let prf = verdict.extensions.client.isPRFEnabled == true ? "PRF" : "no PRF"
    return "\(pinLength), \(prf), \(verdict.warnings.count) warnings"
  }

  /// Accepts only security keys of one model, for which the manufacturer vouches.
  static func companyKeys(model: AAGUID, root: TrustAnchor) -> RegistrationPolicy {
    let anchors = TrustAnchors(byAAGUID: [model: [root]])
    var policy = CredentialUse.attestedKey.registrationPolicy(anchors: anchors)
    policy.aaguids = AAGUIDPolicy(allowed: [model], requiresVouching: true)
    return policy
  }

  /// Also accepts statements of old TPMs, which rely on SHA-1, and compounds of which any two parts verify.
  static func lenient(_ party: RelyingParty) -> RelyingParty {
    var party = party
    party.formats = party.formats.adding(TPMAttestation(acceptsSHA1: true), CompoundAttestation(minimumValid: 2))
    return party
  }

  /// Refuses revoked or compromised models, and certified ones below level 1.
  static func policy(
    metadata bytes: [UInt8], trust: MetadataTrust, at time: UnixTime
  ) throws(MetadataError) -> RegistrationPolicy {
    var policy = CredentialUse.passkey.registrationPolicy()
    policy.metadata = MetadataPolicy(try MetadataBLOB(bytes, trust: trust, at: time))
    policy.metadata?.status.minimumLevel = .l1
    return policy
  }
}
