import Crypto
import CryptoExtras
import Encoding
import Testing

@testable import RelyingParty

@Suite struct AuthenticationTests {
  private func refused(
    _ step: Int, _ code: WebAuthnErrorCode, state: AuthenticationState = Ceremony.authentication(),
    record: CredentialRecord? = nil,
    policy: AuthenticationPolicy = AuthenticationPolicy(), sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout TestAuthenticator) -> Void
  ) throws {
    var authenticator = TestAuthenticator()
    change(&authenticator)
    expectRefusal(
      try Ceremony.authenticate(authenticator, state: state, record: record, policy: policy), step, code,
      sourceLocation: sourceLocation)
  }

  @Test("every algorithm authenticates, and a signature with one wrong bit is rejected")
  func algorithms() throws {
    let keys: [TestAuthenticator.Key] = [
      .es256(P256.Signing.PrivateKey()), .es384(P384.Signing.PrivateKey()), .es512(P521.Signing.PrivateKey()),
      .edDSA(Curve25519.Signing.PrivateKey()), .rs256(TestKeys.rsa), .ps256(TestKeys.rsa),
    ]
    for key in keys {
      let authenticator = TestAuthenticator(key: key)
      #expect(throws: Never.self) { try Ceremony.authenticate(authenticator).get() }
      for change: @Sendable ([UInt8]) -> [UInt8] in [
        { $0.dropLast() + [$0.last.map { $0 ^ 1 } ?? 0] }, { $0 + [0] }, { $0.dropLast() }, { _ in [] },
      ] {
        expectRefusal(try Ceremony.authenticate(authenticator, signature: change), 21, .badSignature)
      }
    }
  }

  @Test("a ceremony's two halves may run in different processes because its state survives JSON")
  func storedState() throws {
    let state = Ceremony.authentication { $0.userVerification = .required }
    let stored = try Stored.roundTrip(state)
    #expect(stored == state)
    #expect(throws: Never.self) { try Ceremony.authenticate(TestAuthenticator(), state: stored).get() }
    #expect(try Stored.roundTrip(Ceremony.registration()) == Ceremony.registration())
    let record = try Ceremony.record(TestAuthenticator())
    #expect(try Stored.roundTrip(record) == record)
  }

  @Test("before anything is verified, the response says which account's records to look up")
  func lookUp() throws {
    var authenticator = TestAuthenticator()
    authenticator.userHandle = [1, 2, 3]
    let response = try AuthenticationResponse(json: try authenticator.get(Ceremony.authentication()))
    #expect(response.credentialID == authenticator.id)
    #expect(response.userHandle == [1, 2, 3])
    #expect(response.challenge == Ceremony.challenge)
  }

  @Test("steps 3 to 9: an unreadable response is rejected")
  func reading() throws {
    try refused(3, .malformedJSON) { $0.edit = { String($0.dropLast()) } }
    try refused(3, .malformedJSON) { $0.edit = { $0.replacing(#""rawId""#, with: #""id""#) } }
    try refused(7, .malformedResponse) { $0.edit = { $0.replacing("authenticatorData", with: "other") } }
    try refused(7, .malformedResponse) { $0.edit = { $0.replacing("signature", with: "other") } }
    try refused(7, .malformedBase64URL) { $0.edit = { $0.replacing(#""signature":""#, with: #""signature":"*"#) } }
    try refused(4, .prfResultsPresent) { $0.extensionResults = #"{"prf":{"results":{"first":"AAAA"}}}"# }
    try refused(8, .malformedClientData) {
      $0.edit = { $0.replacing(#""clientDataJSON":""#, with: #""clientDataJSON":"IsMoIg","x":""#) }
    }
  }

  @Test("steps 5 and 6: only an allowed credential of the right account is accepted")
  func identity() throws {
    let party = Ceremony.party
    let allowed = party.beginAuthentication(
      challenge: Ceremony.challenge, allowing: [PublicKeyCredentialDescriptor(id: [9])], user: Ceremony.user.id
    ).state
    try refused(5, .credentialNotAllowed, state: allowed) { _ in }
    try refused(6, .credentialIDMismatch) { $0.responseID = [5] }
    try refused(6, .userHandleMismatch) { $0.userHandle = [3] }
    let discoverable = party.beginAuthentication(challenge: Ceremony.challenge).state
    try refused(6, .userHandleMissing, state: discoverable) { _ in }
    try refused(6, .userHandleMissing, state: discoverable) { $0.userHandle = [] }
    try refused(6, .userHandleMismatch, state: discoverable) { $0.userHandle = [3] }
    var authenticator = TestAuthenticator()
    authenticator.userHandle = [1, 2, 3]
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, state: discoverable).get() }
    let foreign = try Ceremony.record(authenticator) { $0.userHandle = [4] }
    expectRefusal(try Ceremony.authenticate(authenticator, record: foreign), 6, .userHandleMismatch)
    let unowned = try Ceremony.record(authenticator) { $0.userHandle = nil }
    expectRefusal(
      try Ceremony.authenticate(authenticator, state: discoverable, record: unowned), 6, .userHandleMismatch)
    authenticator.userHandle = []
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator).get() }
  }

  @Test("E-18: steps 10 to 14: client data of a different challenge, ceremony or page is rejected")
  func clientData() throws {
    try refused(10, .typeMismatch) { $0.type = "webauthn.create" }
    try refused(11, .challengeMismatch) { $0.challenge = [0] }
    try refused(12, .originMismatch) { $0.origin = "https://evil.org" }
    try refused(13, .crossOrigin) { $0.extraClientData = #","crossOrigin":true"# }
    try refused(14, .crossOrigin) { $0.extraClientData = #","topOrigin":"https://example.org""# }
  }

  @Test("steps 15 to 19: the flags and the RP ID are checked")
  func flags() throws {
    try refused(15, .rpIDHashMismatch) { $0.rpID = "evil.org" }
    try refused(15, .malformedAuthenticatorData) { $0.dataSuffix = [0] }
    try refused(15, .malformedAuthenticatorData) { $0.flags |= 0x40 }
    try refused(16, .userNotPresent) { $0.flags = 0x04 }
    try refused(17, .userNotVerified, state: Ceremony.authentication { $0.userVerification = .required }) {
      $0.flags = 0x01
    }
    try refused(18, .backupStateInconsistent) { $0.flags = 0x15 }
    try refused(19, .backupEligibilityChanged) { $0.flags = 0x0d }
  }

  @Test("E-05: changed backup eligibility is rejected or reported; unknown eligibility is learned")
  func backupEligibility() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = 0x1d
    var policy = AuthenticationPolicy()
    policy.backupEligibilityChange = .report
    let verdict = try Ceremony.authenticate(authenticator, policy: policy).get()
    #expect(verdict.warnings == [.backupEligibilityChanged(from: .notEligible, to: .eligible)])
    let unknown = try Ceremony.record(authenticator) { $0.backupEligible = .unknown }
    let learned = try Ceremony.authenticate(authenticator, record: unknown).get()
    #expect(learned.warnings.isEmpty)
    #expect(learned.credential.backupEligible == .eligible && learned.backupState)
  }

  @Test("E-17 E-19: a counter that does not grow is reported or rejected; 0 after 0 is allowed")
  func counters() throws {
    var strict = AuthenticationPolicy()
    strict.counter = .strict
    var authenticator = TestAuthenticator()
    for (stored, received, grows) in [
      (0, 0, true), (0, 1, true), (1, 2, true), (5, 5, false), (5, 4, false), (5, 0, false), (.max, .max, false),
    ]
      as [(UInt32, UInt32, Bool)]
    {
      authenticator.signCount = received
      let record = try Ceremony.record(authenticator) { $0.signCount = stored }
      let verdict = try Ceremony.authenticate(authenticator, record: record).get()
      #expect(verdict.warnings == (grows ? [] : [.counterDidNotIncrease(stored: stored, received: received)]))
      #expect(verdict.newSignCount == received && verdict.credential.signCount == received)
      let result = try Ceremony.authenticate(authenticator, record: record, policy: strict)
      if grows {
        #expect(throws: Never.self) { try result.get() }
      } else {
        expectRefusal(result, 22, .counterRegression)
      }
    }
  }

  @Test("step 15: the AppID is accepted only if it was requested and used")
  func appid() throws {
    var authenticator = TestAuthenticator()
    authenticator.rpID = "https://example.org/app-id.json"
    authenticator.extensionResults = #"{"appid":true}"#
    let asked = Ceremony.authentication { $0.extensions.appid = "https://example.org/app-id.json" }
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, state: asked).get() }
    expectRefusal(try Ceremony.authenticate(authenticator), 15, .rpIDHashMismatch)
    authenticator.extensionResults = "{}"
    expectRefusal(try Ceremony.authenticate(authenticator, state: asked), 15, .rpIDHashMismatch)
  }

  @Test("step 21: neither a different key nor an invalid one verifies")
  func keys() throws {
    let authenticator = TestAuthenticator()
    let other = TestAuthenticator()
    expectRefusal(try Ceremony.authenticate(authenticator, record: try Ceremony.record(other)), 21, .badSignature)
    for bytes: [UInt8] in [[], [4], [0xa0], Array("invalid-key".utf8)] {
      let record = try Ceremony.record(authenticator) { $0.publicKey = bytes }
      expectRefusal(try Ceremony.authenticate(authenticator, record: record), 21, .unsupportedPublicKey)
    }
  }

  @Test("step 23: unrequested extensions are rejected if the policy says so")
  func extensions() throws {
    var policy = AuthenticationPolicy()
    policy.unsolicitedExtensions = .refuse
    try refused(23, .unsolicitedExtension, policy: policy) { $0.extensionResults = #"{"largeBlob":{"written":true}}"# }
  }
}
