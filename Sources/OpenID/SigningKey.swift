import Crypto
import CryptoExtras
import Encoding

/// A key with which this provider signs tokens.
public struct SigningKey: Sendable {
  enum Material: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
  }
  let material: Material
  /// The name of the key in headers and in the published set: its thumbprint (RFC 7638), in base64url.
  public let id: String

  /// The text is no private key in PEM, or of another kind.
  public struct Unreadable: Error {}

  /// - Parameter pem: A private key of RSA with at least 2048 bits or of P-256, as PKCS #8 or as its own kind has it.
  public init(pem: String) throws {
    if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
      material = .p256(key)
    } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem), key.keySizeInBits >= 2048 {
      material = .rsa(key)
    } else {
      throw Unreadable()
    }
    id = try Self.thumbprint(material)
  }

  /// The algorithm of the key.
  public var algorithm: SigningAlgorithm {
    switch material {
    case .rsa: .rs256
    case .p256: .es256
    }
  }

  /// Returns the signature of a JWS (RFC 7518 §3.3, §3.4).
  func signature(for bytes: [UInt8]) throws -> [UInt8] {
    switch material {
    case .rsa(let key): Array(try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation)
    case .p256(let key): Array(try key.signature(for: bytes).rawRepresentation)
    }
  }

  func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
    switch material {
    case .rsa(let key):
      key.publicKey.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: bytes, padding: .insecurePKCS1v1_5)
    case .p256(let key):
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
        key.publicKey.isValidSignature($0, for: bytes)
      } ?? false
    }
  }

  /// Writes the public key (RFC 7517 §4, RFC 7518 §6).
  func write(to writer: inout JSONWriter) {
    writer.object { key in
      Self.writePublic(material, to: &key)
      key.member("alg", algorithm.rawValue)
      key.member("kid", id)
      key.member("use", "sig")
    }
  }

  /// The members that a thumbprint is taken of, in the order of their names (RFC 7638 §3.2).
  private static func writePublic(_ material: Material, to writer: inout JSONWriter) {
    switch material {
    case .rsa(let key):
      guard let numbers = try? key.publicKey.getKeyPrimitives() else { return }
      writer.member("e", base64URL: Array(numbers.publicExponent))
      writer.member("kty", "RSA")
      writer.member("n", base64URL: Array(numbers.modulus))
    case .p256(let key):
      let point = Array(key.publicKey.rawRepresentation)
      writer.member("crv", "P-256")
      writer.member("kty", "EC")
      writer.member("x", base64URL: Array(point[..<32]))
      writer.member("y", base64URL: Array(point[32...]))
    }
  }

  private static func thumbprint(_ material: Material) throws -> String {
    let members = JSONWriter.bytes { $0.object { writePublic(material, to: &$0) } }
    return Base64URL.encode(Array(SHA256.hash(data: members)))
  }
}

/// The keys of this provider: those that sign, and those from before, which are still published.
public struct SigningKeys: Sendable {
  /// The newest of each algorithm comes first.
  public let all: [SigningKey]

  /// Not every algorithm has a key.
  public struct Incomplete: Error {}

  public init(_ keys: [SigningKey]) throws(Incomplete) {
    all = keys
    for algorithm in SigningAlgorithm.allCases where !keys.contains(where: { $0.algorithm == algorithm }) {
      throw Incomplete()
    }
  }

  func signing(_ algorithm: SigningAlgorithm) -> SigningKey? { all.first { $0.algorithm == algorithm } }

  /// The published set (RFC 7517 §5).
  public var set: [UInt8] {
    JSONWriter.bytes { $0.object { $0.member("keys") { $0.array(all) { $1.write(to: &$0) } } } }
  }
}
