/// A use of credentials. It yields both halves of a ceremony, so that the request of begin and the policy of finish
/// agree.
///
/// ```swift
/// var request = CredentialUse.passkey.registrationRequest
/// request.extensions.prf = PRFInputs()
/// let (options, state) = party.beginRegistration(user: user, challenge: challenge, request: request)
/// // … the state is kept, the browser answers …
/// let policy = CredentialUse.passkey.registrationPolicy()
/// let verdict = try party.finishRegistration(state, response: body, policy: policy, at: now)
/// ```
///
/// The state remembers the use. Finishing it with the policy of another use, or with one of no use, is refused with
/// ``WebAuthnErrorCode/useMismatch``, and so is finishing with a use's policy what was begun for none. A request may be
/// changed, and a policy made stricter; what a use demands at finish holds whatever the request said.
public enum CredentialUse: String, Hashable, Sendable, Codable, CaseIterable {
  /// Signs in alone: discoverable, and the user is verified.
  case passkey
  /// Is asked for after something else, for example a password, said who the person is. It tests presence only.
  case secondFactor = "second-factor"
  /// A passkey whose attestation leads to a trust anchor, and that says it never leaves its authenticator. Which
  /// models, and whether the attestation has to cover the AAGUID, is said in ``AAGUIDPolicy``.
  case attestedKey = "attested-key"
  /// Confirms payments (Secure Payment Confirmation).
  case payment
}

extension CredentialUse {
  /// The request of a registration for this use. Set what differs: extensions, hints, algorithms.
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

  /// The policy of a registration for this use.
  ///
  /// - Parameter anchors: Where chains of certificates may end. ``attestedKey`` without any accepts nothing; the others
  ///   then do not assess chains.
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
  /// The request of an authentication for this use. Set what differs; for ``payment``, the payment has to be set.
  public var authenticationRequest: AuthenticationRequest {
    var request = AuthenticationRequest()
    request.use = self
    request.userVerification = self == .secondFactor ? .discouraged : .required
    return request
  }

  /// The policy of an authentication for this use.
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
  /// The use that a ceremony was begun for against the one whose policy finishes it; before the first step counts.
  func verifyUse(_ begun: CredentialUse?, _ finishing: CredentialUse?, step: CeremonyStep) throws(WebAuthnError) {
    guard begun == finishing else {
      throw WebAuthnError(
        step, .useMismatch, expected: begun?.rawValue ?? "no use", received: finishing?.rawValue ?? "no use")
    }
  }

  /// The same, and what a use needs of its beginning: a second factor is asked of somebody known, a payment has to be
  /// named.
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
