import Crypto
import CryptoExtras
import Encoding
import Testing
import X509

@testable import RelyingParty

@Suite struct TPMAttestationTests {
  private let issuer = TestIssuer()
  private let authenticator = TestAuthenticator()

  private func refused(
    _ code: WebAuthnErrorCode, by authenticator: TestAuthenticator? = nil,
    formats: [any AttestationStatementVerifier] = [],
    chain: [Certificate]? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout TestTPM) throws -> Void
  ) throws {
    var tpm = TestTPM()
    try change(&tpm)
    let authenticator = authenticator ?? self.authenticator
    let statement = try tpm.statement(about: authenticator.key, by: issuer, chain)
    expectRefusal(
      try Ceremony.register(statement, by: authenticator, formats: formats), 23, code, sourceLocation: sourceLocation)
  }

  @Test("E-39: all kinds of TPM keys, identity keys and hashes verify, and the chain is trusted")
  func good() throws {
    let keys: [TestAuthenticator.Key] = [
      .es256(P256.Signing.PrivateKey()), .es384(P384.Signing.PrivateKey()), .es512(P521.Signing.PrivateKey()),
      .rs256(TestKeys.rsa),
    ]
    for key in keys {
      for identityKey in keys {
        for nameAlgorithm: UInt16 in [0x000b, 0x000c, 0x000d] {
          let tpm = TestTPM(identityKey: identityKey, area: { $0.nameAlgorithm = nameAlgorithm })
          let verdict = try Ceremony.register(
            try tpm.statement(about: key, by: issuer), by: TestAuthenticator(key: key),
            anchors: nameAlgorithm == 0x000b ? try issuer.anchors() : nil
          ).get()
          #expect(verdict.attestation.type == .attestationCA && verdict.attestation.format == "tpm")
          #expect(verdict.attestation.trust == (nameAlgorithm == 0x000b ? .trusted : .notAssessed))
          #expect(verdict.isAAGUIDVouchedFor == (nameAlgorithm == 0x000b))
        }
      }
    }
    expectRefusal(
      try Ceremony.register(
        try TestTPM().statement(about: authenticator.key, by: issuer), by: authenticator,
        anchors: try TestIssuer().anchors()),
      25,
      .untrustedChain)
  }

  @Test("schemes, symmetric parameters and shortened coordinates do not change the key")
  func forms() throws {
    for change: (inout TestPublicArea) -> Void in [
      { $0.scheme = [0, 0x18, 0, 0x0b] }, { $0.scheme = [0, 0x1a, 0, 0x0b, 0, 1] },
      { $0.symmetric = [0, 6, 0, 128, 0, 0x43] },
      { $0.parameters = [0, 3, 0, 0x20, 0, 0x0b] },
    ] {
      let statement = try TestTPM(area: change).statement(about: authenticator.key, by: issuer)
      #expect(throws: Never.self) { try Ceremony.register(statement, by: authenticator).get() }
    }
    let rsa = TestAuthenticator(key: .rs256(TestKeys.rsa))
    for change: (inout TestPublicArea) -> Void in [
      { $0.scheme = [0, 0x14, 0, 0x0b] }, { $0.scheme = [0, 0x15] }, { $0.parameters = [8, 0, 0, 1, 0, 1] },
    ] {
      let statement = try TestTPM(area: change).statement(about: rsa.key, by: issuer)
      #expect(throws: Never.self) { try Ceremony.register(statement, by: rsa).get() }
    }
    // A key whose first coordinate begins with a zero byte, which a TPM may omit.
    var key = P256.Signing.PrivateKey()
    while key.publicKey.rawRepresentation.first != 0 { key = P256.Signing.PrivateKey() }
    let raw = Array(key.publicKey.rawRepresentation)
    let short = TestAuthenticator(key: .es256(key))
    let shortened = TestTPM(area: { $0.unique = TestTPM.buffer(Array(raw[1..<32])) + TestTPM.buffer(Array(raw[32...])) }
    )
    let statement = try shortened.statement(about: short.key, by: issuer)
    #expect(throws: Never.self) { try Ceremony.register(statement, by: short).get() }
  }

  @Test("§8.3: every member of the statement is checked")
  func members() throws {
    try refused(.malformedAttestation) { $0.version = "1.2" }
    let good = try TestTPM().statement(about: authenticator.key, by: issuer)
    for name in ["ver", "alg", "sig", "certInfo", "pubArea", "x5c"] {
      expectRefusal(try Ceremony.register(good.changing(name, nil), by: authenticator), 23, .malformedAttestation)
      expectRefusal(try Ceremony.register(good.changing(name, .null), by: authenticator), 23, .malformedAttestation)
    }
    expectRefusal(try Ceremony.register(good.changing("x5c", .array([])), by: authenticator), 23, .malformedAttestation)
  }

  @Test("§8.3: the public area must match the credential's key completely")
  func publicArea() throws {
    let other = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
    try refused(.attestationKeyMismatch) { $0.area = { $0.unique = TestPublicArea.elliptic(other, curve: 3).unique } }
    try refused(.attestationKeyMismatch) {
      $0.area = { $0 = TestPublicArea.elliptic(Array(P384.Signing.PrivateKey().publicKey.rawRepresentation), curve: 4) }
    }
    try refused(.attestationKeyMismatch) { $0.area = { $0 = TestPublicArea.rsa([UInt8](repeating: 0xff, count: 256)) } }
    let rsa = TestAuthenticator(key: .rs256(TestKeys.rsa))
    try refused(.attestationKeyMismatch, by: rsa) { $0.area = { $0.parameters = [8, 0, 0, 0, 0, 3] } }
    try refused(.malformedAttestation) { $0.area = { $0.parameters = [0, 9, 0, 0x10] } }
    try refused(.malformedAttestation) { $0.area = { $0.type = 0x0008 } }
    try refused(.malformedAttestation) { $0.area = { $0.nameAlgorithm = 0x0012 } }
    try refused(.malformedAttestation) { $0.area = { $0.suffix = [0] } }
    try refused(.malformedAttestation) { $0.area = { $0.unique.removeLast() } }
    try refused(.malformedAttestation) {
      $0.area = { $0.unique = TestTPM.buffer([UInt8](repeating: 1, count: 33)) + TestTPM.buffer([1]) }
    }
    try refused(.malformedAttestation) { $0.area = { $0.unique = [0xff, 0xff] } }
  }

  @Test("§8.3: the TPM must sign magic, type, the ceremony's hash and the key's name")
  func certification() throws {
    try refused(.malformedAttestation) { $0.certification = { $0.magic = 0xff54_4348 } }
    try refused(.malformedAttestation) { $0.certification = { $0.type = 0x8018 } }
    try refused(.malformedAttestation) { $0.certification = { $0.suffix = [0] } }
    try refused(.attestationChallengeMismatch) {
      $0.certification = { $0.extraData = [UInt8](repeating: 0, count: 32) }
    }
    try refused(.attestationChallengeMismatch) { $0.certification = { $0.extraData += [0] } }
    try refused(.attestationChallengeMismatch) { $0.certification = { $0.extraData = [] } }
    try refused(.attestationKeyMismatch) { $0.certification = { $0.name[5] ^= 1 } }
    // The right hash under a different algorithm's number, and the number only.
    try refused(.attestationKeyMismatch) { $0.certification = { $0.name[1] = 0x0c } }
    try refused(.attestationKeyMismatch) { $0.certification = { $0.name = [0, 0x0b] } }
  }

  @Test("§8.3: the identity key must have signed with the algorithm that the statement names")
  func signature() throws {
    let good = try TestTPM().statement(about: authenticator.key, by: issuer)
    expectRefusal(
      try Ceremony.register(good.changing("sig", .bytes([])), by: authenticator), 23, .badAttestationSignature)
    try refused(.badAttestationSignature, chain: [try TestTPM().leaf(by: issuer)]) { _ in }
    try refused(.attestationAlgorithmMismatch) { $0.algorithm = -257 }
    try refused(.unsupportedPublicKey) { $0.algorithm = -8 }
    try refused(.unsupportedPublicKey) { $0.algorithm = -999 }
    try refused(.badAttestationSignature) { ($0.identityKey, $0.algorithm) = (.rs256(TestKeys.rsa), -37) }
  }

  @Test("§8.3.1: every requirement for the identity key's certificate is checked")
  func certificate() throws {
    try refused(.certificateRequirements) { $0.certificate = { $0.subject = "CN=TPM" } }
    try refused(.certificateRequirements) { $0.certificate = { $0.isAuthority = true } }
    try refused(.certificateRequirements) { $0.alternativeName = nil }
    try refused(.certificateRequirements) { $0.alternativeName?.critical = false }
    for value in [
      TestTPM.alternativeName(nil), TestTPM.alternativeName("4E544300"), TestDER.sequence(), [4, 0],
      TestDER.sequence(TestDER.tagged(2, constructed: false, Array("id:".utf8))),
    ] {
      try refused(.certificateRequirements) {
        $0.alternativeName = Certificate.Extension(oid: [2, 5, 29, 17], critical: true, value: value[...])
      }
    }
    try refused(.certificateRequirements) { $0.keyUsage = nil }
    for value in [TestTPM.purposes([8, 1]), TestDER.sequence(), TestTPM.purposes([8, 3]) + [0]] {
      try refused(.certificateRequirements) {
        $0.keyUsage = Certificate.Extension(oid: [2, 5, 29, 37], critical: false, value: value[...])
      }
    }
    try refused(.aaguidMismatch) { $0.certificate = { $0.aaguid = [UInt8](repeating: 1, count: 16) } }
    try refused(.certificateRequirements) {
      $0.certificate = {
        $0.aaguid = nil
        $0.extensions.append(
          Certificate.Extension(
            oid: [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4], critical: true, value: TestDER.octets([UInt8](1...16))[...]))
      }
    }
    // A version 1 certificate, without the extensions that only version 3 has.
    try refused(.certificateRequirements) {
      ($0.alternativeName, $0.keyUsage) = (nil, nil)
      $0.certificate = { ($0.version, $0.isAuthority, $0.aaguid) = (.v1, nil, nil) }
    }
    for change: (inout TestTPM) -> Void in [
      { $0.certificate = { $0.aaguid = nil } }, { $0.certificate = { $0.isAuthority = nil } },
    ] {
      var tpm = TestTPM()
      change(&tpm)
      let statement = try tpm.statement(about: authenticator.key, by: issuer)
      #expect(throws: Never.self) { try Ceremony.register(statement, by: authenticator).get() }
    }
  }

  @Test("SHA-1 in the signature or the name is rejected unless the policy accepts it")
  func sha1() throws {
    let (old, older) = (
      TestTPM(area: { $0.nameAlgorithm = 0x0004 }), TestTPM(identityKey: .signing(RSATestKey(algorithm: .rs1)))
    )
    for tpm in [old, older] {
      let statement = try tpm.statement(about: authenticator.key, by: issuer)
      expectRefusal(try Ceremony.register(statement, by: authenticator), 23, .insecureAlgorithm)
      let verdict = try Ceremony.register(statement, by: authenticator, formats: [TPMAttestation(acceptsSHA1: true)])
        .get()
      #expect(verdict.attestation.type == .attestationCA)
    }
    try refused(.attestationChallengeMismatch, formats: [TPMAttestation(acceptsSHA1: true)]) {
      $0 = older
      $0.certification = { $0.extraData[0] ^= 1 }
    }
    // The policy concerns only TPMs: it does not allow a credential's key to sign with SHA-1.
    let credential = TestAuthenticator(key: .signing(RSATestKey(algorithm: .rs1)))
    var request = RegistrationRequest()
    request.algorithms = [.rs1, .es256]
    let state = Ceremony.party.beginRegistration(user: Ceremony.user, challenge: Ceremony.challenge, request: request)
      .state
    #expect(state.algorithms == [.es256])
    expectRefusal(try Ceremony.register(credential, state: state), 20, .algorithmNotAllowed)
  }
}
