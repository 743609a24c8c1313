import Crypto
import Encoding
import Testing
import X509

@testable import RelyingParty

@Suite struct AndroidKeyAttestationTests {
  private typealias Description = TestKeyDescription
  private let issuer = TestIssuer()
  private let authenticator = TestAuthenticator()
  private let strict: [any AttestationStatementVerifier] = [AndroidKeyAttestation(requiresTrustedEnvironment: true)]

  private func register(
    formats: [any AttestationStatementVerifier] = [], anchors: TrustAnchors? = nil,
    _ change: @escaping (inout Description) -> Void = { _ in }
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    let statement = TestStatement.androidKey(authenticator.key, by: issuer, change)
    return try Ceremony.register(statement, by: authenticator, anchors: anchors, formats: formats)
  }

  private func register(extensions: [Certificate.Extension]) throws -> Result<RegistrationVerdict, WebAuthnError> {
    try Ceremony.register(
      .androidKey(authenticator.key, by: issuer, certificate: { $0.extensions = extensions }), by: authenticator)
  }

  @Test("an Android key's attestation is basic, and anchors decide whether its chain is trusted")
  func good() throws {
    let verdict = try register().get()
    #expect(
      verdict.attestation.type == .basic && verdict.attestation.format == "android-key"
        && verdict.attestation.trust == .notAssessed)
    let judged = try register(formats: strict, anchors: try issuer.anchors()).get()
    #expect(judged.attestation.trust == .trusted)
    // The credential's own key signed the AAGUID.
    #expect(!judged.isAAGUIDVouchedFor)
    expectRefusal(try register(anchors: try TestIssuer().anchors()), 25, .untrustedChain)
  }

  @Test("§8.4: the statement must be signed by the certificate's key, which is the credential's")
  func keys() throws {
    let other = P256.Signing.PrivateKey()
    let foreign = TestStatement.androidKey(
      authenticator.key, by: issuer, certified: Certificate.PublicKey(other.publicKey))
    expectRefusal(try Ceremony.register(foreign, by: authenticator), 23, .badAttestationSignature)
    // Everything is signed by the other key, which is merely not the credential's.
    let signed = TestStatement(format: "android-key") { message, _ in
      try TestStatement.androidKey(.es256(other), by: self.issuer).members(message) {
        try TestAuthenticator(key: .es256(other)).sign($0)
      }
    }
    expectRefusal(try Ceremony.register(signed, by: authenticator), 23, .attestationKeyMismatch)
    let good = TestStatement.androidKey(authenticator.key, by: issuer)
    expectRefusal(
      try Ceremony.register(good.changing("alg", .integer(-35)), by: authenticator), 23, .attestationAlgorithmMismatch)
    expectRefusal(
      try Ceremony.register(good.changing("sig", .bytes([1])), by: authenticator), 23, .badAttestationSignature)
    for name in ["alg", "sig", "x5c"] {
      expectRefusal(try Ceremony.register(good.changing(name, nil), by: authenticator), 23, .malformedAttestation)
    }
  }

  @Test("§8.4: the challenge must be the hash of the client data")
  func challenge() throws {
    for challenge: [UInt8] in [[], [UInt8](repeating: 0, count: 32)] {
      expectRefusal(try register { $0.challenge = challenge }, 23, .attestationChallengeMismatch)
    }
    expectRefusal(try register { $0.challenge += [0] }, 23, .attestationChallengeMismatch)
  }

  @Test("§8.4: an imported key, one open to all apps and one not only for signing are rejected")
  func authorizations() throws {
    let bad = [
      Description.allApplications, Description.origin(1), Description.origin(2), Description.purposes([3]),
      Description.purposes([2, 3]),
    ]
    for list in bad {
      for formats in [[], strict] {
        expectRefusal(try register(formats: formats) { $0.tee = list }, 23, .androidKeyAuthorization)
      }
      expectRefusal(try register { ($0.software, $0.tee) = (list, []) }, 23, .androidKeyAuthorization)
      expectRefusal(try register { $0.software = list }, 23, .androidKeyAuthorization)
    }
    // Only if the trusted environment must enforce it is the other list ignored, except for `allApplications`.
    #expect(throws: Never.self) { try register(formats: strict) { $0.software = Description.origin(1) }.get() }
    expectRefusal(
      try register(formats: strict) { $0.software = Description.allApplications }, 23, .androidKeyAuthorization)
  }

  @Test("software-enforced properties count unless the trusted environment is required")
  func software() throws {
    let software: (inout Description) -> Void = { ($0.software, $0.tee) = ($0.tee, []) }
    #expect(throws: Never.self) { try register(software).get() }
    #expect(throws: Never.self) { try register { ($0.software, $0.tee) = ([], []) }.get() }
    expectRefusal(try register(formats: strict, software), 23, .androidKeyAuthorization)
    expectRefusal(try register(formats: strict) { $0.tee = Description.origin(0) }, 23, .androidKeyAuthorization)
    expectRefusal(try register(formats: strict) { $0.tee = Description.purposes([2]) }, 23, .androidKeyAuthorization)
  }

  @Test("unknown members are ignored; unordered or malformed lists and duplicates are rejected")
  func lists() throws {
    let others = TestDER.tagged(3, TestDER.integer(200))
    #expect(throws: Never.self) {
      try register { $0.tee = Description.purposes([2]) + others + Description.origin(0) }.get()
    }
    for list in [
      Description.origin(0) + Description.purposes([2]),
      Description.purposes([2]) + Description.origin(1) + Description.origin(0),
      Description.purposes([3]) + Description.purposes([2]) + Description.origin(0),
      Description.purposes([2]) + TestDER.tagged(702, constructed: false, [1]),
      TestDER.tagged(1, constructed: false, [3]) + Description.origin(0),
      Description.purposes([2]) + TestDER.tagged(702, TestDER.integer(0) + TestDER.integer(1)), [0x30],
      Description.purposes([2]) + [0xbf],
      TestDER.tagged(1, TestDER.element(0x31, TestDER.integer(2)) + TestDER.element(0x31, TestDER.integer(3))),
    ] { expectRefusal(try register { $0.tee = list }, 23, .certificateRequirements) }
    expectRefusal(
      try register { $0.tee = Description.purposes([2]) + TestDER.tagged(600, constructed: false, []) }, 23,
      .androidKeyAuthorization)
  }

  @Test("§8.4.1: a certificate without a key description, or with trailing bytes in it, is rejected")
  func descriptions() throws {
    expectRefusal(try register(extensions: []), 23, .certificateRequirements)
    expectRefusal(try register { $0.suffix = [0] }, 23, .certificateRequirements)
    for value: [UInt8] in [[], [0x30, 0], TestDER.sequence(TestDER.integer(3))] {
      let made = Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17], critical: false, value: value[...])
      expectRefusal(try register(extensions: [made]), 23, .certificateRequirements)
    }
  }

  @Test("a key description in an issuer's certificate is rejected")
  func issuers() throws {
    let attested = P256.Signing.PrivateKey()
    let parent = try TestCertificate(
      subject: "CN=Attested", isAuthority: true, extensions: [TestKeyDescription().certificateExtension]
    ).make(attested.publicKey, by: issuer.key)
    let forged = TestStatement(format: "android-key") { message, sign in
      var description = TestKeyDescription()
      description.challenge = message.suffix(32)
      let leaf = try TestCertificate(
        issuer: "CN=Attested", isAuthority: false, extensions: [description.certificateExtension]
      )
      .make(try self.authenticator.key.certified(), by: attested)
      return [
        "alg": .integer(-7), "sig": TestStatement.bytes(try sign(message)),
        "x5c": try TestStatement.x5c([leaf, parent]),
      ]
    }
    expectRefusal(
      try Ceremony.register(forged, by: authenticator, anchors: try issuer.anchors()), 23, .certificateRequirements)
  }
}
