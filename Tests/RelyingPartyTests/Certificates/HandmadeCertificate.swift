import Crypto

@testable import RelyingParty

/// A certificate assembled from its DER parts, so that any of them can be wrong while the signature is valid.
struct HandmadeCertificate {
  var version = TestDER.tagged(0, TestDER.integer(2))
  var serialNumber = TestDER.integer(1)
  var algorithm = TestDER.sequence(TestDER.identifier([1, 2, 840, 10045, 4, 3, 2]))
  /// The algorithm outside the signed part, or `nil` for the same one.
  var outerAlgorithm: [UInt8]?
  var issuer = Self.name("Root")
  var validity = TestDER.sequence(Self.utcTime("240101000000Z"), Self.utcTime("300101000000Z"))
  var subject = Self.name("Root")
  var keyAlgorithm = TestDER.sequence(
    TestDER.identifier([1, 2, 840, 10045, 2, 1]), TestDER.identifier([1, 2, 840, 10045, 3, 1, 7]))
  /// The public key, or `nil` for the signing key's.
  var key: [UInt8]?
  /// The bytes that follow the key: unique identifiers.
  var identifiers: [UInt8] = []
  /// The extensions, each with identifier and value, or `nil` for no list.
  var extensions: [[UInt8]]? = [Self.authority]
  /// The bytes after the extensions, after their list in the surrounding tag, and after the certificate.
  var behindExtensions: [UInt8] = []
  var insideExtensions: [UInt8] = []
  var suffix: [UInt8] = []
  var behindSignature: [UInt8] = []
  var signaturePrefix: [UInt8] = [0]
  var signature: ([UInt8]) -> [UInt8] = { $0 }
  var signingKey = P256.Signing.PrivateKey()

  static func name(_ common: String) -> [UInt8] {
    TestDER.sequence(TestDER.attribute([2, 5, 4, 3], TestDER.text(common)))
  }
  static func utcTime(_ text: String) -> [UInt8] { TestDER.element(0x17, Array(text.utf8)) }
  static func generalizedTime(_ text: String) -> [UInt8] { TestDER.element(0x18, Array(text.utf8)) }

  static func certificateExtension(_ identifier: [UInt32], critical: [UInt8] = [], _ value: [UInt8]) -> [UInt8] {
    TestDER.sequence(TestDER.identifier(identifier), critical, TestDER.octets(value))
  }

  static func constraints(_ value: [UInt8]) -> [UInt8] {
    certificateExtension([2, 5, 29, 19], critical: TestDER.boolean(), value)
  }
  static func keyUsage(_ value: [UInt8]) -> [UInt8] {
    certificateExtension([2, 5, 29, 15], critical: TestDER.boolean(), value)
  }
  static let authority = constraints(TestDER.sequence(TestDER.boolean()))

  func der() throws -> [UInt8] {
    let keyInfo = TestDER.sequence(keyAlgorithm, TestDER.bits(key ?? Array(signingKey.publicKey.x963Representation)))
    let list = extensions.map { TestDER.tagged(3, TestDER.element(0x30, $0.flatMap { $0 }) + insideExtensions) } ?? []
    let signed = TestDER.sequence(
      version, serialNumber, algorithm, issuer, validity, subject, keyInfo, identifiers, list, behindExtensions)
    let value = signature(Array(try signingKey.signature(for: signed).derRepresentation))
    return TestDER.sequence(
      signed, outerAlgorithm ?? algorithm, TestDER.element(0x03, signaturePrefix + value), behindSignature) + suffix
  }

  /// The certificate, if it can be read.
  func certificate() throws -> X509Certificate { try X509Certificate(der: try der()) }
}
