import Crypto
import Encoding
import Testing
import X509

@testable import RelyingParty

@Suite struct CompoundAttestationTests {
  private let issuer = TestIssuer()
  private let authenticator = TestAuthenticator()
  private let key = TestAuthenticator.Key.es256(P256.Signing.PrivateKey())

  private func packed(by issuer: TestIssuer? = nil) throws -> TestStatement {
    let leaf = try TestCertificate(isAuthority: false, aaguid: [UInt8](1...16)).make(
      try key.certified(), by: (issuer ?? self.issuer).key)
    return .packed(key, [leaf])
  }

  private var android: TestStatement { .androidKey(authenticator.key, by: issuer) }
  private var none: TestStatement { TestStatement(format: "none") { _, _ in [:] } }

  private func register(
    _ parts: [TestStatement], minimumValid: Int? = nil, _ change: (inout AttestationPolicy) -> Void = { _ in }
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    var authenticator = authenticator
    authenticator.attest(withCompound: parts)
    var party = Ceremony.party
    party.formats = party.formats.adding(CompoundAttestation(minimumValid: minimumValid))
    var policy = RegistrationPolicy()
    change(&policy.attestation)
    return try Ceremony.register(authenticator, party, policy: policy)
  }

  @Test("statements of several formats verify together, and the first determines the type")
  func good() throws {
    let verdict = try register([try packed(), android]).get().attestation
    #expect(
      verdict.format == "compound" && verdict.type == .basic && verdict.trust == .notAssessed
        && verdict.certificates.isEmpty)
    #expect(
      verdict.parts.map(\.format) == ["packed", "android-key"] && verdict.parts.allSatisfy { $0.trust == .notAssessed })
    let anchors = try issuer.anchors()
    let judged = try register([android, try packed()]) { $0.anchors = anchors }.get()
    #expect(judged.attestation.trust == .trusted && judged.attestation.parts.allSatisfy { $0.trust == .trusted })
    #expect(judged.isAAGUIDVouchedFor)
    #expect(try !register([android, android]) { $0.anchors = anchors }.get().isAAGUIDVouchedFor)
  }

  @Test("a compound containing a statement without a chain is not trusted as a whole")
  func partlyTrusted() throws {
    let anchors = try issuer.anchors()
    let verdict = try register([none, try packed()]) { $0.anchors = anchors }.get()
    #expect(verdict.attestation.type == .none && verdict.attestation.trust == .notAssessed)
    #expect(verdict.attestation.parts.map(\.trust) == [.notAssessed, .trusted] && verdict.isAAGUIDVouchedFor)
  }

  @Test("all statements must verify unless the policy allows fewer; failed ones do not vouch")
  func minimum() throws {
    let broken = try packed().changing("sig", .bytes([1]))
    let anchors = try issuer.anchors()
    expectRefusal(try register([broken, android]), 23, .badAttestationSignature)
    expectRefusal(try register([android, broken]), 23, .badAttestationSignature)
    let verdict = try register([broken, android], minimumValid: 1) { $0.anchors = anchors }.get()
    #expect(verdict.attestation.parts.map(\.format) == ["android-key"] && !verdict.isAAGUIDVouchedFor)
    #expect(verdict.credential.attestationType == .basic)
    expectRefusal(try register([broken, android], minimumValid: 2), 23, .badAttestationSignature)
    #expect(throws: Never.self) { try register([broken, android, none], minimumValid: 2).get() }
    for minimum in [0, -1, 1] {
      expectRefusal(try register([broken, broken], minimumValid: minimum), 23, .badAttestationSignature)
    }
    expectRefusal(try register([none, android], minimumValid: 3), 23, .malformedAttestation)
  }

  @Test("each statement's chain is checked against the anchors of its own format")
  func anchorsByFormat() throws {
    let stranger = TestIssuer()
    let (own, foreign) = (try issuer.anchors().common, try stranger.anchors().common)
    expectRefusal(
      try register([try packed(by: stranger), android]) { $0.anchors = TrustAnchors(own) }, 25, .untrustedChain)
    expectRefusal(
      try register([android, try packed(by: stranger)]) { $0.anchors = TrustAnchors(own) }, 25, .untrustedChain)
    let apart = TrustAnchors(byFormat: ["packed": foreign, "android-key": own])
    #expect(
      try register([try packed(by: stranger), android]) { $0.anchors = apart }.get().attestation.trust == .trusted)
    expectRefusal(try register([try packed(), android]) { $0.anchors = apart }, 25, .untrustedChain)
    let forCompound = TrustAnchors(byFormat: ["compound": own])
    expectRefusal(try register([try packed(), android]) { $0.anchors = forCompound }, 25, .untrustedChain)
  }

  @Test("a trusted attestation vouches for no model if the authenticator names none")
  func zeroAAGUID() throws {
    var nameless = authenticator
    nameless.aaguid = [UInt8](repeating: 0, count: 16)
    let leaf = try TestCertificate(isAuthority: false).make(try key.certified(), by: issuer.key)
    let verdict = try Ceremony.register(.packed(key, [leaf]), by: nameless, anchors: try issuer.anchors()).get()
    #expect(verdict.attestation.trust == .trusted && !verdict.isAAGUIDVouchedFor)
  }

  @Test("types and formats that the policy rejects are rejected in a compound, too")
  func policies() throws {
    let own = TestStatement(format: "packed") { message, sign in
      ["alg": .integer(-7), "sig": TestStatement.bytes(try sign(message))]
    }
    expectRefusal(try register([android, own]) { $0.acceptedTypes = [.basic] }, 25, .attestationTypeRefused)
    expectRefusal(try register([own, android]) { $0.acceptedTypes = [.basic] }, 25, .attestationTypeRefused)
    #expect(throws: Never.self) { try register([own, android]) { $0.acceptedTypes = [.basic, .self] }.get() }
    expectRefusal(
      try register([android, none]) { $0.requiredFormats = ["android-key", "none"] }, 22, .attestationFormatRefused)
    expectRefusal(
      try register([android, none]) { $0.requiredFormats = ["compound", "android-key"] }, 22, .attestationFormatRefused)
    #expect(throws: Never.self) {
      try register([android, none]) { $0.requiredFormats = ["compound", "android-key", "none"] }.get()
    }
  }

  @Test("§8.9: a compound must have two to eight statements with formats, none itself a compound")
  func structure() throws {
    expectRefusal(try register([]), 23, .malformedAttestation)
    expectRefusal(try register([android]), 23, .malformedAttestation)
    #expect(try register([TestStatement](repeating: none, count: 8)).get().attestation.parts.count == 8)
    expectRefusal(try register([TestStatement](repeating: none, count: 9)), 23, .malformedAttestation)
    expectRefusal(try register([none, TestStatement(format: "Packed") { _, _ in [:] }]), 23, .unsupportedFormat)
    var nested = authenticator
    nested.format = "compound"
    for minimum in [nil, 1, 2] {
      var party = Ceremony.party
      party.formats = party.formats.adding(CompoundAttestation(minimumValid: minimum))
      nested.statement = { message, sign in
        let inner = try TestStatement.compound([self.none, self.none])(message, sign)
        let item = CBORValue.map([
          CBOREntry(key: .text("fmt"), value: .text("compound")), CBOREntry(key: .text("attStmt"), value: inner),
        ])
        return .array([item, item])
      }
      expectRefusal(try Ceremony.register(nested, party), 23, .unsupportedFormat)
      for item in [CBORValue.map([]), .map([CBOREntry(key: .text("fmt"), value: .text("none"))]), .text("none")] {
        nested.statement = { _, _ in .array([item, item]) }
        expectRefusal(try Ceremony.register(nested, party), 23, .malformedAttestation)
      }
    }
    nested.statement = { _, _ in .map([]) }
    expectRefusal(try Ceremony.register(nested), 23, .malformedAttestation)
  }

  @Test("an array as the statement of any other format is rejected")
  func arrays() throws {
    for format in AttestationFormats.standard.identifiers {
      var authenticator = authenticator
      authenticator.format = format
      authenticator.statement = { _, _ in .array([]) }
      expectRefusal(try Ceremony.register(authenticator), 23, .malformedAttestation)
    }
  }
}
