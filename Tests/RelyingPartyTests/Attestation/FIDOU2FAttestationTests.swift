import Crypto
import Encoding
import Testing
import X509

@testable import RelyingParty

@Suite struct FIDOU2FAttestationTests {
  private let issuer = TestIssuer()
  private let key = TestAuthenticator.Key.es256(P256.Signing.PrivateKey())
  private let authenticator = TestAuthenticator()

  private func leaf(_ key: TestAuthenticator.Key? = nil) throws -> Certificate {
    try TestCertificate(subject: "CN=U2F").make(try (key ?? self.key).certified(), by: issuer.key)
  }

  private func refused(
    _ code: WebAuthnErrorCode, _ statement: TestStatement, by authenticator: TestAuthenticator? = nil, step: Int = 23,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expectRefusal(
      try Ceremony.register(statement, by: authenticator ?? self.authenticator), step, code,
      sourceLocation: sourceLocation)
  }

  @Test("a FIDO U2F statement is basic, and its chain is checked if anchors are given")
  func good() throws {
    let statement = TestStatement.fidoU2F(key, [try leaf()], about: authenticator)
    let verdict = try Ceremony.register(statement, by: authenticator).get()
    #expect(
      verdict.attestation.format == "fido-u2f" && verdict.attestation.type == .basic
        && verdict.attestation.trust == .notAssessed)
    let judged = try Ceremony.register(statement, by: authenticator, anchors: try issuer.anchors()).get()
    #expect(judged.attestation.trust == .trusted && judged.attestation.certificates.count == 1)
    // The signed data does not include the AAGUID.
    #expect(!judged.isAAGUIDVouchedFor)
    expectRefusal(
      try Ceremony.register(statement, by: authenticator, anchors: try TestIssuer().anchors()), 25, .untrustedChain)
  }

  @Test("§8.6: changing any part of the signed data is rejected")
  func signed() throws {
    let changes: [(inout TestStatement.U2FMessage) -> Void] = [
      { $0.reserved = 1 }, { $0.rpIDHash = [UInt8](repeating: 0, count: 32) },
      { $0.clientDataHash = [UInt8](repeating: 0, count: 32) },
      { $0.keyHandle = [1] }, { $0.publicKey = Array(P256.Signing.PrivateKey().publicKey.x963Representation) },
      { $0.publicKey = Array($0.publicKey.dropFirst()) },
    ]
    for change in changes {
      try refused(.badAttestationSignature, .fidoU2F(key, [try leaf()], about: authenticator, change: change))
    }
    try refused(
      .badAttestationSignature, .fidoU2F(.es256(P256.Signing.PrivateKey()), [try leaf()], about: authenticator))
  }

  @Test("§8.6: there must be exactly one certificate, and its key must be on P-256")
  func certificates() throws {
    try refused(.malformedAttestation, .fidoU2F(key, [try leaf(), try issuer.root()], about: authenticator))
    try refused(.malformedAttestation, .fidoU2F(key, [], about: authenticator))
    let other = TestAuthenticator.Key.es384(P384.Signing.PrivateKey())
    try refused(.certificateRequirements, .fidoU2F(other, [try leaf(other)], about: authenticator))
    try refused(
      .certificateRequirements, .fidoU2F(.rs256(TestKeys.rsa), [try leaf(.rs256(TestKeys.rsa))], about: authenticator))
  }

  @Test("§8.6: the credential's key must be on P-256")
  func credentialKey() throws {
    for key in [
      TestAuthenticator.Key.es384(P384.Signing.PrivateKey()), .rs256(TestKeys.rsa),
      .edDSA(Curve25519.Signing.PrivateKey()),
    ] {
      let made = TestStatement(format: "fido-u2f") { message, _ in
        [
          "sig": TestStatement.bytes(try TestAuthenticator(key: self.key).sign(message)),
          "x5c": try TestStatement.x5c([try self.leaf()]),
        ]
      }
      try refused(.invalidPublicKey, made, by: TestAuthenticator(key: key))
    }
  }

  @Test("a missing member, one of the wrong kind and trailing data are rejected")
  func members() throws {
    let good = TestStatement.fidoU2F(key, [try leaf()], about: authenticator)
    try refused(.malformedAttestation, good.changing("sig", nil))
    try refused(.malformedAttestation, good.changing("sig", .text("sig")))
    try refused(.malformedAttestation, good.changing("x5c", nil))
    try refused(.malformedAttestation, good.changing("x5c", .array([.text("certificate")])))
    try refused(
      .malformedAttestation, good.changing("x5c", .array([.bytes((try TestCertificate.der(try leaf()) + [0])[...])])))
    try refused(.badAttestationSignature, good.changing("sig", .bytes([])))
    let padded = TestStatement(format: "fido-u2f") { message, sign in
      var members = try good.members(message, sign)
      if let signature = members["sig"]?.byteString { members["sig"] = .bytes(signature + [0]) }
      return members
    }
    try refused(.badAttestationSignature, padded)
  }
}
