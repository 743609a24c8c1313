/// A number from the IANA registry "COSE Algorithms" (WebAuthn Level 3 §5.8.5). Any number can be named; what can be verified is
/// decided by ``SignatureAlgorithms``.
public struct COSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The registered number.
  public var rawValue: Int

  /// Any number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Any number.
  public init(integerLiteral value: Int) { rawValue = value }

  /// ECDSA with SHA-256; in WebAuthn always on P-256.
  public static let es256: Self = -7
  /// ECDSA with SHA-384; in WebAuthn always on P-384.
  public static let es384: Self = -35
  /// ECDSA with SHA-512; in WebAuthn always on P-521.
  public static let es512: Self = -36
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  public static let rs256: Self = -257
  /// RSASSA-PSS with SHA-256.
  public static let ps256: Self = -37
  /// EdDSA; in WebAuthn always Ed25519.
  public static let edDSA: Self = -8

  /// The number.
  public var description: String { String(rawValue) }

  /// Reads the number.
  public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(Int.self) }
  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
