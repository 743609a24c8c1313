import Crypto
import Encoding
import Testing
import X509

@testable import RelyingParty

@Suite struct AppleAttestationTests {
  private let issuer = TestIssuer()
  private let authenticator = TestAuthenticator()
  private let app = TestAuthenticator.appAttest()
  private let development: [any AttestationStatementVerifier] = [AppleAppAttestation(acceptsDevelopment: true)]

  @Test("E-39: Apple's attestation is anonymized, checked by anchors, and vouches for the AAGUID")
  func good() throws {
    let statement = TestStatement.apple(authenticator.key, by: issuer)
    let verdict = try Ceremony.register(statement, by: authenticator).get()
    #expect(
      verdict.attestation.type == .anonymizationCA && verdict.attestation.format == "apple"
        && verdict.attestation.trust == .notAssessed)
    let judged = try Ceremony.register(statement, by: authenticator, anchors: try issuer.anchors()).get()
    #expect(judged.attestation.trust == .trusted && judged.isAAGUIDVouchedFor)
    expectRefusal(
      try Ceremony.register(statement, by: authenticator, anchors: try TestIssuer().anchors()), 25, .untrustedChain)
  }

  @Test("§8.8: the nonce is the hash of authenticator data and client data, in one form only")
  func nonce() throws {
    for format in ["apple", "apple-appattest"] {
      let authenticator = format == "apple" ? authenticator : app
      func refused(
        _ code: WebAuthnErrorCode, _ nonce: @escaping ([UInt8]) -> [UInt8]?,
        sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        let statement = TestStatement.apple(authenticator.key, by: issuer, format: format, nonce: nonce)
        expectRefusal(try Ceremony.register(statement, by: authenticator), 23, code, sourceLocation: sourceLocation)
      }
      try refused(.appleNonceMismatch) { TestStatement.appleNonce(SHA256.hash(data: $0 + [0])) }
      try refused(.appleNonceMismatch) { TestStatement.appleNonce(Array(SHA256.hash(data: $0)) + [0]) }
      try refused(.appleNonceMismatch) { _ in TestStatement.appleNonce([]) }
      try refused(.certificateRequirements) { _ in nil }
      try refused(.certificateRequirements) { Array(SHA256.hash(data: $0)) }
      try refused(.certificateRequirements) { TestStatement.appleNonce(SHA256.hash(data: $0)) + [0] }
      try refused(.certificateRequirements) {
        TestDER.sequence(TestDER.tagged(2, TestDER.octets(SHA256.hash(data: $0))))
      }
      try refused(.certificateRequirements) {
        TestDER.sequence(TestDER.tagged(1, TestDER.octets(SHA256.hash(data: $0)) + [5, 0]))
      }
      try refused(.certificateRequirements) {
        TestDER.sequence(TestDER.tagged(1, TestDER.octets(SHA256.hash(data: $0))), [5, 0])
      }
    }
  }

  @Test("§8.8: the certificate's key must be the credential's")
  func keys() throws {
    for key in [
      TestAuthenticator.Key.es256(P256.Signing.PrivateKey()), .es384(P384.Signing.PrivateKey()), .rs256(TestKeys.rsa),
    ] {
      let statement = TestStatement.apple(authenticator.key, by: issuer, certified: try key.certified())
      expectRefusal(try Ceremony.register(statement, by: authenticator), 23, .attestationKeyMismatch)
      let foreign = TestStatement.apple(app.key, by: issuer, format: "apple-appattest", certified: try key.certified())
      expectRefusal(try Ceremony.register(foreign, by: app), 23, .attestationKeyMismatch)
    }
    for value: CBORValue? in [nil, .array([]), .null, .array([.bytes([0x30])])] {
      let statement = TestStatement.apple(authenticator.key, by: issuer).changing("x5c", value)
      expectRefusal(try Ceremony.register(statement, by: authenticator), 23, .malformedAttestation)
    }
  }

  @Test("E-31 E-39: an app's production key is basic and trusted, but vouches for no model")
  func appAttest() throws {
    let statement = TestStatement.apple(app.key, by: issuer, format: "apple-appattest")
    let verdict = try Ceremony.register(statement, by: app, anchors: try issuer.anchors()).get()
    #expect(verdict.attestation.type == .basic && verdict.attestation.trust == .trusted && !verdict.isAAGUIDVouchedFor)
    expectRefusal(try Ceremony.register(statement, by: app, anchors: try TestIssuer().anchors()), 25, .untrustedChain)
    expectRefusal(try Ceremony.register(statement.changing("receipt", nil), by: app), 23, .malformedAttestation)
  }

  @Test("an app's development key counts only if the policy allows it; other environments never do")
  func environments() throws {
    for (environment, formats, passes) in [
      ("appattest", development, true), ("appattestdevelop", [], false), ("appattestdevelop", development, true),
      ("appattestother", development, false),
      ("", development, false),
    ] {
      let app = TestAuthenticator.appAttest(environment)
      let result = try Ceremony.register(
        .apple(app.key, by: issuer, format: "apple-appattest"), by: app, formats: formats)
      if passes { #expect(throws: Never.self) { try result.get() } } else { expectRefusal(result, 23, .aaguidMismatch) }
    }
  }

  @Test("an app's credential id must be the hash of its key, and its counter must be 0")
  func appCredential() throws {
    var other = app
    other.id = [UInt8](repeating: 1, count: 32)
    expectRefusal(
      try Ceremony.register(.apple(app.key, by: issuer, format: "apple-appattest"), by: other), 23,
      .credentialIDMismatch)
    var used = app
    used.signCount = 1
    expectRefusal(
      try Ceremony.register(.apple(app.key, by: issuer, format: "apple-appattest"), by: used), 23, .malformedAttestation
    )
  }
}
