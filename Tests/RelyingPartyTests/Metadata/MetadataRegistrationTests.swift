import Crypto
import Encoding
import TestMetadata
import Testing
import X509

@testable import RelyingParty

/// Tests how metadata affects a registration.
@Suite struct MetadataRegistrationTests {
  private let rootKey = P256.Signing.PrivateKey()
  private let leafKey = P256.Signing.PrivateKey()
  private let aaguid = [UInt8](1...16)

  private func root(_ key: P256.Signing.PrivateKey) throws -> [UInt8] {
    try TestCertificate.der(
      TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true).make(key.publicKey, by: key))
  }

  /// A registration attested below the root, with metadata that has one entry.
  private func register(
    _ reports: [(String, String)] = [("FIDO_CERTIFIED_L1", "2020-01-01")], identity: String? = nil,
    rootInEntry: P256.Signing.PrivateKey? = nil,
    isAttested: Bool = true, aaguid: [UInt8]? = nil, _ change: (inout RegistrationPolicy) throws -> Void = { _ in }
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    authenticator.aaguid = aaguid ?? self.aaguid
    let leaf = try TestCertificate(isAuthority: false, aaguid: aaguid ?? self.aaguid).make(
      leafKey.publicKey, by: rootKey)
    if isAttested { authenticator.attest(leafKey, [leaf]) }
    let entry = MetadataPayload.entry(
      identity ?? MetadataPayload.aaguid(self.aaguid), reports: reports, roots: [try root(rootInEntry ?? rootKey)])
    var policy = RegistrationPolicy()
    policy.metadata = MetadataPolicy(try MetadataBLOB(payload: Array(MetadataPayload([entry]).json.utf8)))
    try change(&policy)
    return try Ceremony.register(authenticator, policy: policy)
  }

  @Test("a known model is vouched for by its entry's certificates and named in the verdict") func vouched() throws {
    let verdict = try register().get(), metadata = try #require(verdict.metadata)
    #expect(verdict.attestation.trust == .trusted)
    #expect(
      metadata.name == "Model One" && metadata.isKnown && metadata.isVouched && metadata.level == .l1
        && metadata.isAccepted)
    #expect(try register { $0.metadata = nil }.get().metadata == nil)
    #expect(try register { $0.metadata = nil }.get().attestation.trust == .notAssessed)
  }

  @Test("E-39: a known model's attestation is rejected if its chain does not lead to the entry")
  func untrusted() throws {
    expectRefusal(try register(rootInEntry: P256.Signing.PrivateKey()), 25, .untrustedChain)
  }

  @Test("the caller's own anchors are accepted in addition to the entry's, but vouch for no model")
  func ownAnchors() throws {
    let own = TrustAnchors([try #require(TrustAnchor(der: try root(rootKey)))])
    let verdict = try register(rootInEntry: P256.Signing.PrivateKey()) { $0.attestation.anchors = own }.get()
    #expect(
      verdict.attestation.trust == .trusted && verdict.metadata?.isKnown == true && verdict.metadata?.isVouched == false
    )
  }

  @Test("a model with a rejected status cannot register, even if the model is only claimed") func status() throws {
    expectRefusal(try register([("REVOKED", "2021-01-01")]), 25, .metadataStatusRefused)
    expectRefusal(try register([("REVOKED", "2021-01-01")], isAttested: false), 25, .metadataStatusRefused)
    expectRefusal(try register { $0.metadata?.status.minimumLevel = .l2 }, 25, .metadataStatusRefused)
    #expect(try register { $0.metadata?.status.minimumLevel = .l1 }.get().metadata?.level == .l1)
  }

  @Test("an unknown or merely claimed model is accepted unless the policy requires known ones")
  func unknown() throws {
    let other = [UInt8](repeating: 9, count: 16)
    for (isAttested, aaguid) in [
      (true, other), (false, other), (false, self.aaguid), (false, Array(repeating: 0, count: 16)),
    ] {
      let verdict = try register(isAttested: isAttested, aaguid: aaguid).get().metadata
      #expect(verdict?.isKnown == (aaguid == self.aaguid) && verdict?.isVouched == false)
      let refused = try register(isAttested: isAttested, aaguid: aaguid) { $0.metadata?.status.acceptsUnknown = false }
      expectRefusal(refused, 25, .metadataUnknownAuthenticator)
    }
    #expect(try register { $0.metadata?.status.acceptsUnknown = false }.get().metadata?.isVouched == true)
  }

  @Test("an authenticator without an AAGUID is found by its attestation certificate's key")
  func keyIdentifier() throws {
    let none = [UInt8](repeating: 0, count: 16)
    func identity(_ key: P256.Signing.PrivateKey) -> String {
      let identifier = Hex.encode(Insecure.SHA1.hash(data: key.publicKey.x963Representation))
      return #""attestationCertificateKeyIdentifiers":["\#(identifier)"]"#
    }
    let verdict = try register(identity: identity(leafKey), aaguid: none).get()
    #expect(
      verdict.attestation.trust == .trusted && verdict.metadata?.isVouched == true
        && verdict.metadata?.name == "Model One")
    expectRefusal(
      try register(identity: identity(leafKey), rootInEntry: P256.Signing.PrivateKey(), aaguid: none), 25,
      .untrustedChain)
    expectRefusal(
      try register([("REVOKED", "")], identity: identity(leafKey), aaguid: none), 25, .metadataStatusRefused)
    #expect(try register(identity: identity(rootKey), aaguid: none).get().metadata?.isKnown == false)
  }

  @Test("with `holdsToStatement`, other types and unknown models' certificates are rejected")
  func statement() throws {
    #expect(try register { $0.metadata?.holdsToStatement = true }.get().attestation.type == .basic)
    let other = MetadataPayload.aaguid(Array(17...32))
    expectRefusal(
      try register(identity: other) { $0.metadata?.holdsToStatement = true }, 25, .metadataUnknownAuthenticator)
    #expect(
      try register(identity: other, isAttested: false) { $0.metadata?.holdsToStatement = true }.get().attestation.type
        == .none)
    var authenticator = TestAuthenticator()
    authenticator.attestSelf()
    var policy = RegistrationPolicy()
    policy.metadata = MetadataPolicy(
      try MetadataBLOB(
        payload: Array(MetadataPayload([MetadataPayload.entry(MetadataPayload.aaguid(aaguid))]).json.utf8)))
    #expect(try Ceremony.register(authenticator, policy: policy).get().attestation.type == .self)
    policy.metadata?.holdsToStatement = true
    expectRefusal(try Ceremony.register(authenticator, policy: policy), 25, .attestationTypeRefused)
  }

  @Test("unsigned statements can be combined with BLOBs, but each must name a model") func unsigned() throws {
    let blob = try MetadataBLOB(
      payload: Array(MetadataPayload([MetadataPayload.entry(MetadataPayload.aaguid(Array(17...32)))]).json.utf8))
    let key = String(repeating: "0a", count: 20)
    let texts = [
      #"{"description":"A",\#(MetadataPayload.aaguid(aaguid))}"#,
      #"{"description":"B","attestationCertificateKeyIdentifiers":["\#(key)"]}"#,
    ]
    let all = try MetadataBLOB(statements: texts.map { Array($0.utf8) }, adding: [blob])
    #expect(
      AAGUID(aaguid).flatMap { all[$0]?.statement?.description } == "A"
        && AAGUID([UInt8](17...32)).flatMap { all[$0] } != nil)
    #expect(all[certificateKeyIdentifier: [UInt8](repeating: 10, count: 20)]?.statement?.description == "B")
    #expect(!all.isStale(at: Ceremony.now))
    for wrong in ["{", "[]", #"{"description":"A"}"#, "{\(MetadataPayload.aaguid(aaguid))}"] {
      #expect(throws: MetadataError(.malformed)) { try MetadataBLOB(statements: [Array(wrong.utf8)]) }
    }
  }
}
