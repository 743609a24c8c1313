import Encoding
import Testing

@testable import RelyingParty

@Suite struct CredentialProtectionTests {
  private func register(_ asked: CredentialProtectionPolicy, enforced: Bool?, signed level: Int64?) throws -> Result<
    RegistrationVerdict, WebAuthnError
  > {
    var authenticator = TestAuthenticator()
    if let level { authenticator.answerExtensions(["credProtect": .integer(level)]) }
    let state = Ceremony.registration {
      $0.extensions.credentialProtectionPolicy = asked
      $0.extensions.enforceCredentialProtectionPolicy = enforced
    }
    return try Ceremony.register(authenticator, state: try Stored.roundTrip(state))
  }

  @Test("step 21: enforced protection must match what the authenticator signed")
  func enforced() throws {
    for (asked, level) in [
      (.userVerificationRequired, 2), (.userVerificationRequired, 1), (.userVerificationRequired, nil),
      (.userVerificationOptionalWithCredentialIDList, nil), (.userVerificationOptionalWithCredentialIDList, 3),
      (.userVerificationOptional, 2),
    ] as [(CredentialProtectionPolicy, Int64?)] {
      expectRefusal(try register(asked, enforced: true, signed: level), 21, .extensionOutputRefused)
    }
    for asked in CredentialProtectionPolicy.allCases {
      #expect(try register(asked, enforced: true, signed: asked.level).get().warnings.isEmpty)
    }
    #expect(throws: Never.self) { try register(.userVerificationOptional, enforced: true, signed: nil).get() }
  }

  @Test("protection that is not enforced may be weaker, which is reported")
  func notEnforced() throws {
    for enforced in [false, nil] {
      #expect(
        try register(.userVerificationRequired, enforced: enforced, signed: 2).get().warnings == [
          .weakerCredentialProtection(
            asked: .userVerificationRequired, received: .userVerificationOptionalWithCredentialIDList)
        ])
      #expect(
        try register(.userVerificationRequired, enforced: enforced, signed: nil).get().warnings == [
          .weakerCredentialProtection(asked: .userVerificationRequired, received: .userVerificationOptional)
        ])
      #expect(
        try register(.userVerificationOptional, enforced: enforced, signed: 3).get().warnings.isEmpty,
        "stronger is no reason to worry")
    }
  }

  @Test("the browser's claim does not count as the authenticator's protection")
  func claimed() throws {
    var authenticator = TestAuthenticator()
    authenticator.extensionResults = #"{"credProtect":3,"credentialProtectionPolicy":"userVerificationRequired"}"#
    let state = Ceremony.registration {
      $0.extensions.credentialProtectionPolicy = .userVerificationRequired
      $0.extensions.enforceCredentialProtectionPolicy = true
    }
    expectRefusal(try Ceremony.register(authenticator, state: state), 21, .extensionOutputRefused)
  }
}
