/// An intended use of credentials. It provides both halves of a ceremony, so that the request at begin and the policy
/// at finish agree.
///
/// ```swift
/// var request = CredentialUse.passkey.registrationRequest
/// request.extensions.prf = PRFInputs()
/// let (options, state) = party.beginRegistration(user: user, challenge: challenge, request: request)
/// … the state is kept, the browser answers …
/// let policy = CredentialUse.passkey.registrationPolicy()
/// let verdict = try party.finishRegistration(state, response: body, policy: policy, at: now)
/// ```
///
/// The state remembers the use. A ceremony begun for a use cannot be finished with the policy of a different use or of
/// no use, nor can a ceremony begun for no use be finished with a use's policy: each attempt is rejected with
/// ``WebAuthnErrorCode/useMismatch``. A request may be changed, and a policy made stricter; a use's requirements at
/// finish apply regardless of the request.
public enum CredentialUse: String, Hashable, Sendable, Codable, CaseIterable {
  /// A credential that is enough to sign in by itself: discoverable, with user verification.
  case passkey
  /// A credential that is requested after something else, such as a password, identified the person. It proves presence
  /// only.
  case secondFactor = "second-factor"
  /// A passkey whose attestation leads to a trust anchor and that claims never to leave its authenticator. The accepted
  /// models, and whether the attestation must cover the AAGUID, are set in ``AAGUIDPolicy``.
  case attestedKey = "attested-key"
  /// A credential that confirms payments (Secure Payment Confirmation).
  case payment
}

extension CredentialUse {
  /// The registration request for this use. Change what differs: extensions, hints, algorithms.
  public var registrationRequest: RegistrationRequest {
    var request = RegistrationRequest()
    request.use = self
    switch self {
    case .passkey:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(
        residentKey: .required, userVerification: .required)
    case .secondFactor:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(
        residentKey: .discouraged, userVerification: .discouraged)
      request.hints = [.securityKey]
    case .attestedKey:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(
        residentKey: .required, userVerification: .required)
      request.attestation = .direct
    case .payment:
      request.authenticatorSelection = AuthenticatorSelectionCriteria(
        authenticatorAttachment: .platform, residentKey: .required, userVerification: .required)
      request.extensions.isPayment = true
    }
    return request
  }

  /// Returns the registration policy for this use.
  ///
  /// - Parameter anchors: The certificates in which chains may end. Without any, ``attestedKey`` accepts nothing, and
  ///   the other uses do not assess chains.
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

extension CredentialUse {
  /// The authentication request for this use. Change what differs; for ``payment``, the payment must be set.
  public var authenticationRequest: AuthenticationRequest {
    var request = AuthenticationRequest()
    request.use = self
    request.userVerification = self == .secondFactor ? .discouraged : .required
    return request
  }

  /// The authentication policy for this use.
  public var authenticationPolicy: AuthenticationPolicy {
    var policy = AuthenticationPolicy()
    policy.use = self
    policy.requiresUserVerification = self != .secondFactor
    if self == .attestedKey {
      policy.backupState = .refuseEligible
      policy.counter = .strict
    }
    return policy
  }
}

extension RelyingParty {
  /// Checks, before the first step, that a ceremony is finished with a policy for the use for which it was begun.
  func verifyUse(_ begun: CredentialUse?, _ finishing: CredentialUse?, step: CeremonyStep) throws(WebAuthnError) {
    guard begun == finishing else {
      throw WebAuthnError(
        step, .useMismatch, expected: begun?.rawValue ?? "no use", received: finishing?.rawValue ?? "no use")
    }
  }

  /// Checks the use of an authentication and what that use requires at begin: a second factor needs a known person, and
  /// a payment must be specified.
  func verifyUse(of state: AuthenticationState, _ policy: AuthenticationPolicy) throws(WebAuthnError) {
    try verifyUse(state.use, policy.use, step: .authentication(1))
    switch state.use {
    case .secondFactor where state.allowedCredentials.isEmpty:
      throw WebAuthnError(.authentication(1), .useMismatch, expected: "credentials that may answer", received: "none")
    case .payment where state.payment == nil:
      throw WebAuthnError(.authentication(1), .useMismatch, expected: "a payment", received: "none")
    case .none, .passkey, .secondFactor, .attestedKey, .payment: return
    }
  }
}
