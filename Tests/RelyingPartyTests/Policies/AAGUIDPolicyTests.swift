import Crypto
import Testing
import X509

@testable import RelyingParty

@Suite struct AAGUIDPolicyTests {
  private let root = P256.Signing.PrivateKey()
  private let leaf = P256.Signing.PrivateKey()
  private let model: AAGUID

  init() throws { model = try #require(AAGUID([UInt8](1...16))) }

  private func anchor() throws -> TrustAnchor {
    let certificate = try TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true).make(
      root.publicKey, by: root)
    return try #require(TrustAnchor(der: try TestCertificate.der(certificate)))
  }

  /// A registration whose attestation leads to a root that the policy either trusts or ignores.
  private func register(_ aaguids: AAGUIDPolicy, trusted: Bool) throws -> Result<RegistrationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    authenticator.attest(
      leaf, [try TestCertificate(isAuthority: false, aaguid: authenticator.aaguid).make(leaf.publicKey, by: root)])
    var policy = RegistrationPolicy()
    policy.aaguids = aaguids
    policy.attestation.anchors = trusted ? TrustAnchors([try anchor()]) : nil
    return try Ceremony.register(authenticator, policy: policy)
  }

  @Test("a denied model is rejected, and so is one that is not on the list of allowed models")
  func lists() throws {
    let other = try #require(AAGUID([UInt8](repeating: 9, count: 16)))
    expectRefusal(try register(AAGUIDPolicy(denied: [model]), trusted: true), 25, .aaguidRefused)
    expectRefusal(try register(AAGUIDPolicy(allowed: [other]), trusted: true), 25, .aaguidRefused)
    expectRefusal(try register(AAGUIDPolicy(allowed: []), trusted: true), 25, .aaguidRefused)
    expectRefusal(try register(AAGUIDPolicy(allowed: [model], denied: [model]), trusted: true), 25, .aaguidRefused)
    #expect(throws: Never.self) { try register(AAGUIDPolicy(allowed: [model], denied: [other]), trusted: true).get() }
  }

  @Test("the verdict says whether the model is vouched for, and a policy can require it")
  func vouching() throws {
    let strict = AAGUIDPolicy(allowed: [model], requiresVouching: true)
    #expect(try register(strict, trusted: true).get().isAAGUIDVouchedFor)
    #expect(try !register(AAGUIDPolicy(allowed: [model]), trusted: false).get().isAAGUIDVouchedFor)
    expectRefusal(try register(strict, trusted: false), 25, .aaguidRefused)
    var authenticator = TestAuthenticator()
    authenticator.attestSelf()
    var policy = RegistrationPolicy()
    policy.aaguids = strict
    policy.attestation.anchors = TrustAnchors([try anchor()])
    expectRefusal(try Ceremony.register(authenticator, policy: policy), 25, .aaguidRefused)
  }

  @Test("a statement in a format that the policy does not list is rejected")
  func formats() throws {
    var policy = RegistrationPolicy()
    policy.attestation.requiredFormats = ["packed", "tpm"]
    expectRefusal(try Ceremony.register(TestAuthenticator(), policy: policy), 22, .attestationFormatRefused)
    var authenticator = TestAuthenticator()
    authenticator.attestSelf()
    #expect(throws: Never.self) { try Ceremony.register(authenticator, policy: policy).get() }
  }
}
