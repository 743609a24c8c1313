import Encoding

/// An authenticator's model, as the authenticator reports it (WebAuthn Level 3 §6.5.1). The model is only a claim
/// unless an attestation vouches for it.
public struct AAGUID: Hashable, Sendable, Codable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The all-zero AAGUID: the authenticator does not report its model.
  public static let zero = Self(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Creates an AAGUID from 16 bytes; `nil` for any other length.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Creates an AAGUID from its text form, with or without hyphens.
  public init?(_ text: String) {
    guard let bytes = Hex.decode(text.filter { $0 != "-" }) else { return nil }
    self.init(bytes)
  }

  /// The 16 bytes.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - $0 * 8)) } }
  }

  /// Returns `true` if `bytes` are the 16 bytes of the AAGUID.
  func isEqual(_ bytes: some Collection<UInt8>) -> Bool { AAGUID(bytes) == self }

  /// The text form, for example `01020304-0506-0708-0102-030405060708`.
  public var description: String {
    let hex = Array(Hex.encode(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
  }

  /// Reads the text form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "An AAGUID has 32 hexadecimal digits.")
    }
    self = value
  }

  /// Writes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
