import Crypto
import Encoding
import Testing
import X509

@testable import RelyingParty

@Suite struct PackedAttestationTests {
  private let rootKey = P256.Signing.PrivateKey()
  private let middleKey = P256.Signing.PrivateKey()
  private let leafKey = P256.Signing.PrivateKey()
  private let rightAAGUID = [UInt8](1...16)

  private func root(_ change: (inout TestCertificate) -> Void = { _ in }) throws -> Certificate {
    var made = TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true)
    change(&made)
    return try made.make(rootKey.publicKey, by: rootKey)
  }

  private func middle(_ change: (inout TestCertificate) -> Void = { _ in }) throws -> Certificate {
    var made = TestCertificate(subject: "CN=Middle", issuer: "CN=Root", isAuthority: true, mayCertify: true)
    change(&made)
    return try made.make(middleKey.publicKey, by: rootKey)
  }

  private func leaf(
    issuer: String = "CN=Root", by key: P256.Signing.PrivateKey? = nil,
    _ change: (inout TestCertificate) -> Void = { _ in }
  ) throws
    -> Certificate
  {
    var made = TestCertificate(issuer: issuer, isAuthority: false, aaguid: rightAAGUID)
    change(&made)
    return try made.make(leafKey.publicKey, by: key ?? rootKey)
  }

  private func register(
    _ chain: [Certificate], anchors: [Certificate]?, algorithm: Int64 = -7, at time: UnixTime = Ceremony.now
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    authenticator.attest(leafKey, chain, algorithm: algorithm)
    var policy = RegistrationPolicy()
    policy.attestation.anchors = try anchors.map {
      TrustAnchors(try $0.compactMap { TrustAnchor(der: try TestCertificate.der($0)) })
    }
    return try Ceremony.register(authenticator, policy: policy, at: time)
  }

  @Test("E-39: a packed chain that leads to an anchor in any way is trusted")
  func trusted() throws {
    let (root, middle) = (try root(), try middle())
    let (direct, indirect) = (try leaf(), try leaf(issuer: "CN=Middle", by: middleKey))
    for (chain, anchors) in [
      ([direct], [root]), ([indirect, middle], [root]), ([indirect, middle, root], [root]), ([indirect], [middle]),
      ([direct], [direct]),
    ] {
      let verdict = try register(chain, anchors: anchors).get()
      #expect(verdict.attestation.trust == .trusted && verdict.attestation.type == .basic)
      #expect(verdict.attestation.certificates == (try chain.map(TestCertificate.der)))
    }
    #expect(try register([direct], anchors: nil).get().attestation.trust == .notAssessed)
  }

  @Test("a chain that does not lead to an anchor is rejected")
  func untrusted() throws {
    let (root, middle) = (try root(), try middle())
    let indirect = try leaf(issuer: "CN=Middle", by: middleKey)
    let stranger = try TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true).make(
      middleKey.publicKey, by: middleKey)
    expectRefusal(try register([try leaf()], anchors: [stranger]), 25, .untrustedChain)
    expectRefusal(try register([indirect], anchors: [root]), 25, .untrustedChain)
    expectRefusal(try register([indirect, root, middle], anchors: [root]), 25, .untrustedChain)
    expectRefusal(try register([try leaf()], anchors: []), 25, .untrustedChain)
    expectRefusal(
      try register([indirect, try self.middle { $0.isAuthority = false }], anchors: [root]), 25, .untrustedChain)
    expectRefusal(
      try register([indirect, try self.middle { $0.isAuthority = nil }], anchors: [root]), 25, .untrustedChain)
    expectRefusal(
      try register([indirect, try self.middle { $0.mayCertify = false }], anchors: [root]), 25, .untrustedChain)
    expectRefusal(
      try register([indirect, try self.middle { $0.hasUnknownCriticalExtension = true }], anchors: [root]), 25,
      .untrustedChain)
    expectRefusal(
      try register([indirect, middle], anchors: [try self.root { $0.pathLength = 0 }]), 25, .untrustedChain)
    #expect(throws: Never.self) { try register([try leaf()], anchors: [try self.root { $0.pathLength = 0 }]).get() }
  }

  @Test("every certificate must be valid at the given time")
  func validity() throws {
    let root = try root()
    let chain = [try leaf(issuer: "CN=Middle", by: middleKey), try middle()]
    for seconds: Int64 in [1_699_999_999, 1_900_000_001] {
      expectRefusal(try register(chain, anchors: [root], at: UnixTime(seconds: seconds)), 25, .certificateExpired)
    }
    let expired = [try leaf(issuer: "CN=Middle", by: middleKey), try middle { $0.until = 1_700_000_001 }]
    expectRefusal(try register(expired, anchors: [root]), 25, .certificateExpired)
    expectRefusal(
      try register([try leaf()], anchors: [try self.root { $0.until = 1_700_000_001 }]), 25, .certificateExpired)
  }

  @Test("§8.2.1: the certificate's subject, constraints and AAGUID are checked")
  func requirements() throws {
    for subject in [
      "O=Maker, OU=Authenticator Attestation, CN=Model", "C=se, O=Maker, OU=Authenticator Attestation, CN=Model",
      "C=S1, O=Maker, OU=Authenticator Attestation, CN=Model", "C=SE, O=, OU=Authenticator Attestation, CN=Model",
      "C=SE, O=Maker, OU=Authenticator Attestation, CN=", "C=SWE, O=Maker, OU=Authenticator Attestation, CN=Model",
      "C=SE, OU=Authenticator Attestation, CN=Model",
      "C=SE, O=Maker, OU=Other, CN=Model", "C=SE, O=Maker, OU=Authenticator Attestation",
    ] { expectRefusal(try register([try leaf { $0.subject = subject }], anchors: nil), 23, .certificateRequirements) }
    expectRefusal(try register([try leaf { $0.isAuthority = true }], anchors: nil), 23, .certificateRequirements)
    let old = try leaf { ($0.version, $0.isAuthority, $0.aaguid) = (.v1, nil, nil) }
    expectRefusal(try register([old], anchors: nil), 23, .certificateRequirements)
    let aaguid = Certificate.Extension(
      oid: [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4], critical: true, value: TestDER.octets(rightAAGUID)[...])
    let critical = try leaf { ($0.aaguid, $0.extensions) = (nil, [aaguid]) }
    expectRefusal(try register([critical], anchors: nil), 23, .certificateRequirements)
    expectRefusal(
      try register([try leaf { $0.aaguid = [UInt8](repeating: 1, count: 16) }], anchors: nil), 23, .aaguidMismatch)
    expectRefusal(try register([try leaf { $0.aaguid = [1] }], anchors: nil), 23, .aaguidMismatch)
    #expect(throws: Never.self) { try register([try leaf { $0.aaguid = nil }], anchors: nil).get() }
  }

  @Test("a statement with a wrong algorithm, a foreign signature or a missing member is rejected")
  func statements() throws {
    expectRefusal(try register([try leaf()], anchors: nil, algorithm: -257), 23, .attestationAlgorithmMismatch)
    expectRefusal(try register([try leaf()], anchors: nil, algorithm: -35), 23, .attestationAlgorithmMismatch)
    expectRefusal(try register([try leaf()], anchors: nil, algorithm: -999), 23, .unsupportedPublicKey)
    expectRefusal(try register([try middle()], anchors: nil), 23, .badAttestationSignature)
    expectRefusal(try register([], anchors: nil), 23, .malformedAttestation)
    var authenticator = TestAuthenticator()
    authenticator.attestSelf(algorithm: .es384)
    expectRefusal(try Ceremony.register(authenticator), 23, .attestationAlgorithmMismatch)
    authenticator.statement = { _, _ in
      .map([CBOREntry(key: .text("alg"), value: .integer(-7)), CBOREntry(key: .text("sig"), value: .bytes([1]))])
    }
    expectRefusal(try Ceremony.register(authenticator), 23, .badAttestationSignature)
    authenticator.statement = { _, _ in .map([]) }
    expectRefusal(try Ceremony.register(authenticator), 23, .malformedAttestation)
    authenticator.format = "none"
    authenticator.statement = { _, _ in .map([CBOREntry(key: .text("alg"), value: .integer(-7))]) }
    expectRefusal(try Ceremony.register(authenticator), 23, .malformedAttestation)
    authenticator.format = "Packed"
    expectRefusal(try Ceremony.register(authenticator), 22, .unsupportedFormat)
  }

  @Test("a policy can reject types of attestation")
  func types() throws {
    var policy = RegistrationPolicy()
    policy.attestation.acceptedTypes = [.basic]
    expectRefusal(try Ceremony.register(TestAuthenticator(), policy: policy), 25, .attestationTypeRefused)
  }

  @Test("a caller's own attestation format can be added")
  func plugIn() throws {
    struct Anything: AttestationStatementVerifier {
      let format = "anything"
      func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
        AttestationResult(type: .anonymizationCA)
      }
    }
    var party = Ceremony.party
    party.formats = party.formats.adding(Anything())
    var authenticator = TestAuthenticator()
    authenticator.format = "anything"
    #expect(try Ceremony.register(authenticator, party).get().credential.attestationType == .anonymizationCA)
    expectRefusal(try Ceremony.register(authenticator), 22, .unsupportedFormat)
  }
}
