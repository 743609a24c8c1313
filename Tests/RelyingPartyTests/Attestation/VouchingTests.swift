import Crypto
import TestMetadata
import Testing
import X509

@testable import RelyingParty

/// Tests who vouches for a key, and for what, whatever its flags claim.
@Suite struct VouchingTests {
  private let issuer = TestIssuer()
  private let synced: UInt8 = 0x1d, honest: UInt8 = 0x05

  private func verdict(
    _ statement: TestStatement, flags: UInt8 = 0x05, formats: [any AttestationStatementVerifier] = [],
    by authenticator: TestAuthenticator
  ) throws -> RegistrationVerdict {
    var authenticator = authenticator
    authenticator.flags = flags
    return try Ceremony.register(statement, by: authenticator, formats: formats).get()
  }

  private func tpm(
    _ tpm: TestTPM = TestTPM(), flags: UInt8 = 0x05, formats: [any AttestationStatementVerifier] = [],
    believing anchors: TrustAnchors? = nil
  ) throws -> Vouching {
    let authenticator = TestAuthenticator(), statement = try tpm.statement(about: authenticator.key, by: issuer)
    return try verdict(statement, flags: flags, formats: formats, by: authenticator)
      .vouching(believing: anchors ?? issuer.anchors(), at: Ceremony.now)
  }

  @Test("E-05: only the attestation, not the flags, decides if a TPM's key is device-bound")
  func flags() throws {
    for flags in [synced, honest] { #expect(try tpm(flags: flags) == .deviceBound) }
    for flags in [synced, honest] {
      var authenticator = TestAuthenticator()
      authenticator.flags = flags
      let verdict = try Ceremony.register(authenticator).get()
      #expect(verdict.vouching(at: Ceremony.now) == .nobody && verdict.credential.backupState == (flags == synced))
      authenticator.attestSelf()
      #expect(
        try Ceremony.register(authenticator).get().vouching(believing: issuer.anchors(), at: Ceremony.now) == .itself)
    }
  }

  @Test("E-05 E-09: a TPM key that was imported or can be moved is not device-bound")
  func attributes() throws {
    for (bits, vouching): (UInt8, Vouching) in [
      (0x72, .deviceBound), (0x32, .deviceBound), (0x70, .known), (0x62, .known), (0x52, .known), (0x40, .known),
    ] { #expect(try tpm(TestTPM(area: { $0.attributes = [0, 5, 0, bits] })) == vouching, "\(bits)") }
  }

  @Test("E-39: an untrusted or expired chain vouches for nothing but causes no rejection")
  func strangers() throws {
    #expect(try tpm(believing: TrustAnchors()) == .stranger)
    #expect(try tpm(believing: TestIssuer().anchors()) == .stranger)
    #expect(try tpm(believing: TrustAnchors(byFormat: ["packed": issuer.anchors().common])) == .stranger)
    let authenticator = TestAuthenticator(), statement = try TestTPM().statement(about: authenticator.key, by: issuer)
    let verdict = try verdict(statement, by: authenticator)
    #expect(try verdict.vouching(believing: issuer.anchors(), at: UnixTime(seconds: 1_950_000_000)) == .stranger)
  }

  @Test("a key whose statement relies on SHA-1 is never device-bound") func sha1() throws {
    let formats = [TPMAttestation(acceptsSHA1: true)]
    #expect(try tpm(TestTPM(area: { $0.nameAlgorithm = 0x0004 }), formats: formats) == .known)
    #expect(try tpm(TestTPM(identityKey: .signing(RSATestKey(algorithm: .rs1))), formats: formats) == .known)
    #expect(try tpm(formats: formats) == .deviceBound)
  }

  @Test("an Android key is device-bound if hardware made and stores it and attests its properties")
  func android() throws {
    let cases: [(Vouching, (inout TestKeyDescription) -> Void)] = [
      (.deviceBound, { _ in }), (.deviceBound, { $0.levels = (2, 2) }), (.known, { $0.levels = (0, 1) }),
      (.known, { $0.levels = (1, 0) }),
      (.known, { ($0.software, $0.tee) = ($0.tee, []) }), (.known, { $0.levels = (3, 3) }),
    ]
    for (vouching, change) in cases {
      let authenticator = TestAuthenticator(),
        statement = TestStatement.androidKey(authenticator.key, by: issuer, change)
      #expect(
        try verdict(statement, by: authenticator).vouching(believing: issuer.anchors(), at: Ceremony.now) == vouching)
    }
  }

  @Test("the part of a compound that vouches for the most determines the result") func compound() throws {
    var authenticator = TestAuthenticator()
    let parts = [
      TestStatement.androidKey(authenticator.key, by: TestIssuer()),
      try TestTPM().statement(about: authenticator.key, by: issuer),
    ]
    authenticator.attest(withCompound: parts)
    let verdict = try Ceremony.register(authenticator).get()
    #expect(try verdict.vouching(believing: issuer.anchors(), at: Ceremony.now) == .deviceBound)
    #expect(verdict.vouching(at: Ceremony.now) == .stranger)
  }

  @Test("E-39: a vouched model is device-bound if its keys are in hardware and cannot be synced")
  func metadata() throws {
    let leafKey = P256.Signing.PrivateKey(), aaguid = [UInt8](1...16)
    func vouching(_ keyProtection: [String], _ multiDevice: String?, root: TestIssuer? = nil) throws -> Vouching {
      var authenticator = TestAuthenticator()
      authenticator.attest(
        leafKey, [try TestCertificate(isAuthority: false, aaguid: aaguid).make(leafKey.publicKey, by: issuer.key)])
      let entry = MetadataPayload.entry(
        MetadataPayload.aaguid(root == nil ? aaguid : Array(17...32)), roots: [try TestCertificate.der(issuer.root())],
        keyProtection: keyProtection,
        multiDevice: multiDevice)
      var policy = RegistrationPolicy()
      policy.metadata = MetadataPolicy(try MetadataBLOB(payload: Array(MetadataPayload([entry]).json.utf8)))
      return try Ceremony.register(authenticator, policy: policy).get()
        .vouching(believing: try root?.anchors() ?? TrustAnchors(), at: Ceremony.now)
    }
    for one in ["hardware", "secure_element", "tee"] {
      for support in [nil, "unsupported"] { #expect(try vouching([one], support) == .deviceBound) }
      for support in ["explicit", "implicit", "some day"] {
        #expect(try vouching([one], support) == .known, "\(support)")
      }
    }
    for protection in [[], ["software"], ["software", "remote_handle"], ["hardware", "software"]] {
      #expect(try vouching(protection, nil) == .known)
    }
    #expect(try vouching(["hardware"], nil, root: issuer) == .known, "the metadata know another model")
    #expect(try vouching(["hardware"], nil, root: TestIssuer()) == .stranger)
  }

  @Test("E-05: a registration's report says who vouches, separately from what the flags claim") func report() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags = synced
    let report = RelyingParty.report(captured: try Captured.registration(authenticator))
    #expect(
      report.fact("attestation", "vouching")?.value == "nobody"
        && report.fact("authenticatorData", "backup")?.value == "says synced")
  }
}
