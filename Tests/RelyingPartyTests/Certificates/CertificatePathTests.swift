import Crypto
import CryptoExtras
import Testing
import X509

@testable import RelyingParty

/// Paths that ``PackedAttestationTests`` does not cover.
@Suite struct CertificatePathTests {
  private let rootKey = P256.Signing.PrivateKey()
  private let middleKey = P256.Signing.PrivateKey()
  private let lowKey = P256.Signing.PrivateKey()
  private let leafKey = P256.Signing.PrivateKey()

  private func certificate(
    _ subject: String, _ key: P256.Signing.PublicKey, issuer: String, by issuerKey: P256.Signing.PrivateKey,
    _ change: (inout TestCertificate) -> Void = { _ in }
  ) throws -> X509Certificate {
    var made = TestCertificate(subject: "CN=\(subject)", issuer: "CN=\(issuer)", isAuthority: true)
    change(&made)
    return try X509Certificate(der: try TestCertificate.der(try made.make(key, by: issuerKey)))
  }

  private func root(_ change: (inout TestCertificate) -> Void = { _ in }) throws -> X509Certificate {
    try certificate("Root", rootKey.publicKey, issuer: "Root", by: rootKey, change)
  }

  private func middle(_ change: (inout TestCertificate) -> Void = { _ in }) throws -> X509Certificate {
    try certificate("Middle", middleKey.publicKey, issuer: "Root", by: rootKey, change)
  }

  private func low(_ change: (inout TestCertificate) -> Void = { _ in }) throws -> X509Certificate {
    try certificate("Low", lowKey.publicKey, issuer: "Middle", by: middleKey, change)
  }

  private func leaf(
    issuer: String = "Low", by key: P256.Signing.PrivateKey? = nil, _ change: (inout TestCertificate) -> Void = { _ in }
  ) throws
    -> X509Certificate
  {
    try certificate("Leaf", leafKey.publicKey, issuer: issuer, by: key ?? lowKey) {
      $0.isAuthority = false
      change(&$0)
    }
  }

  private func judge(_ path: [X509Certificate], _ anchors: [X509Certificate], at time: UnixTime = Ceremony.now)
    -> WebAuthnErrorCode?
  {
    do { try CertificatePath.verify(path, anchors: anchors.map { TrustAnchor($0) }, at: time) } catch {
      return error.code
    }
    return nil
  }

  @Test("a path in order is accepted up to the first anchor, whatever follows")
  func order() throws {
    let (leaf, low, middle, root) = (try leaf(), try low(), try middle(), try root())
    for (path, anchors) in [
      ([leaf, low, middle], [root]), ([leaf, low, middle, root], [root]), ([leaf, low], [middle]), ([leaf], [low]),
      ([leaf, low, root], [middle]),
      ([leaf, low, middle, leaf], [root]),
    ] { #expect(judge(path, anchors) == nil) }
    for (path, anchors) in [
      ([leaf, middle, low], [root]), ([low, leaf, middle], [leaf]), ([leaf, middle], [root]),
      ([leaf, leaf, low, middle], [root]),
      ([leaf, low, middle], []),
      ([leaf, low, middle, root], [try self.root()].filter { $0 == leaf }), ([leaf], [root]), ([], [root]),
    ] { #expect(judge(path, anchors) == .untrustedChain) }
  }

  @Test("only an authority's certificate whose key may certify can issue others")
  func authorities() throws {
    let root = try root()
    let stolen = try certificate("Forged", lowKey.publicKey, issuer: "Leaf", by: leafKey)
    #expect(judge([stolen, try leaf(issuer: "Root", by: rootKey)], [root]) == .untrustedChain)
    #expect(judge([stolen], [try leaf(issuer: "Root", by: rootKey)]) == .untrustedChain)
    for change: (inout TestCertificate) -> Void in [
      { ($0.version, $0.isAuthority) = (.v1, nil) }, { $0.isAuthority = nil }, { $0.isAuthority = false },
      { $0.mayCertify = false },
      { $0.extensions = [Certificate.Extension(oid: [2, 5, 29, 15], critical: true, value: [3, 2, 3, 4])] },
      { $0.extensions = [Certificate.Extension(oid: [2, 5, 29, 15], critical: false, value: [3, 2, 7, 0x80])] },
    ] {
      #expect(judge([try leaf(), try low(), try middle(change)], [root]) == .untrustedChain)
      #expect(judge([try leaf(), try low()], [try middle(change)]) == .untrustedChain)
    }
    #expect(judge([try leaf(), try low(), try middle { $0.mayCertify = true }], [root]) == nil)
  }

  @Test("the path length counts only intermediate authorities that are not self-issued")
  func pathLength() throws {
    let (leaf, low) = (try leaf(), try low())
    for (length, passes) in [(0, false), (1, true), (2, true)] {
      #expect((judge([leaf, low, try middle { $0.pathLength = length }], [try root()]) == nil) == (length >= 1))
      #expect((judge([leaf, low, try middle()], [try root { $0.pathLength = length + 1 }]) == nil) == passes)
    }
    #expect(judge([leaf, try self.low { $0.pathLength = 0 }, try middle()], [try root()]) == nil)
    // A new key of the same authority, certified by its old key, does not count.
    let renewed = try certificate("Root", middleKey.publicKey, issuer: "Root", by: rootKey)
    let below = try self.leaf(issuer: "Root", by: middleKey)
    #expect(judge([below, renewed], [try root { $0.pathLength = 0 }]) == nil)
    #expect(
      judge(
        [leaf, try certificate("Low", lowKey.publicKey, issuer: "Root", by: middleKey), renewed],
        [try root { $0.pathLength = 1 }]) == nil)
    #expect(
      judge(
        [leaf, try certificate("Low", lowKey.publicKey, issuer: "Root", by: middleKey), renewed],
        [try root { $0.pathLength = 0 }])
        == .untrustedChain)
  }

  @Test("an unknown critical extension or any name constraint causes the path to be rejected")
  func extensions() throws {
    let unknown: (inout TestCertificate) -> Void = { $0.hasUnknownCriticalExtension = true }
    #expect(judge([try leaf(unknown), try low(), try middle()], [try root()]) == .untrustedChain)
    #expect(judge([try leaf(), try low(unknown), try middle()], [try root()]) == .untrustedChain)
    #expect(judge([try leaf(), try low(), try middle()], [try root(unknown)]) == .untrustedChain)
    #expect(judge([try leaf(unknown)], [try leaf(unknown)]) == .untrustedChain)
    for identifier: UInt in [15, 17, 32, 37] {
      let value: [UInt8] = identifier == 15 ? [3, 2, 2, 0x84] : TestDER.sequence()
      let known = Certificate.Extension(oid: [2, 5, 29, identifier], critical: true, value: value[...])
      #expect(judge([try leaf { $0.extensions = [known] }, try low(), try middle()], [try root()]) == nil)
    }
    for isCritical in [true, false] {
      let constraints = Certificate.Extension(
        oid: [2, 5, 29, 30], critical: isCritical, value: TestDER.sequence()[...])
      #expect(
        judge([try leaf(), try low { $0.extensions = [constraints] }, try middle()], [try root()]) == .untrustedChain)
      #expect(
        judge([try leaf(), try low(), try middle()], [try root { $0.extensions = [constraints] }]) == .untrustedChain)
    }
  }

  @Test("validity dates of leaf, intermediates and anchor are checked to the second")
  func dates() throws {
    let now = Ceremony.now.seconds
    for (from, until, passes) in [(now, now, true), (now + 1, now + 2, false), (now - 2, now - 1, false)] {
      let bounds: (inout TestCertificate) -> Void = { ($0.from, $0.until) = (from, until) }
      for (path, anchor) in [
        ([try leaf(bounds), try low(), try middle()], try root()),
        ([try leaf(), try low(bounds), try middle()], try root()),
        ([try leaf(), try low(), try middle()], try root(bounds)),
      ] { #expect(judge(path, [anchor]) == (passes ? nil : .certificateExpired)) }
      let anchor = try leaf(bounds)
      #expect(judge([anchor], [anchor]) == (passes ? nil : .certificateExpired))
    }
  }

  @Test("one suitable anchor among several with the same name and key is enough")
  func renewedAnchors() throws {
    let path = [try leaf(), try low(), try middle()]
    let (expired, short, fit) = (try root { $0.until = 1_700_000_001 }, try root { $0.pathLength = 0 }, try root())
    for anchors in [[expired, fit], [fit, expired], [short, expired, fit]] { #expect(judge(path, anchors) == nil) }
    #expect(judge(path, [expired, short]) == .certificateExpired)
    #expect(judge(path, [short, expired]) == .untrustedChain)
  }

  @Test("signatures must be by the named issuer's key, with SHA-256 or better")
  func signatures() throws {
    #expect(judge([try leaf(by: middleKey), try low(), try middle()], [try root()]) == .untrustedChain)
    #expect(
      judge(
        [try leaf(), try low(), try middle()], [try certificate("Root", lowKey.publicKey, issuer: "Root", by: lowKey)])
        == .untrustedChain)
    let rsa = Certificate.PrivateKey(TestKeys.rsa)
    let authority = TestCertificate(subject: "CN=RSA", issuer: "CN=RSA", isAuthority: true)
    let anchor = try X509Certificate(der: try TestCertificate.der(try authority.make(rsa.publicKey, by: rsa)))
    for (algorithm, passes) in [
      (.sha256WithRSAEncryption, true), (.sha384WithRSAEncryption, true), (.sha512WithRSAEncryption, true),
      (.sha1WithRSAEncryption, false),
    ] as [(Certificate.SignatureAlgorithm, Bool)] {
      let made = TestCertificate(issuer: "CN=RSA", isAuthority: false, signatureAlgorithm: algorithm)
      let leaf = try X509Certificate(
        der: try TestCertificate.der(try made.make(Certificate.PublicKey(leafKey.publicKey), by: rsa)))
      #expect((judge([leaf], [anchor]) == nil) == passes)
    }
    for key in [
      Certificate.PrivateKey(P384.Signing.PrivateKey()), Certificate.PrivateKey(P521.Signing.PrivateKey()),
      Certificate.PrivateKey(Curve25519.Signing.PrivateKey()),
    ] {
      let anchor = try X509Certificate(der: try TestCertificate.der(try authority.make(key.publicKey, by: key)))
      let made = TestCertificate(issuer: "CN=RSA", isAuthority: false)
      var der = try TestCertificate.der(try made.make(Certificate.PublicKey(leafKey.publicKey), by: key))
      #expect(judge([try X509Certificate(der: der)], [anchor]) == nil)
      der[der.count - 3] ^= 1
      #expect(judge([try X509Certificate(der: der)], [anchor]) == .untrustedChain)
    }
  }

  @Test("ten certificates in a statement are read; eleven are rejected before any is parsed")
  func count() throws {
    let leaf = try TestCertificate(isAuthority: false).make(leafKey.publicKey, by: rootKey)
    for (count, passes) in [(10, true), (11, false)] {
      let result = try Ceremony.register(.packed(.es256(leafKey), [Certificate](repeating: leaf, count: count)))
      if passes {
        #expect(throws: Never.self) { try result.get() }
      } else {
        expectRefusal(result, 23, .malformedAttestation)
      }
    }
  }
}
