import Encoding
import Testing

@testable import RelyingParty

/// Tests every step of WebAuthn Level 3 §7.2 that can refuse, each with an answer that is wrong only in that step.
@Suite struct AuthenticationStepTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let step: Int
    let code: WebAuthnErrorCode
    var allowed: [[UInt8]] = []
    var request: @Sendable (inout AuthenticationRequest) -> Void = { _ in }
    var record: @Sendable (inout CredentialRecord) -> Void = { _ in }
    var policy: @Sendable (inout AuthenticationPolicy) -> Void = { _ in }
    var signature: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var change: @Sendable (inout TestAuthenticator) -> Void = { _ in }

    var testDescription: String { "step \(step): \(code.rawValue)" }
  }

  /// Steps 2 and 20 only create something; 24 and 25 are left to the caller.
  static let stepsThatCannotRefuse: Set<Int> = [2, 20, 24, 25]

  static let rows: [Row] = [
    Row(step: 1, code: .useMismatch, policy: { $0.use = .passkey }),
    Row(step: 3, code: .malformedJSON, change: { $0.edit = { $0 + "," } }),
    Row(
      step: 3, code: .malformedJSON,
      change: { $0.edit = { $0.replacing(#""type":"#, with: #""response":{},"type":"#) } }),
    Row(step: 3, code: .malformedResponse, change: { $0.edit = { $0.replacing("public-key", with: "Public-key") } }),
    Row(step: 3, code: .malformedBase64URL, change: { $0.edit = { $0.replacing(#"{"id":""#, with: #"{"id":"="#) } }),
    Row(
      step: 3, code: .malformedBase64URL,
      change: { $0.edit = { $0.replacing(#""signature":"#, with: #""userHandle":"A","signature":"#) } }),
    Row(
      step: 3, code: .credentialIDMismatch,
      change: { $0.edit = { $0.replacing(#""rawId":""#, with: #""rawId":"AAAA"#) } }),
    Row(step: 4, code: .malformedResponse, change: { $0.extensionResults = "[]" }),
    Row(step: 4, code: .prfResultsPresent, change: { $0.extensionResults = #"{"prf":{"results":{"first":""}}}"# }),
    Row(step: 5, code: .credentialNotAllowed, allowed: [[1]]),
    Row(step: 6, code: .credentialIDMismatch, record: { $0.id = [1] }),
    Row(step: 6, code: .userHandleMismatch, record: { $0.userHandle = [4] }),
    Row(step: 6, code: .userHandleMismatch, change: { $0.userHandle = [4] }),
    Row(step: 6, code: .userHandleMissing, policy: { $0.userHandle = .required }),
    Row(step: 7, code: .malformedResponse, change: { $0.edit = { $0.replacing(#""signature":"#, with: #""sig":"#) } }),
    Row(
      step: 7, code: .malformedBase64URL,
      change: { $0.edit = { $0.replacing(#""authenticatorData":""#, with: #""authenticatorData":"/"#) } }),
    Row(step: 8, code: .malformedClientData, change: { $0.clientDataBytes = [0x22, 0xc0, 0x80, 0x22] }),
    Row(step: 9, code: .malformedClientData, change: { $0.clientDataBytes = [0x22, 0x22] }),
    Row(step: 9, code: .malformedClientData, change: { $0.extraClientData = #","type":"webauthn.get""# }),
    Row(step: 10, code: .typeMismatch, change: { $0.type = "webauthn.create" }),
    Row(step: 11, code: .challengeMismatch, change: { $0.challenge = Ceremony.challenge + [0] }),
    Row(step: 12, code: .originMismatch, change: { $0.origin = "https://sub.example.org" }),
    Row(step: 13, code: .crossOrigin, change: { $0.extraClientData = #","crossOrigin":true"# }),
    Row(step: 14, code: .crossOrigin, change: { $0.extraClientData = #","topOrigin":"https://example.org""# }),
    Row(step: 15, code: .rpIDHashMismatch, change: { $0.rpID = "www.example.org" }),
    Row(step: 15, code: .malformedAuthenticatorData, change: { $0.dataSuffix = [0xa0] }),
    Row(step: 15, code: .malformedCBOR, change: { ($0.flags, $0.dataSuffix) = (0x85, [0xbf, 0xff]) }),
    Row(step: 16, code: .userNotPresent, change: { $0.flags = 0x04 }),
    Row(step: 17, code: .userNotVerified, request: { $0.userVerification = .required }, change: { $0.flags = 0x01 }),
    Row(step: 17, code: .userNotVerified, policy: { $0.requiresUserVerification = true }, change: { $0.flags = 0x01 }),
    Row(step: 18, code: .backupStateInconsistent, change: { $0.flags = 0x15 }),
    Row(step: 19, code: .backupEligibilityChanged, change: { $0.flags = 0x0d }),
    Row(step: 19, code: .backupEligibilityChanged, record: { $0.backupEligible = .eligible }),
    Row(
      step: 19, code: .backupStateRefused, record: { $0.backupEligible = .eligible },
      policy: { $0.backupState = .refuseBackedUp },
      change: { $0.flags = 0x1d }),
    Row(
      step: 19, code: .backupEligibilityRefused, policy: { $0.backupState = .refuseEligible },
      change: { $0.flags = 0x0d }),
    Row(step: 21, code: .badSignature, signature: { $0 + [0] }),
    Row(step: 21, code: .badSignature, signature: { _ in [0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0] }),
    Row(step: 21, code: .badSignature, signature: { _ in [] }),
    Row(step: 21, code: .algorithmNotAllowed, policy: { $0.algorithms = [.edDSA] }),
    Row(step: 21, code: .unsupportedPublicKey, record: { $0.publicKey = [4] }),
    Row(step: 22, code: .counterRegression, record: { $0.signCount = 1 }, policy: { $0.counter = .strict }),
    Row(
      step: 23, code: .unsolicitedExtension, policy: { $0.unsolicitedExtensions = .refuse },
      change: { $0.extensionResults = #"{"appid":false}"# }),
  ]

  private func authenticate(_ row: Row) throws -> Result<AuthenticationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    row.change(&authenticator)
    var (policy, request) = (AuthenticationPolicy(), AuthenticationRequest())
    row.policy(&policy)
    row.request(&request)
    let state = Ceremony.party.beginAuthentication(
      challenge: Ceremony.challenge, allowing: row.allowed.map { PublicKeyCredentialDescriptor(id: $0) },
      user: Ceremony.user.id, request: request
    ).state
    return try Ceremony.authenticate(
      authenticator, state: state, record: try Ceremony.record(authenticator, row.record), policy: policy,
      signature: row.signature)
  }

  @Test("each authentication step rejects an answer that is wrong only in that step", arguments: rows)
  func refused(_ row: Row) throws { expectRefusal(try authenticate(row), row.step, row.code) }

  @Test("no authentication step is left out, and a correct answer passes them all")
  func complete() throws {
    #expect(Set(Self.rows.map(\.step)).union(Self.stepsThatCannotRefuse) == Set(1...25))
    #expect(throws: Never.self) { try authenticate(Row(step: 0, code: .badSignature)).get() }
    #expect(throws: Never.self) {
      try authenticate(Row(step: 0, code: .badSignature, allowed: [[1], TestAuthenticator().id])).get()
    }
  }

  @Test("every flipped bit is detected by the signature or an earlier step")
  func bits() throws {
    let key = TestAuthenticator()
    let (state, record) = (Ceremony.authentication(), try Ceremony.record(key))
    let right = try AuthenticationResponse(json: try key.get(state))
    let encoded = Base64URL.encode(right.authenticatorData)
    for bit in 0..<right.authenticatorData.count * 8 {
      var changed = right.authenticatorData
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      var authenticator = key
      authenticator.edit = { $0.replacing(encoded, with: Base64URL.encode(changed)) }
      guard case .failure(let error) = try Ceremony.authenticate(authenticator, state: state, record: record) else {
        Issue.record("bit \(bit) of the authenticator data")
        continue
      }
      #expect([15, 16, 18, 19, 21].contains(error.step.number), "\(error)")
    }
  }
}
