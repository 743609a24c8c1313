/// A number from the IANA registry "COSE Algorithms" (WebAuthn Level 3 §5.8.5). Any number is allowed;
/// ``SignatureAlgorithms`` lists those that can be verified.
public struct COSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The registered number.
  public var rawValue: Int

  /// Creates an identifier from any number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Creates an identifier from any integer literal.
  public init(integerLiteral value: Int) { rawValue = value }

  /// ECDSA with SHA-256; in WebAuthn always on P-256.
  public static let es256: Self = -7
  /// ECDSA with SHA-384; in WebAuthn always on P-384.
  public static let es384: Self = -35
  /// ECDSA with SHA-512; in WebAuthn always on P-521.
  public static let es512: Self = -36
  /// ECDSA with SHA-256 on P-256, fully specified.
  public static let esp256: Self = -9
  /// ECDSA with SHA-384 on P-384, fully specified.
  public static let esp384: Self = -51
  /// ECDSA with SHA-512 on P-521, fully specified.
  public static let esp512: Self = -52
  /// ECDSA with SHA-256 on secp256k1.
  public static let es256K: Self = -47
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  public static let rs256: Self = -257
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  public static let rs384: Self = -258
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  public static let rs512: Self = -259
  /// RSASSA-PKCS1-v1_5 with SHA-1.
  public static let rs1: Self = -65535
  /// RSASSA-PSS with SHA-256.
  public static let ps256: Self = -37
  /// RSASSA-PSS with SHA-384.
  public static let ps384: Self = -38
  /// RSASSA-PSS with SHA-512.
  public static let ps512: Self = -39
  /// EdDSA; in WebAuthn always Ed25519.
  public static let edDSA: Self = -8
  /// EdDSA on Ed25519, fully specified.
  public static let ed25519: Self = -19
  /// EdDSA on Ed448, fully specified.
  public static let ed448: Self = -53
  /// ML-DSA-44.
  public static let mlDSA44: Self = -48
  /// ML-DSA-65.
  public static let mlDSA65: Self = -49
  /// ML-DSA-87.
  public static let mlDSA87: Self = -50

  /// The number as text.
  public var description: String { String(rawValue) }

  /// Reads the number.
  public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(Int.self) }
  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
