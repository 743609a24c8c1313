import Crypto
import Encoding
import X509

@testable import RelyingParty

/// `TPMT_PUBLIC` (TPM 2.0 Library, Part 2 §12.2.4) as a TPM writes it.
struct TestPublicArea {
  var type: UInt16
  var nameAlgorithm: UInt16 = 0x000b
  var symmetric: [UInt8] = [0, 0x10]
  var scheme: [UInt8] = [0, 0x10]
  /// The key's parameters that follow the scheme.
  var parameters: [UInt8]
  var unique: [UInt8]
  /// `objectAttributes`: fixedTPM, fixedParent, sensitiveDataOrigin, userWithAuth, restricted, sign.
  var attributes: [UInt8] = [0, 5, 0, 0x72]
  var suffix: [UInt8] = []

  var bytes: [UInt8] {
    type.bigEndianBytes + nameAlgorithm.bigEndianBytes + attributes + TestTPM.buffer([UInt8](repeating: 9, count: 32))
      + symmetric + scheme
      + parameters + unique + suffix
  }

  static func elliptic(_ raw: [UInt8], curve: UInt16) -> Self {
    let half = raw.count / 2
    return Self(
      type: 0x0023, parameters: curve.bigEndianBytes + [0, 0x10],
      unique: TestTPM.buffer(Array(raw[..<half])) + TestTPM.buffer(Array(raw[half...])))
  }

  static func rsa(_ modulus: [UInt8], exponent: [UInt8] = [0, 0, 0, 0]) -> Self {
    Self(type: 0x0001, parameters: [0x08, 0] + exponent, unique: TestTPM.buffer(modulus))
  }

  /// The public area of an authenticator's key.
  static func of(_ key: TestAuthenticator.Key) throws -> Self {
    switch key {
    case .es256(let key): elliptic(Array(key.publicKey.rawRepresentation), curve: 3)
    case .es384(let key): elliptic(Array(key.publicKey.rawRepresentation), curve: 4)
    case .es512(let key): elliptic(Array(key.publicKey.rawRepresentation), curve: 5)
    default: rsa(Array(try TestKeys.rsa.publicKey.getKeyPrimitives().modulus))
    }
  }
}

/// `TPMS_ATTEST` (§10.12.12) as `TPM2_Certify` writes it.
struct TestCertification {
  var magic: UInt32 = 0xff54_4347
  var type: UInt16 = 0x8017
  var extraData: [UInt8]
  var name: [UInt8]
  var suffix: [UInt8] = []

  var bytes: [UInt8] {
    magic.bigEndianBytes + type.bigEndianBytes + TestTPM.buffer([1, 2, 3]) + TestTPM.buffer(extraData)
      + [UInt8](repeating: 4, count: 17 + 8)
      + TestTPM.buffer(name) + TestTPM.buffer([5, 6]) + suffix
  }
}

/// A simulated TPM with an attestation identity key. It can be made to answer wrongly in one respect at a time.
struct TestTPM {
  var identityKey = TestAuthenticator.Key.es256(P256.Signing.PrivateKey())
  var version = "2.0"
  /// The value of `alg`; `nil` for the identity key's algorithm.
  var algorithm: Int64?
  var area: (inout TestPublicArea) -> Void = { _ in }
  var certification: (inout TestCertification) -> Void = { _ in }
  var certificate: (inout TestCertificate) -> Void = { _ in }
  var alternativeName: Certificate.Extension? = Certificate.Extension(
    oid: [2, 5, 29, 17], critical: true, value: TestTPM.alternativeName("id:4E544300")[...])
  var keyUsage: Certificate.Extension? = Certificate.Extension(
    oid: [2, 5, 29, 37], critical: false, value: TestTPM.purposes([8, 3])[...])

  static func buffer(_ bytes: [UInt8]) -> [UInt8] { UInt16(bytes.count).bigEndianBytes + bytes }

  static func alternativeName(_ manufacturer: String?) -> [UInt8] {
    let maker = manufacturer.map { TestDER.attribute([2, 23, 133, 2, 1], TestDER.text($0)) } ?? []
    let model = TestDER.attribute([2, 23, 133, 2, 2], TestDER.text("NPCT6xx"))
    return TestDER.sequence(
      TestDER.tagged(2, constructed: false, Array("tpm.example".utf8)),
      TestDER.tagged(4, TestDER.sequence(maker, model)))
  }

  /// Key purposes defined by the Trusted Computing Group.
  static func purposes(_ last: [UInt32]) -> [UInt8] { TestDER.sequence(TestDER.identifier([2, 23, 133] + last)) }

  private static func digest(_ algorithm: UInt16, _ bytes: [UInt8]) -> [UInt8] {
    switch algorithm {
    case 0x0004: Array(Insecure.SHA1.hash(data: bytes))
    case 0x000c: Array(SHA384.hash(data: bytes))
    case 0x000d: Array(SHA512.hash(data: bytes))
    default: Array(SHA256.hash(data: bytes))
    }
  }

  private var hash: UInt16 {
    switch TestAuthenticator(key: identityKey).algorithm {
    case .rs1: 0x0004
    case .es384, .rs384: 0x000c
    case .es512, .rs512: 0x000d
    default: 0x000b
    }
  }

  func leaf(by issuer: TestIssuer) throws -> Certificate {
    var made = TestCertificate(
      subject: "", isAuthority: false, aaguid: [UInt8](1...16),
      extensions: [alternativeName, keyUsage].compactMap { $0 })
    certificate(&made)
    return try made.make(try identityKey.certified(), by: issuer.key)
  }

  /// A statement about an authenticator's key.
  func statement(about key: TestAuthenticator.Key, by issuer: TestIssuer, _ chain: [Certificate]? = nil) throws
    -> TestStatement
  {
    var area = try TestPublicArea.of(key)
    self.area(&area)
    let (areaBytes, signer) = (area.bytes, TestAuthenticator(key: identityKey))
    let chain = try chain ?? [leaf(by: issuer)]
    return TestStatement(format: "tpm") { message, _ in
      var certification = TestCertification(
        extraData: Self.digest(hash, message),
        name: area.nameAlgorithm.bigEndianBytes + Self.digest(area.nameAlgorithm, areaBytes))
      self.certification(&certification)
      return [
        "ver": .text(version), "alg": .integer(algorithm ?? Int64(signer.algorithm.rawValue)),
        "sig": TestStatement.bytes(try signer.sign(certification.bytes)),
        "certInfo": TestStatement.bytes(certification.bytes), "pubArea": TestStatement.bytes(areaBytes),
        "x5c": try TestStatement.x5c(chain),
      ]
    }
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
