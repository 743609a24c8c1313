import Crypto
import Testing

@testable import RelyingParty

@Suite struct CredentialUseTests {
  private static let party = Ceremony.party

  private func registration(_ use: CredentialUse?) throws -> RegistrationState {
    try Stored.roundTrip(
      Self.party.beginRegistration(
        user: Ceremony.user, challenge: Ceremony.challenge, request: use?.registrationRequest ?? RegistrationRequest()
      )
      .state)
  }

  private func authentication(_ use: CredentialUse?, allowing ids: [[UInt8]] = [TestAuthenticator().id]) throws
    -> AuthenticationState
  {
    try Stored.roundTrip(
      Self.party.beginAuthentication(
        challenge: Ceremony.challenge, allowing: ids.map { PublicKeyCredentialDescriptor(id: $0) },
        user: Ceremony.user.id,
        request: use?.authenticationRequest ?? AuthenticationRequest()
      ).state)
  }

  @Test("a registration started for one use is finished under that use's policy only")
  func registrations() throws {
    for begun in CredentialUse.allCases + [nil] as [CredentialUse?] {
      for finishing in CredentialUse.allCases + [nil] as [CredentialUse?] where begun != finishing {
        let policy = finishing?.registrationPolicy() ?? RegistrationPolicy()
        expectRefusal(
          try Ceremony.register(TestAuthenticator(), state: try registration(begun), policy: policy), 1, .useMismatch)
      }
    }
    for use in [CredentialUse.passkey, .secondFactor, .payment] {
      #expect(throws: Never.self) {
        try Ceremony.register(TestAuthenticator(), state: registration(use), policy: use.registrationPolicy()).get()
      }
    }
  }

  @Test("an authentication started for one use is finished under that use's policy only")
  func authentications() throws {
    for begun in CredentialUse.allCases + [nil] as [CredentialUse?] {
      for finishing in CredentialUse.allCases + [nil] as [CredentialUse?] where begun != finishing {
        let policy = finishing?.authenticationPolicy ?? AuthenticationPolicy()
        expectRefusal(
          try Ceremony.authenticate(TestAuthenticator(), state: try authentication(begun), policy: policy), 1,
          .useMismatch)
      }
    }
    for use in [CredentialUse.passkey, .secondFactor, .attestedKey] {
      #expect(throws: Never.self) {
        try Ceremony.authenticate(TestAuthenticator(), state: authentication(use), policy: use.authenticationPolicy)
          .get()
      }
    }
  }

  @Test("a weaker request does not weaken the ceremony because the use's requirements still apply")
  func weakenedRequest() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = 0x01
    for use in [CredentialUse.passkey, .payment] {
      var request = use.registrationRequest
      request.authenticatorSelection.userVerification = .discouraged
      let state = Self.party.beginRegistration(user: Ceremony.user, challenge: Ceremony.challenge, request: request)
        .state
      expectRefusal(
        try Ceremony.register(authenticator, state: state, policy: use.registrationPolicy()), 16, .userNotVerified)
    }
    var request = CredentialUse.passkey.authenticationRequest
    request.userVerification = .discouraged
    let state = Self.party.beginAuthentication(challenge: Ceremony.challenge, user: Ceremony.user.id, request: request)
      .state
    expectRefusal(
      try Ceremony.authenticate(authenticator, state: state, policy: CredentialUse.passkey.authenticationPolicy), 17,
      .userNotVerified)
  }

  @Test("a second factor needs only user presence and a known account")
  func secondFactor() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = 0x01
    let policy = CredentialUse.secondFactor.authenticationPolicy
    #expect(throws: Never.self) {
      try Ceremony.authenticate(authenticator, state: authentication(.secondFactor), policy: policy).get()
    }
    expectRefusal(
      try Ceremony.authenticate(authenticator, state: try authentication(.secondFactor, allowing: []), policy: policy),
      1, .useMismatch)
  }

  @Test("an attested key needs a chain to an anchor, and must declare itself device-bound")
  func attestedKey() throws {
    let (root, leaf) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    let certificate = try TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true).make(
      root.publicKey, by: root)
    let anchors = TrustAnchors([try #require(TrustAnchor(der: try TestCertificate.der(certificate)))])
    let use = CredentialUse.attestedKey
    let state = try registration(use)
    expectRefusal(
      try Ceremony.register(TestAuthenticator(), state: state, policy: use.registrationPolicy(anchors: anchors)), 25,
      .attestationTypeRefused)
    var authenticator = TestAuthenticator()
    authenticator.attest(
      leaf, [try TestCertificate(isAuthority: false, aaguid: authenticator.aaguid).make(leaf.publicKey, by: root)])
    #expect(throws: Never.self) {
      try Ceremony.register(authenticator, state: state, policy: use.registrationPolicy(anchors: anchors)).get()
    }
    #expect(throws: WebAuthnError(.registration(24), .untrustedChain)) {
      try Ceremony.register(authenticator, state: state, policy: use.registrationPolicy()).get()
    }
    authenticator.flags = 0x0d
    expectRefusal(
      try Ceremony.register(authenticator, state: state, policy: use.registrationPolicy(anchors: anchors)), 18,
      .backupEligibilityRefused)
    expectRefusal(
      try Ceremony.authenticate(
        authenticator, state: try authentication(use),
        record: try Ceremony.record(authenticator) { $0.backupEligible = .unknown },
        policy: use.authenticationPolicy), 19, .backupEligibilityRefused)
  }

  @Test("a payment use confirms nothing unless there is a payment")
  func payment() throws {
    let use = CredentialUse.payment
    expectRefusal(
      try Ceremony.authenticate(TestAuthenticator(), state: try authentication(use), policy: use.authenticationPolicy),
      1, .useMismatch)
    var request = use.authenticationRequest
    request.payment = PaymentExpectation(
      topOrigins: ["https://shop.example"], total: PaymentCurrencyAmount(currency: "EUR", value: "1"),
      instrument: PaymentCredentialInstrument(displayName: "Card", icon: ""))
    let state = Self.party.beginAuthentication(challenge: Ceremony.challenge, user: Ceremony.user.id, request: request)
      .state
    var authenticator = TestAuthenticator()
    authenticator.type = "payment.get"
    authenticator.extraClientData = """
      ,"payment":{"rpId":"example.org","topOrigin":"https://shop.example","total":{"currency":"EUR","value":"1"},\
      "instrument":{"displayName":"Card","icon":""}}
      """
    #expect(throws: Never.self) {
      try Ceremony.authenticate(authenticator, state: state, policy: use.authenticationPolicy).get()
    }
  }

  @Test("only a conditional registration may omit user presence")
  func conditionalCreate() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = 0x00
    let conditional = Ceremony.registration { $0.isConditional = true }
    let verdict = try Ceremony.register(authenticator, state: try Stored.roundTrip(conditional)).get()
    #expect(!verdict.userVerified)
    expectRefusal(try Ceremony.register(authenticator), 15, .userNotPresent)
    expectRefusal(try Ceremony.authenticate(authenticator), 16, .userNotPresent)
  }
}
