extension CredentialUse {
  /// What an authentication for this use asks for. Set what differs; for ``payment`` the payment has to be set.
  public var authenticationRequest: AuthenticationRequest {
    var request = AuthenticationRequest()
    request.use = self
    request.userVerification = self == .secondFactor ? .discouraged : .required
    return request
  }

  /// What an authentication for this use has to meet.
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
