import Crypto
import CryptoExtras
import Encoding
import TestMetadata
import Testing
import X509

@testable import RelyingParty

/// Tests valid BLOBs, and every way in which a BLOB can be invalid.
@Suite struct MetadataBLOBTests {
  private let rootKey = P256.Signing.PrivateKey()
  private let signerKey = P256.Signing.PrivateKey()
  private let aaguid = [UInt8](1...16)

  private func root(_ key: P256.Signing.PrivateKey? = nil) throws -> [UInt8] {
    let made = TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true)
    return try TestCertificate.der(made.make((key ?? rootKey).publicKey, by: key ?? rootKey))
  }
  private func signer(_ key: Certificate.PublicKey? = nil, _ change: (inout TestCertificate) -> Void = { _ in }) throws
    -> [UInt8]
  {
    var made = TestCertificate(subject: "CN=mds.example.org", isAuthority: false)
    change(&made)
    return try TestCertificate.der(made.make(key ?? Certificate.PublicKey(signerKey.publicKey), by: rootKey))
  }
  private func trust(_ change: (inout MetadataTrust) -> Void = { _ in }) throws -> MetadataTrust {
    var trust = MetadataTrust(roots: [try #require(TrustAnchor(der: try root()))])
    change(&trust)
    return trust
  }
  private func payload(_ change: (inout MetadataPayload) -> Void = { _ in }) -> String {
    var payload = MetadataPayload([MetadataPayload.entry(MetadataPayload.aaguid(aaguid))])
    change(&payload)
    return payload.json
  }
  private func token(_ payload: String? = nil, algorithm: String = "ES256", chain: [[UInt8]]? = nil, more: String = "")
    throws -> [UInt8]
  {
    try SignedMetadata.token(
      payload ?? self.payload(), algorithm: algorithm, chain: try chain ?? [signer()], more: more
    ) {
      Array(try signerKey.signature(for: $0).rawRepresentation)
    }
  }
  private func refusal(_ bytes: [UInt8], _ trust: MetadataTrust? = nil, at time: UnixTime = Ceremony.now) throws
    -> MetadataErrorCode?
  {
    let trust = try trust ?? self.trust()
    do throws(MetadataError) { _ = try MetadataBLOB(bytes, trust: trust, at: time) } catch { return error.code }
    return nil
  }

  @Test("a BLOB whose signer chains to a given root is read with all its entries") func read() throws {
    let root = try root(), icon = MetadataPayload.dataURL(MetadataPayload.png)
    let one = MetadataPayload.entry(MetadataPayload.aaguid(aaguid), roots: [root], icon: icon)
    let blob = try MetadataBLOB(token(payload { $0.entries = [one] }), trust: trust(), at: Ceremony.now)
    #expect(
      blob.number == 7 && blob.legalHeader == "Terms" && blob.nextUpdate == UnixTime(iso8601: "2099-01-31T00:00:00Z"))
    #expect(blob.entries.count == 1 && blob.skippedEntryCount == 0)
    let entry = try #require(AAGUID(aaguid).flatMap { blob[$0] }), statement = try #require(entry.statement)
    #expect(
      entry.statusReports == [
        StatusReport(.init(rawValue: "FIDO_CERTIFIED_L1"), since: UnixTime(iso8601: "2020-01-01T00:00:00Z"))
      ])
    #expect(entry.anchors == [try #require(TrustAnchor(der: root))] && entry.timeOfLastStatusChange != nil)
    #expect(
      statement.description == "Model One" && statement.protocolFamily == "fido2" && statement.authenticatorVersion == 2
    )
    #expect(statement.attestationTypes == ["basic_full"] && statement.keyProtection == ["hardware", "secure_element"])
    #expect(
      statement.matcherProtection == ["on_chip"] && statement.cryptoStrength == 128
        && statement.versions == ["FIDO_2_0"])
    #expect(statement.userVerificationDetails == [["passcode_external", "presence_internal"]])
    #expect(statement.icon?.png == MetadataPayload.png)
    #expect(blob[.zero] == nil)
  }

  @Test("with every algorithm, only the certificate's key verifies a JSON Web Signature") func algorithms() throws {
    let p384 = P384.Signing.PrivateKey(), ed25519 = Curve25519.Signing.PrivateKey(), rsa = TestKeys.rsa
    typealias Signer = (name: String, key: Certificate.PublicKey, sign: ([UInt8]) throws -> [UInt8])
    let signers: [Signer] = [
      ("ES256", .init(signerKey.publicKey), { Array(try signerKey.signature(for: $0).rawRepresentation) }),
      ("ES384", .init(p384.publicKey), { Array(try p384.signature(for: $0).rawRepresentation) }),
      ("EdDSA", .init(ed25519.publicKey), { Array(try ed25519.signature(for: $0)) }),
      (
        "RS256", .init(rsa.publicKey),
        { Array(try rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation) }
      ),
      (
        "PS256", .init(rsa.publicKey),
        { Array(try rsa.signature(for: SHA256.hash(data: $0), padding: .PSS).rawRepresentation) }
      ),
    ]
    for signer in signers {
      for named in signers {
        let chain = [try self.signer(signer.key)]
        let token = try SignedMetadata.token(payload(), algorithm: named.name, chain: chain, sign: signer.sign)
        #expect(
          try refusal(token) == (named.name == signer.name ? nil : .badSignature), "\(signer.name) as \(named.name)")
      }
    }
  }

  @Test("a signature over other bytes or by another key is rejected") func signature() throws {
    let right = try token(), end = right.count - 20
    #expect(try refusal(right) == nil)
    var flipped = right
    flipped[end] = flipped[end] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    #expect(try refusal(flipped) == .badSignature)
    let parts = right.split(separator: UInt8(ascii: ".")).map(Array.init)
    let other = Array(Base64URL.encode(Array(payload { $0.number = "8" }.utf8)).utf8)
    #expect(try refusal(parts[0] + [0x2e] + other + [0x2e] + parts[2]) == .badSignature)
    #expect(try refusal(parts[0] + [0x2e] + parts[1] + [0x2e]) == .badSignature)
    let foreign = P256.Signing.PrivateKey()
    #expect(try refusal(token(chain: [signer(Certificate.PublicKey(foreign.publicKey))])) == .badSignature)
    // A JWS has r followed by s; DER, as in the specification's own example, is read too.
    let der = try SignedMetadata.token(payload(), chain: [signer()]) {
      Array(try signerKey.signature(for: $0).derRepresentation)
    }
    #expect(try refusal(der) == nil)
  }

  @Test("an unsigned BLOB, a shared-secret algorithm and an unknown algorithm are rejected")
  func unsigned() throws {
    for name in ["none", "None", "HS256", "ES256K", ""] {
      #expect(try refusal(token(algorithm: name)) == .unsupportedAlgorithm, "\(name)")
    }
    let none = try SignedMetadata.token(payload(), algorithm: "none", chain: [signer()]) { _ in [] }
    #expect(try refusal(none) == .unsupportedAlgorithm)
  }

  @Test("a chain that does not lead to a given root, or is not valid at the time, is rejected") func chain() throws {
    let other = try #require(TrustAnchor(der: try root(P256.Signing.PrivateKey())))
    #expect(try refusal(token(), trust { $0.roots = [other] }) == .untrustedChain)
    #expect(try refusal(token(), trust { $0.roots = [] }) == .untrustedChain)
    #expect(try refusal(token(chain: [signer(), root()])) == nil, "the root may be in the chain")
    let expired = try signer { $0.until = 1_750_000_000 }, early = try signer { $0.from = 1_800_000_000 }
    for wrong in [expired, early] { #expect(try refusal(token(chain: [wrong])) == .expiredChain) }
    #expect(try refusal(token(), at: UnixTime(seconds: 1_950_000_000)) == .expiredChain)
    let notAuthority = TestCertificate(subject: "CN=Middle", issuer: "CN=Root", isAuthority: false)
    let middleKey = P256.Signing.PrivateKey(),
      middle = try TestCertificate.der(notAuthority.make(middleKey.publicKey, by: rootKey))
    let below = try TestCertificate.der(TestCertificate(issuer: "CN=Middle").make(signerKey.publicKey, by: middleKey))
    #expect(try refusal(token(chain: [below, middle])) == .untrustedChain)
  }

  @Test("below a public root, only the named signer is accepted") func signerName() throws {
    #expect(try refusal(token(), trust { $0.signer = "mds.example.org" }) == nil)
    #expect(try refusal(token(), trust { $0.signer = "mds.example.com" }) == .foreignSigner)
    let globalSign = TestCertificate(
      subject: "OU=\(MetadataTrust.publicRoot), O=GlobalSign, CN=GlobalSign", issuer: "CN=Root", isAuthority: true)
    let der = try TestCertificate.der(globalSign.make(rootKey.publicKey, by: rootKey))
    #expect(MetadataTrust(root: der)?.signer == MetadataTrust.publicSigner)
    let own = try #require(MetadataTrust(root: try root()))
    #expect(own.signer == nil && MetadataTrust(root: [1]) == nil)
  }

  @Test("a header with an external reference, a duplicate member or no readable chain is rejected")
  func header() throws {
    for member in ["x5u", "jku", "jwk", "crit"] {
      #expect(try refusal(token(more: #","\#(member)":"https://a.example""#)) == .malformed, "\(member)")
    }
    #expect(try refusal(token(more: #","alg":"ES256""#)) == .malformed)
    #expect(try refusal(token(chain: [])) == .malformed)
    #expect(try refusal(token(chain: [signer(), [1, 2, 3]])) == .malformed)
    #expect(try refusal(token(chain: Array(repeating: signer(), count: 11))) == .malformed)
  }

  @Test("bytes before, after or in place of the token are rejected") func bytes() throws {
    let right = try token()
    for wrong in [
      right + [0x0a], right + [0x2e], right + Array(".AA".utf8), [0x20] + right, right + Array("=".utf8), [],
      Array("..".utf8), [0x7b],
    ] {
      #expect(try refusal(wrong) == .malformed)
    }
    #expect(try refusal([UInt8](repeating: 0x41, count: MetadataBLOB.maximumSize + 1)) == .tooLarge)
  }

  @Test("a payload without number, next update or entries, or with a duplicate member, is rejected")
  func members() throws {
    let changes: [(inout MetadataPayload) -> Void] = [
      { $0.nextUpdate = nil }, { $0.nextUpdate = "\"soon\"" }, { $0.nextUpdate = "\"2099-01-31T00:00:00Z\"" },
      { $0.nextUpdate = "2099" },
      { $0.number = nil }, { $0.number = "\"7\"" }, { $0.number = "7.5" }, { $0.number = "-1" },
      { $0.more = #","no":8"# }, { $0.more = "," },
      { $0.entries = [#"{"aaguid":"x","aaguid":"y"}"#] },
    ]
    for change in changes { #expect(try refusal(token(payload(change))) == .malformed, "\(payload(change))") }
    #expect(try refusal(token(#"{"no":7,"nextUpdate":"2099-01-31"}"#)) == .malformed)
    #expect(try refusal(token("[]")) == .malformed)
  }

  @Test("a BLOB with a lower number than the stored one is rejected; the same number is accepted")
  func rolledBack() throws {
    for (held, expected) in [(8, MetadataErrorCode.rolledBack), (7, nil), (6, nil)] {
      #expect(try refusal(token(), trust { $0.heldNumber = Int64(held) }) == expected)
    }
  }

  @Test("after its next update is due, a BLOB is stale and accepted only if the policy says so")
  func stale() throws {
    let token = try token(payload { $0.nextUpdate = "\"2026-01-01\"" })
    #expect(try refusal(token, at: Ceremony.now) == nil, "the day itself")
    let next = UnixTime(seconds: Ceremony.now.seconds + 86400)
    #expect(try refusal(token, at: next) == .stale)
    #expect(try refusal(token, trust { $0.acceptsStale = true }, at: next) == nil)
  }

  @Test("two errors are equal if their codes are, and each code has its own sentence") func errors() {
    #expect(MetadataError(.stale) == MetadataError(.stale) && MetadataError(.stale) != MetadataError(.malformed))
    #expect(Set(MetadataErrorCode.allCases.map(\.sentence)).count == MetadataErrorCode.allCases.count)
  }
}
