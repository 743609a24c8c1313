import Testing

@testable import RelyingParty

@Suite struct AuthenticationPolicyTests {
  private func authenticate(
    _ policy: AuthenticationPolicy, flags: UInt8, stored: BackupEligibility = .unknown
  ) throws -> Result<AuthenticationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    authenticator.flags = flags
    return try Ceremony.authenticate(
      authenticator, record: try Ceremony.record(authenticator) { $0.backupEligible = stored }, policy: policy)
  }

  @Test("step 19: a policy can reject backed-up passkeys, or all that could be backed up")
  func backupState() throws {
    var policy = AuthenticationPolicy()
    for flags: UInt8 in [0x05, 0x0d, 0x1d] {
      #expect(throws: Never.self) { try authenticate(policy, flags: flags).get() }
    }
    policy.backupState = .refuseBackedUp
    #expect(throws: Never.self) { try authenticate(policy, flags: 0x05).get() }
    #expect(throws: Never.self) { try authenticate(policy, flags: 0x0d).get() }
    expectRefusal(try authenticate(policy, flags: 0x1d), 19, .backupStateRefused)
    policy.backupState = .refuseEligible
    #expect(throws: Never.self) { try authenticate(policy, flags: 0x05).get() }
    expectRefusal(try authenticate(policy, flags: 0x0d), 19, .backupEligibilityRefused)
    expectRefusal(try authenticate(policy, flags: 0x1d, stored: .eligible), 19, .backupEligibilityRefused)
  }

  @Test("E-05: an imported record learns its backup eligibility once, and it must then not change")
  func unknownEligibility() throws {
    for (flags, other, learned) in [(0x0d, 0x05, .eligible), (0x05, 0x0d, .notEligible)]
      as [(UInt8, UInt8, BackupEligibility)]
    {
      let first = try authenticate(AuthenticationPolicy(), flags: flags).get()
      #expect(first.credential.backupEligible == learned && first.warnings.isEmpty)
      expectRefusal(
        try authenticate(AuthenticationPolicy(), flags: other, stored: first.credential.backupEligible), 19,
        .backupEligibilityChanged)
    }
  }

  @Test("step 21: a stored key is rejected once its algorithm is no longer allowed")
  func algorithms() throws {
    let authenticator = TestAuthenticator(key: .rs256(TestKeys.rsa))
    var policy = AuthenticationPolicy()
    policy.algorithms = [.es256, .edDSA]
    expectRefusal(try Ceremony.authenticate(authenticator, policy: policy), 21, .algorithmNotAllowed)
    let record = try Ceremony.record(authenticator)
    var caching = Ceremony.party
    caching.keys = CredentialKeyCache(capacity: 2)
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, caching, record: record).get() }
    expectRefusal(
      try Ceremony.authenticate(authenticator, caching, record: record, policy: policy), 21, .algorithmNotAllowed)
    policy.algorithms = [.rs256]
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, policy: policy).get() }
  }

  @Test("step 6: a response without a user handle is rejected if the policy requires one")
  func userHandle() throws {
    var policy = AuthenticationPolicy()
    policy.userHandle = .required
    var authenticator = TestAuthenticator()
    for handle in [nil, []] as [[UInt8]?] {
      authenticator.userHandle = handle
      expectRefusal(try Ceremony.authenticate(authenticator, policy: policy), 6, .userHandleMissing)
      #expect(throws: Never.self) { try Ceremony.authenticate(authenticator).get() }
    }
    authenticator.userHandle = Ceremony.user.id
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, policy: policy).get() }
  }

  @Test("E-17 E-32 E-42: a counter that does not increase is reported or rejected, except 0 after 0")
  func counter() throws {
    var strict = AuthenticationPolicy()
    strict.counter = .strict
    var authenticator = TestAuthenticator()
    for received: UInt32 in [4, 5] {
      authenticator.signCount = received
      let record = try Ceremony.record(authenticator) { $0.signCount = 5 }
      #expect(
        try Ceremony.authenticate(authenticator, record: record).get().warnings == [
          .counterDidNotIncrease(stored: 5, received: received)
        ])
      expectRefusal(try Ceremony.authenticate(authenticator, record: record, policy: strict), 22, .counterRegression)
    }
    authenticator.signCount = 0
    #expect(try Ceremony.authenticate(authenticator, policy: strict).get().warnings.isEmpty)
  }

  @Test("E-18 E-19: a wrong challenge is rejected, while a stuck counter is only suspicious")
  func challengeFirst() throws {
    var authenticator = TestAuthenticator()
    authenticator.signCount = 100
    authenticator.challenge = [UInt8](repeating: 1, count: 32)
    expectRefusal(try Ceremony.authenticate(authenticator), 11, .challengeMismatch)
    authenticator.challenge = nil
    let record = try Ceremony.record(authenticator) { $0.signCount = 100 }
    #expect(
      try Ceremony.authenticate(authenticator, record: record).get().warnings == [
        .counterDidNotIncrease(stored: 100, received: 100)
      ])
  }

  @Test("the two storable policies survive a round trip through JSON")
  func stored() throws {
    var policy = CredentialUse.attestedKey.authenticationPolicy
    policy.algorithms = [.es256]
    policy.toleratedExtensions = ["uvm"]
    #expect(try Stored.roundTrip(policy) == policy)
    let aaguids = AAGUIDPolicy(allowed: [.zero], denied: [], requiresVouching: true)
    #expect(try Stored.roundTrip(aaguids) == aaguids)
  }
}
