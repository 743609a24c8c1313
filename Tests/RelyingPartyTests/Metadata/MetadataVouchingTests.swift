import Crypto
import Encoding
import TestMetadata
import Testing
import X509

@testable import RelyingParty

/// Tests which model is looked up in the metadata when the statement covers less than the authenticator data claims.
@Suite struct MetadataVouchingTests {
  private let issuer = TestIssuer()
  private let attestationKey = TestAuthenticator.Key.es256(P256.Signing.PrivateKey())
  private let claimed = [UInt8](1...16)

  private func leaf() throws -> Certificate {
    try TestCertificate(isAuthority: false).make(try attestationKey.certified(), by: issuer.key)
  }

  private func keyIdentifier(_ certificate: Certificate) throws -> String {
    let identifier = try X509Certificate(der: TestCertificate.der(certificate)).keyIdentifier
    return #""attestationCertificateKeyIdentifiers":["\#(Hex.encode(identifier))"]"#
  }

  private func register(
    _ entries: [String], aaguid: [UInt8], _ attest: (inout TestAuthenticator) throws -> Void,
    _ change: (inout MetadataPolicy) -> Void = { _ in }
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    authenticator.aaguid = aaguid
    try attest(&authenticator)
    var metadata = MetadataPolicy(try MetadataBLOB(payload: Array(MetadataPayload(entries).json.utf8)))
    change(&metadata)
    var policy = RegistrationPolicy()
    policy.metadata = metadata
    policy.attestation.anchors = try issuer.anchors()
    return try Ceremony.register(authenticator, policy: policy)
  }

  private func entry(_ identity: String, _ status: String = "FIDO_CERTIFIED_L1") throws -> String {
    MetadataPayload.entry(
      identity, reports: [(status, "2020-01-01")], roots: [try TestCertificate.der(try issuer.root())])
  }

  @Test("a U2F key cannot become a certified model by claiming its AAGUID, which is not signed")
  func claimedByU2F() throws {
    let (model, leaf) = (try entry(MetadataPayload.aaguid(claimed)), try leaf())
    let verdict = try register([model], aaguid: claimed) {
      $0.attest(with: .fidoU2F(attestationKey, [leaf], about: $0))
    }.get()
    #expect(verdict.metadata?.isKnown == false && verdict.metadata?.isVouched == false)
    expectRefusal(
      try register([model], aaguid: claimed) {
        $0.attest(with: .fidoU2F(attestationKey, [leaf], about: $0))
      } _: {
        $0.status.acceptsUnknown = false
      },
      25, .metadataUnknownAuthenticator)
    let revoked = try entry(keyIdentifier(leaf), "REVOKED")
    expectRefusal(
      try register([model, revoked], aaguid: claimed) { $0.attest(with: .fidoU2F(attestationKey, [leaf], about: $0)) },
      25, .metadataStatusRefused)
  }

  @Test("a U2F key is vouched for by the entry that contains its certificate's key")
  func foundByCertificate() throws {
    let leaf = try leaf()
    let verdict = try register([try entry(keyIdentifier(leaf))], aaguid: [UInt8](repeating: 0, count: 16)) {
      $0.attest(with: .fidoU2F(attestationKey, [leaf], about: $0))
    }.get()
    #expect(verdict.metadata?.isVouched == true)
  }

  @Test("an Android key's own signature does not vouch for its AAGUID")
  func android() throws {
    let verdict = try register([try entry(MetadataPayload.aaguid(claimed))], aaguid: claimed) {
      $0.attest(with: .androidKey($0.key, by: issuer))
    }
    .get()
    #expect(verdict.metadata?.isKnown == true && verdict.metadata?.isVouched == false)
  }

  @Test("one revoked statement suffices to reject a compound, and one that vouches to vouch for it")
  func compound() throws {
    let leaf = try leaf()
    let revoked = try entry(keyIdentifier(leaf), "REVOKED")
    expectRefusal(
      try register([revoked], aaguid: [UInt8](repeating: 0, count: 16)) {
        $0.attest(withCompound: [
          .fidoU2F(attestationKey, [leaf], about: $0), .fidoU2F(attestationKey, [leaf], about: $0),
        ])
      }, 25, .metadataStatusRefused)
    let packed = try TestCertificate(isAuthority: false, aaguid: claimed).make(
      try attestationKey.certified(), by: issuer.key)
    let verdict = try register([try entry(MetadataPayload.aaguid(claimed))], aaguid: claimed) {
      $0.attest(withCompound: [.androidKey($0.key, by: issuer), .packed(attestationKey, [packed])])
    } _: {
      $0.status.acceptsUnknown = false
    }.get()
    #expect(verdict.metadata?.isVouched == true)
  }

  @Test("with `holdsToStatement`, unknown models' certificates are rejected in a compound, too")
  func heldToStatement() throws {
    expectRefusal(
      try register([try entry(MetadataPayload.aaguid(claimed))], aaguid: [UInt8](repeating: 9, count: 16)) {
        $0.attest(withCompound: [.androidKey($0.key, by: issuer), .androidKey($0.key, by: issuer)])
      } _: {
        $0.holdsToStatement = true
      }, 25, .metadataUnknownAuthenticator)
  }
}
