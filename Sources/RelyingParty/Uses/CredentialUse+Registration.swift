extension CredentialUse {
  /// What a registration for this use asks for. Set what differs: extensions, hints, algorithms.
  public var registrationRequest: RegistrationRequest {
    var request = RegistrationRequest()
    request.use = self
    switch self {
    case .passkey:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .required, userVerification: .required)
    case .secondFactor:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .discouraged, userVerification: .discouraged)
      request.hints = [.securityKey]
    case .attestedKey:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .required, userVerification: .required)
      request.attestation = .direct
    case .payment:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(
        authenticatorAttachment: .platform, residentKey: .required, userVerification: .required)
      request.extensions.isPayment = true
    }
    return request
  }

  /// What a registration for this use has to meet.
  ///
  /// - Parameter anchors: Where chains of certificates may end. ``attestedKey`` without any accepts nothing; the others then do not
  ///   assess chains.
  public func registrationPolicy(anchors: TrustAnchors? = nil) -> RegistrationPolicy {
    var policy = RegistrationPolicy()
    policy.use = self
    policy.requiresUserVerification = self != .secondFactor
    policy.attestation.anchors = anchors
    if self == .attestedKey {
      policy.backupEligibility = .requireDeviceBound
      policy.attestation.acceptedTypes = [.basic, .attestationCA, .anonymizationCA]
      policy.attestation.anchors = anchors ?? TrustAnchors()
    }
    return policy
  }
}
