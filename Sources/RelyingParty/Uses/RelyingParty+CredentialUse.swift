extension RelyingParty {
  /// The use that a ceremony was begun for against the one whose policy finishes it; before the first step counts.
  func verifyUse(_ begun: CredentialUse?, _ finishing: CredentialUse?, step: CeremonyStep) throws(WebAuthnError) {
    guard begun == finishing else {
      throw WebAuthnError(step, .useMismatch, expected: begun?.rawValue ?? "no use", received: finishing?.rawValue ?? "no use")
    }
  }

  /// The same, and what a use needs of its beginning: a second factor is asked of somebody known, a payment has to be named.
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
