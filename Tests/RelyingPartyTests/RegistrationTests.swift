import Crypto
import CryptoExtras
import Encoding
import Testing

@testable import RelyingParty

@Suite struct RegistrationTests {
  private func refused(
    _ step: Int, _ code: WebAuthnErrorCode, state: RegistrationState = Ceremony.registration(),
    party: RelyingParty = Ceremony.party,
    policy: RegistrationPolicy = RegistrationPolicy(), sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout TestAuthenticator) -> Void
  ) throws {
    var authenticator = TestAuthenticator()
    change(&authenticator)
    expectRefusal(
      try Ceremony.register(authenticator, party, state: state, policy: policy), step, code,
      sourceLocation: sourceLocation)
  }

  @Test("a registration returns the record to store")
  func record() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = 0x1d
    authenticator.signCount = 9
    authenticator.extensionResults = #"{"credProps":{"rk":true},"prf":{"enabled":true}}"#
    let verdict = try Ceremony.register(authenticator).get()
    #expect(verdict.credential.id == authenticator.id)
    #expect(verdict.credential.publicKey == (try authenticator.publicKey()))
    #expect(verdict.credential.signCount == 9)
    #expect(verdict.credential.backupEligible == .eligible && verdict.credential.backupState)
    #expect(verdict.credential.uvInitialized && verdict.userVerified)
    #expect(verdict.credential.transports == [.usb, .nfc])
    #expect(verdict.credential.userHandle == [1, 2, 3])
    #expect(verdict.credential.aaguid.description == "01020304-0506-0708-090a-0b0c0d0e0f10")
    #expect(verdict.attestation.format == "none" && verdict.attestation.type == .none)
    #expect(verdict.extensions.client.isDiscoverable == true && verdict.extensions.client.isPRFEnabled == true)
    #expect(verdict.warnings.isEmpty)
  }

  @Test("at most eight distinct transports with plausible names are kept")
  func transports() throws {
    func kept(_ claimed: [String]) throws -> [String] {
      var authenticator = TestAuthenticator()
      let list = claimed.map { "\"\($0)\"" }.joined(separator: ",")
      authenticator.edit = { $0.replacing(#"["usb","nfc"]"#, with: "[\(list)]") }
      return try Ceremony.register(authenticator).get().credential.transports.map(\.rawValue)
    }
    #expect(
      try kept(["hybrid", "telepathy", "smart-card", "Cable2"]) == ["hybrid", "telepathy", "smart-card", "Cable2"],
      "the list grows")
    #expect(try kept(["usb", "\\u0075sb", "new", "usb", "new"]) == ["usb", "new"])
    let long = String(repeating: "x", count: 32)
    #expect(try kept([long + "x", String(repeating: "y", count: 50_000), long]) == [long])
    #expect(try kept(["", "usb,nfc", "u sb", "üsb", "usb\\u0000", "u\\nsb", "<b>", "nfc"]) == ["nfc"])
    #expect(try kept((0..<4_000).map { "t\($0)" }) == (0..<8).map { "t\($0)" })
    #expect(try kept([]).isEmpty)
  }

  @Test("every algorithm registers and signs its own attestation")
  func algorithms() throws {
    let keys: [TestAuthenticator.Key] = [
      .es256(P256.Signing.PrivateKey()), .es384(P384.Signing.PrivateKey()), .es512(P521.Signing.PrivateKey()),
      .edDSA(Curve25519.Signing.PrivateKey()), .rs256(TestKeys.rsa), .ps256(TestKeys.rsa),
    ]
    for key in keys {
      var authenticator = TestAuthenticator(key: key)
      #expect(throws: Never.self) { try Ceremony.register(authenticator).get() }
      authenticator.attestSelf()
      #expect(try Ceremony.register(authenticator).get().attestation.type == .self)
    }
  }

  @Test("steps 3 to 6: an unreadable response is rejected")
  func reading() throws {
    try refused(3, .malformedJSON) { $0.edit = { $0 + "}" } }
    try refused(3, .malformedJSON) { $0.edit = { #"{"id":"x","# + $0.dropFirst() } }
    try refused(3, .malformedResponse) { $0.edit = { $0.replacing(#""id""#, with: #""no""#) } }
    try refused(3, .malformedResponse) { $0.edit = { $0.replacing("public-key", with: "password") } }
    try refused(3, .malformedResponse) { $0.edit = { $0.replacing("clientDataJSON", with: "other") } }
    try refused(3, .malformedBase64URL) {
      $0.edit = { $0.replacing(#""clientDataJSON":""#, with: #""clientDataJSON":"="#) }
    }
    try refused(3, .malformedBase64URL) {
      $0.edit = { $0.replacing(#""attestationObject":""#, with: #""attestationObject":" "#) }
    }
    try refused(3, .credentialIDMismatch) { $0.edit = { $0.replacing(#""rawId":""#, with: #""rawId":"AA"#) } }
    try refused(4, .malformedResponse) { $0.extensionResults = "[]" }
    try refused(13, .malformedCBOR) { $0.edit = { $0.replacing("attestationObject", with: "other") } }
    try refused(6, .malformedClientData) { $0.extraClientData = "," }
    try refused(6, .malformedClientData) { $0.extraClientData = #","challenge":"AAAA""# }
    try refused(6, .malformedClientData) { $0.extraClientData = #","crossOrigin":"false""# }
    try refused(4, .prfResultsPresent) { $0.extensionResults = #"{"prf":{"enabled":true,"results":{"first":"AAAA"}}}"# }
  }

  @Test("steps 7 to 11: client data of a different ceremony or page is rejected")
  func clientData() throws {
    try refused(7, .typeMismatch) { $0.type = "webauthn.get" }
    try refused(8, .challengeMismatch) { $0.challenge = [UInt8](1..<33) }
    try refused(8, .challengeMismatch) { $0.challenge = [] }
    for origin in [
      "https://example.org/", "https://example.org:443", "http://example.org", "https://EXAMPLE.org",
      "https://example.org.evil.org", "",
    ] {
      try refused(9, .originMismatch) { $0.origin = origin }
    }
    try refused(10, .crossOrigin) { $0.extraClientData = #","crossOrigin":true"# }
    try refused(11, .crossOrigin) { $0.extraClientData = #","topOrigin":"https://top.example""# }
    var party = Ceremony.party
    party.allowsCrossOrigin = true
    party.topOrigins = ["https://top.example"]
    try refused(11, .topOriginMismatch, party: party) {
      $0.extraClientData = #","crossOrigin":true,"topOrigin":"https://evil.example""#
    }
    var authenticator = TestAuthenticator()
    authenticator.extraClientData = #","crossOrigin":true,"topOrigin":"https://top.example""#
    #expect(throws: Never.self) { try Ceremony.register(authenticator, party).get() }
  }

  @Test("an app's opaque origin is accepted if it is listed, whether escaped or not")
  func opaqueOrigin() throws {
    var authenticator = TestAuthenticator()
    authenticator.origin = "android:apk-key-hash:abc"
    #expect(throws: Never.self) { try Ceremony.register(authenticator).get() }
    authenticator.origin = #"https:\/\/example.org"#
    #expect(throws: Never.self) { try Ceremony.register(authenticator).get() }
    try refused(9, .originMismatch) { $0.origin = "android:apk-key-hash:abd" }
  }

  @Test("step 13: incomplete attestation objects and data, and trailing bytes, are rejected")
  func attestationObject() throws {
    try refused(13, .malformedCBOR) { $0.objectSuffix = [0] }
    try refused(13, .malformedAuthenticatorData) { $0.dataSuffix = [0] }
    try refused(13, .malformedAuthenticatorData) {
      $0.flags |= 0x80; $0.dataSuffix = [0xa0, 0]
    }
    try refused(13, .malformedCBOR) { $0.flags |= 0x80 }
    try refused(13, .malformedCBOR) {
      $0.flags |= 0x80; $0.dataSuffix = [0x80]
    }
    try refused(13, .malformedCBOR) { $0.coseKey = [0x04] }
    try refused(13, .malformedCBOR) { $0.coseKey = [0xa1] }
    try refused(13, .malformedCBOR) { $0.coseKey = [0xbf, 0xff] }
    try refused(13, .malformedCBOR) { $0.coseKey = [0xa2, 0x03, 0x26, 0x01, 0x02] }
    try refused(13, .malformedCBOR) { $0.coseKey = [0xbb, 0x40, 0, 0, 0, 0, 0, 0, 0] }
  }

  @Test("steps 14 to 19: the flags and the RP ID are checked")
  func flags() throws {
    try refused(14, .rpIDHashMismatch) { $0.rpID = "evil.org" }
    try refused(15, .userNotPresent) { $0.flags = 0x04 }
    let conditional = Ceremony.registration { $0.isConditional = true }
    var authenticator = TestAuthenticator()
    authenticator.flags = 0x04
    #expect(throws: Never.self) { try Ceremony.register(authenticator, state: conditional).get() }
    let verified = Ceremony.registration { $0.authenticatorSelection.userVerification = .required }
    try refused(16, .userNotVerified, state: verified) { $0.flags = 0x01 }
    try refused(17, .backupStateInconsistent) { $0.flags = 0x15 }
    var policy = RegistrationPolicy()
    policy.backupEligibility = .requireDeviceBound
    try refused(18, .backupEligibilityRefused, policy: policy) { $0.flags = 0x0d }
    policy.backupEligibility = .requireEligible
    try refused(18, .backupEligibilityRefused, policy: policy) { $0.flags = 0x05 }
    policy = RegistrationPolicy()
    policy.requiresUserVerification = true
    try refused(16, .userNotVerified, policy: policy) { $0.flags = 0x01 }
  }

  @Test("step 20: a key for another algorithm, off its curve or of the wrong size is rejected")
  func publicKeys() throws {
    try refused(20, .algorithmNotAllowed, state: Ceremony.registration { $0.algorithms = [.rs256, .edDSA] }) { _ in }
    let raw = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
    let (x, y) = (raw[..<32], raw[32...])
    func key(_ alg: Int64, _ members: [Int64: CBORValue]) -> [UInt8] {
      TestAuthenticator.cose([3: .integer(alg)].merging(members) { $1 })
    }
    let es256: [Int64: CBORValue] = [1: .integer(2), -1: .integer(1), -2: .bytes(x), -3: .bytes(y)]
    let changes: [[Int64: CBORValue]] = [
      [-2: .bytes(Array(x)[1...])], [-3: .bytes((Array(y) + [0])[...])], [-1: .integer(2)], [-3: .boolean(true)],
      [-3: .bytes(x)],
      [1: .integer(1)], [4: .array([])],
      [-2: .bytes([UInt8](repeating: 0, count: 32)[...]), -3: .bytes([UInt8](repeating: 0, count: 32)[...])],
      [-2: .bytes([UInt8](repeating: 255, count: 32)[...])],
    ]
    for change in changes {
      let bytes = key(-7, es256.merging(change) { $1 })
      let expected: (Int, WebAuthnErrorCode) =
        (try? COSEKey(bytes)) == nil ? (13, .invalidPublicKey) : (20, .invalidPublicKey)
      try refused(expected.0, expected.1) { $0.coseKey = bytes }
    }
    try refused(13, .unsupportedPublicKey) { $0.coseKey = key(-7, [1: .integer(9)]) }
    try refused(13, .invalidPublicKey) {
      $0.coseKey = TestAuthenticator.cose([1: .integer(2), -1: .integer(1), -2: .bytes(x), -3: .bytes(y)])
    }
    let n = Array(try TestKeys.rsa.publicKey.getKeyPrimitives().modulus)
    for (n, e) in [
      (Array(n[..<128]), [1, 0, 1]), ([0] + n, [1, 0, 1]), (n, [1]), (n, [2]), (n, [0, 1, 0, 1]), (n, []),
      (n + [UInt8](repeating: 1, count: 1024), [1, 0, 1]),
    ] as [([UInt8], [UInt8])] {
      try refused(20, .invalidPublicKey) {
        $0.coseKey = key(-257, [1: .integer(3), -1: .bytes(n[...]), -2: .bytes(e[...])])
      }
    }
    try refused(20, .invalidPublicKey) {
      $0.coseKey = key(-8, [1: .integer(1), -1: .integer(6), -2: .bytes(x.dropLast())])
    }
    try refused(20, .invalidPublicKey) { $0.coseKey = key(-8, [1: .integer(1), -1: .integer(4), -2: .bytes(x)]) }
  }

  @Test("step 21: unrequested extensions are reported or rejected if the policy says so")
  func extensions() throws {
    var authenticator = TestAuthenticator()
    authenticator.extensionResults = #"{"largeBlob":{"supported":true},"credProps":{"rk":true}}"#
    var policy = RegistrationPolicy()
    policy.unsolicitedExtensions = .report
    #expect(try Ceremony.register(authenticator, policy: policy).get().warnings == [.unsolicitedExtension("largeBlob")])
    policy.unsolicitedExtensions = .refuse
    expectRefusal(try Ceremony.register(authenticator, policy: policy), 21, .unsolicitedExtension)
    let asked = Ceremony.registration { $0.extensions.largeBlob = .support(required: false) }
    #expect(throws: Never.self) { try Ceremony.register(authenticator, state: asked, policy: policy).get() }
    policy.toleratedExtensions = []
    expectRefusal(try Ceremony.register(authenticator, state: asked, policy: policy), 21, .unsolicitedExtension)
    authenticator.extensionResults = "{}"
    authenticator.flags |= 0x80
    authenticator.dataSuffix = CBORValue.map([CBOREntry(key: .text("credProtect"), value: .integer(2))]).encoded()
    expectRefusal(try Ceremony.register(authenticator, policy: policy), 21, .unsolicitedExtension)
    #expect(
      try Ceremony.register(authenticator).get().extensions.signed.credentialProtection
        == .userVerificationOptionalWithCredentialIDList)
  }

  @Test("step 26: ids that are empty, longer than 1023 bytes or not the attested one are rejected")
  func credentialIDs() throws {
    try refused(26, .credentialIDMismatch) { $0.responseID = [1] }
    try refused(26, .credentialIDTooLong) { $0.id = [UInt8](repeating: 1, count: 1024) }
    try refused(26, .credentialIDTooLong) { $0.id = [] }
    #expect(throws: Never.self) {
      try Ceremony.register(TestAuthenticator(id: [UInt8](repeating: 1, count: 1023))).get()
    }
  }
}
