import Crypto
import CryptoExtras

/// RSA signatures: RSASSA-PKCS1-v1_5 (RFC 8812 §2) and RSASSA-PSS with a salt as long as the hash (RFC 8230 §2), with
/// keys of 2048 to 8192 bits.
public struct RSASSA: SignatureAlgorithm {
  /// The COSE number of the algorithm.
  public let identifier: COSEAlgorithmIdentifier
  private let hash: RSASSAKey.Hash
  private let padding: _RSA.Signing.Padding

  /// -257: PKCS1-v1_5 with SHA-256.
  public static let rs256 = Self(identifier: .rs256, hash: .sha256, padding: .insecurePKCS1v1_5)
  /// -258: PKCS1-v1_5 with SHA-384.
  public static let rs384 = Self(identifier: .rs384, hash: .sha384, padding: .insecurePKCS1v1_5)
  /// -259: PKCS1-v1_5 with SHA-512.
  public static let rs512 = Self(identifier: .rs512, hash: .sha512, padding: .insecurePKCS1v1_5)
  /// -37: PSS with SHA-256.
  public static let ps256 = Self(identifier: .ps256, hash: .sha256, padding: .PSS)
  /// -38: PSS with SHA-384.
  public static let ps384 = Self(identifier: .ps384, hash: .sha384, padding: .PSS)
  /// -39: PSS with SHA-512.
  public static let ps512 = Self(identifier: .ps512, hash: .sha512, padding: .PSS)

  private init(identifier: COSEAlgorithmIdentifier, hash: RSASSAKey.Hash, padding: _RSA.Signing.Padding) {
    (self.identifier, self.hash, self.padding) = (identifier, hash, padding)
  }

  /// Returns the verification key. The modulus and the exponent must be odd, canonical and of a reasonable size.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    try RSASSAKey(key, hash: hash, padding: padding)
  }
}

/// RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8812 §2), with which older TPMs sign attestation statements.
///
/// SHA-1 collisions are feasible, so this algorithm is not among ``SignatureAlgorithms/standard``. A relying party that
/// must accept such keys adds it: `algorithms.adding(RS1())`.
public struct RS1: SignatureAlgorithm {
  /// Creates the algorithm.
  public init() {}

  /// The COSE number, -65535.
  public var identifier: COSEAlgorithmIdentifier { .rs1 }

  /// Returns the verification key. The modulus and the exponent must be odd, canonical and of a reasonable size, at
  /// least 2048 bits.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    try RSASSAKey(key, hash: .sha1, padding: .insecurePKCS1v1_5)
  }
}

/// A key together with the hash and the padding of its algorithm.
///
/// The hash is a value rather than a type parameter: swift-crypto's hash functions are slower in code that is not
/// specialized for one of them.
struct RSASSAKey: VerificationKey {
  enum Hash: Sendable { case sha1, sha256, sha384, sha512 }

  /// The allowed lengths, for 2048 to 8192 bits. Smaller moduli can be factored, and larger moduli are too expensive
  /// for a server to verify.
  private static let modulusByteCounts = 256...1024

  private let key: _RSA.Signing.PublicKey
  private let hash: Hash
  private let padding: _RSA.Signing.Padding

  init(_ key: COSEKey, hash: Hash, padding: _RSA.Signing.Padding) throws(COSEKeyError) {
    (self.key, self.hash, self.padding) = (try Self.importKey(key.parameters), hash, padding)
  }

  /// Returns only the key, for callers that choose the hash and the padding later.
  static func importKey(_ parameters: COSEKey.Parameters) throws(COSEKeyError) -> _RSA.Signing.PublicKey {
    guard case .rsa(let n, let e) = parameters, Self.modulusByteCounts.contains(n.count), (1...4).contains(e.count)
    else { throw .invalid }
    // Neither number may have leading zeros, both must be odd, and the exponent must be greater than 1.
    guard let top = n.first, top != 0, e.first != 0, (n.last ?? 0) & 1 == 1, let low = e.last, low & 1 == 1,
      e.count > 1 || low > 1
    else {
      throw .invalid
    }
    do { return try _RSA.Signing.PublicKey(n: n, e: e) } catch { throw .invalid }
  }

  /// Verifies a signature, which is invalid unless it has as many bytes as the modulus.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return switch hash {
    case .sha1: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: message), padding: padding)
    case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
    case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message), padding: padding)
    case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: message), padding: padding)
    }
  }
}
