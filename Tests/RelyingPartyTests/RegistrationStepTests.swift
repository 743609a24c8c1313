import Encoding
import Testing

@testable import RelyingParty

/// Tests every step of WebAuthn Level 3 §7.1 that can refuse, each with an answer that is wrong only in that step.
@Suite struct RegistrationStepTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let step: Int
    let code: WebAuthnErrorCode
    var request: @Sendable (inout RegistrationRequest) -> Void = { _ in }
    var policy: @Sendable (inout RegistrationPolicy) -> Void = { _ in }
    var change: @Sendable (inout TestAuthenticator) -> Void = { _ in }

    var testDescription: String { "step \(step): \(code.rawValue)" }
  }

  /// Steps 2 and 12 only create something; 19 and 24 find what later steps judge; 27 to 29 are left to the caller.
  static let stepsThatCannotRefuse: Set<Int> = [2, 12, 19, 24, 27, 28, 29]

  static let rows: [Row] = [
    Row(step: 1, code: .useMismatch, policy: { $0.use = .passkey }),
    Row(step: 3, code: .malformedJSON, change: { $0.edit = { $0 + " x" } }),
    Row(step: 3, code: .malformedJSON, change: { $0.edit = { $0.replacing(#""type":"#, with: #""id":"","type":"#) } }),
    Row(step: 3, code: .malformedResponse, change: { $0.edit = { _ in "[]" } }),
    Row(
      step: 3, code: .malformedResponse,
      change: { $0.edit = { $0.replacing(#""response":{"#, with: #""response":[],"x":{"#) } }),
    Row(step: 3, code: .malformedBase64URL, change: { $0.edit = { $0.replacing(#"{"id":""#, with: #"{"id":"+"#) } }),
    Row(
      step: 3, code: .credentialIDMismatch,
      change: { $0.edit = { $0.replacing(#""rawId":""#, with: #""rawId":"AAAA"#) } }),
    Row(step: 4, code: .malformedResponse, change: { $0.extensionResults = "true" }),
    Row(step: 4, code: .prfResultsPresent, change: { $0.extensionResults = #"{"prf":{"results":{}}}"# }),
    Row(
      step: 5, code: .malformedClientData,
      change: { $0.clientDataBytes = Array(#"{"type":""#.utf8) + [0xff] + Array(#""}"#.utf8) }),
    Row(step: 6, code: .malformedClientData, change: { $0.clientDataBytes = [] }),
    Row(step: 6, code: .malformedClientData, change: { $0.clientDataBytes = Array("[]".utf8) }),
    Row(step: 6, code: .malformedClientData, change: { $0.extraClientData = #","origin":"https://example.org""# }),
    Row(step: 6, code: .malformedClientData, change: { $0.extraClientData = #","topOrigin":1"# }),
    Row(step: 6, code: .malformedClientData, change: { $0.extraClientData = "} " + "{" }),
    Row(step: 7, code: .typeMismatch, change: { $0.type = "webauthn.get" }),
    Row(step: 8, code: .challengeMismatch, change: { $0.challenge = Array(Ceremony.challenge.dropLast()) }),
    Row(step: 9, code: .originMismatch, change: { $0.origin = "https://example.org." }),
    Row(step: 10, code: .crossOrigin, change: { $0.extraClientData = #","crossOrigin":true"# }),
    Row(
      step: 11, code: .crossOrigin,
      change: { $0.extraClientData = #","crossOrigin":false,"topOrigin":"https://example.org""# }),
    Row(step: 13, code: .malformedCBOR, change: { $0.objectSuffix = [0xf6] }),
    Row(step: 13, code: .malformedAuthenticatorData, change: { $0.dataSuffix = [0xf6] }),
    Row(
      step: 13, code: .malformedAuthenticatorData, change: { $0.editData = { Array($0[..<32]) + [0x05] + $0[33..<37] } }
    ),
    Row(step: 14, code: .rpIDHashMismatch, change: { $0.rpID = "Example.org" }),
    Row(step: 15, code: .userNotPresent, change: { $0.flags = 0x04 }),
    Row(
      step: 16, code: .userNotVerified, request: { $0.authenticatorSelection.userVerification = .required },
      change: { $0.flags = 0x01 }),
    Row(step: 16, code: .userNotVerified, policy: { $0.requiresUserVerification = true }, change: { $0.flags = 0x01 }),
    Row(step: 17, code: .backupStateInconsistent, change: { $0.flags = 0x15 }),
    Row(
      step: 18, code: .backupEligibilityRefused, policy: { $0.backupEligibility = .requireDeviceBound },
      change: { $0.flags = 0x0d }),
    Row(step: 20, code: .algorithmNotAllowed, request: { $0.algorithms = [.edDSA] }),
    Row(
      step: 20, code: .invalidPublicKey,
      change: {
        $0.coseKey = TestAuthenticator.cose([1: .integer(1), 3: .integer(-7), -1: .integer(6), -2: .bytes([])])
      }),
    Row(
      step: 21, code: .unsolicitedExtension, policy: { $0.unsolicitedExtensions = .refuse },
      change: { $0.extensionResults = #"{"appidExclude":true}"# }),
    Row(
      step: 21, code: .malformedExtensionOutput, request: { $0.extensions.credProps = true },
      change: { $0.extensionResults = #"{"credProps":{"rk":1}}"# }),
    Row(step: 22, code: .unsupportedFormat, change: { $0.format = "None" }),
    Row(step: 22, code: .attestationFormatRefused, policy: { $0.attestation.requiredFormats = ["packed"] }),
    Row(
      step: 23, code: .malformedAttestation,
      change: { $0.statement = { _, _ in .map([CBOREntry(key: .text("a"), value: .null)]) } }),
    Row(step: 23, code: .attestationAlgorithmMismatch, change: { $0.attestSelf(algorithm: .esp256) }),
    Row(step: 25, code: .attestationTypeRefused, policy: { $0.attestation.acceptedTypes = [.basic] }),
    Row(step: 25, code: .aaguidRefused, policy: { $0.aaguids.requiresVouching = true }),
    Row(step: 26, code: .credentialIDTooLong, change: { $0.id = [UInt8](repeating: 1, count: 1024) }),
    Row(step: 26, code: .credentialIDMismatch, change: { $0.responseID = [7] }),
  ]

  @Test("each registration step rejects an answer that is wrong only in that step", arguments: rows)
  func refused(_ row: Row) throws {
    #expect(throws: Never.self) { try Ceremony.register(TestAuthenticator()).get() }
    var authenticator = TestAuthenticator()
    row.change(&authenticator)
    var policy = RegistrationPolicy()
    row.policy(&policy)
    expectRefusal(
      try Ceremony.register(authenticator, state: Ceremony.registration(Ceremony.party, row.request), policy: policy),
      row.step, row.code)
  }

  @Test("no registration step is left out")
  func complete() { #expect(Set(Self.rows.map(\.step)).union(Self.stepsThatCannotRefuse) == Set(1...29)) }

  @Test("authenticator data or an attestation object truncated at any byte is rejected")
  func truncated() throws {
    var authenticator = TestAuthenticator()
    authenticator.answerExtensions(["credProtect": .integer(2)])
    let length = 37 + 18 + 32 + (try authenticator.publicKey().count) + authenticator.dataSuffix.count
    for count in 0..<length {
      authenticator.editData = { Array($0.prefix(count)) }
      guard case .failure(let error) = try Ceremony.register(authenticator) else {
        Issue.record("passed with \(count) bytes"); continue
      }
      #expect(error.step.number == 13, "\(error)")
      #expect([.malformedAuthenticatorData, .malformedCBOR].contains(error.code), "\(error)")
    }
    var signing = TestAuthenticator()
    for count in 0..<37 {
      signing.editData = { Array($0.prefix(count)) }
      expectRefusal(try Ceremony.authenticate(signing), 15, .malformedAuthenticatorData)
    }
    var whole = TestAuthenticator()
    for count in 0..<150 {
      whole.editObject = { Array($0.prefix(count)) }
      expectRefusal(try Ceremony.register(whole), 13, .malformedCBOR)
    }
  }

  @Test("malformed attestation objects are rejected")
  func objects() throws {
    let text: (String) -> [UInt8] = { CBORValue.text($0).encoded() }
    let data = CBORValue.bytes([UInt8](repeating: 0, count: 37)[...]).encoded()
    let parts = text("fmt") + text("none") + text("attStmt") + [0xa0] + text("authData") + data
    for bytes: [UInt8] in [
      [], [0xa0], [0xbf] + parts + [0xff], [0x9b, 0x40, 0, 0, 0, 0, 0, 0, 0], [0xbb, 0x40, 0, 0, 0, 0, 0, 0, 0],
      [0xbb] + [UInt8](repeating: 0xff, count: 8),
      [0x5b] + [UInt8](repeating: 0xff, count: 8), [0xa4] + parts + text("fmt") + text("none"), [0xb8, 3] + parts,
      [0xa3] + parts + [0],
      [0xa3] + text("fmt") + [0x01] + text("attStmt") + [0xa0] + text("authData") + data,
      [0xa3] + text("fmt") + text("none") + text("attStmt") + [0x01] + text("authData") + data,
      [0xa3] + text("fmt") + text("none") + text("attStmt") + [0xa0] + text("authData") + text("data"),
      [0xa3] + text("fmt") + text("none") + text("attStmt") + [0x9b, 0x40, 0, 0, 0, 0, 0, 0, 0] + text("authData")
        + data,
      [0xa2] + text("fmt") + text("none") + text("attStmt") + [0xa0], [UInt8](repeating: 0x81, count: 4000),
      [0xa1, 0xc0, 0x00, 0x00],
    ] {
      var authenticator = TestAuthenticator()
      authenticator.editObject = { _ in bytes }
      expectRefusal(try Ceremony.register(authenticator), 13, .malformedCBOR)
    }
    var short = TestAuthenticator()
    short.editObject = { _ in [0xa3] + parts }
    expectRefusal(try Ceremony.register(short), 13, .malformedAuthenticatorData)
  }

  @Test("a malformed credential key is rejected")
  func keys() throws {
    let key = try TestAuthenticator().publicKey()
    for bytes: [UInt8] in [
      [], [0x04], [0xf6], [0xa1, 0x01], [0x9b, 0x40, 0, 0, 0, 0, 0, 0, 0], [0xbb, 0x40, 0, 0, 0, 0, 0, 0, 0],
      [0xbf] + key.dropFirst() + [0xff],
      [0xa2, 1, 2, 1, 2], [0xa2, 3, 0x26, 1, 2], [0xa1, 0x61, 0x31, 2], [0xa1, 1, 0x18, 2], Array(key.dropLast()),
    ] {
      var authenticator = TestAuthenticator()
      authenticator.coseKey = bytes
      expectRefusal(try Ceremony.register(authenticator), 13, .malformedCBOR)
    }
    var authenticator = TestAuthenticator()
    authenticator.coseKey = key + [0]
    expectRefusal(try Ceremony.register(authenticator), 13, .malformedAuthenticatorData)
  }
}
