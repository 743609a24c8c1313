import Encoding

/// Bytes that JSON carries in Crockford's base32.
public struct Base32Bytes: Hashable, Sendable, Codable {
  public var bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// - Returns: `nil` where the text stands for no bytes, or for another number of them.
  public init?(text: some StringProtocol, count: Int? = nil) {
    guard let bytes = CrockfordBase32.decode(text, count: count) else { return nil }
    self.bytes = bytes
  }
  public var text: String { CrockfordBase32.encode(bytes) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = CrockfordBase32.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base32")
    }
    self.bytes = bytes
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
