import Encoding
import Foundation

/// Bytes encoded in JSON with Crockford's base32.
public struct Base32Bytes: Hashable, Sendable, Codable {
  public var bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// - Returns: `nil` if the text is invalid, or encodes a different number of bytes.
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

/// A time as the protocol encodes it: `{"t_s": seconds}` of the Unix clock, or `{"t_s": "never"}`. The form used before
/// 2022, `{"t_ms": …}`, can also be read.
public enum Timestamp: Hashable, Sendable, Codable {
  case seconds(Int64), never

  private enum Key: String, CodingKey { case seconds = "t_s", milliseconds = "t_ms" }
  public init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let key: Key = body.contains(.seconds) ? .seconds : .milliseconds
    if let number = try? body.decode(Int64.self, forKey: key) {
      self = .seconds(key == .seconds ? number : number / 1000)
    } else if try body.decode(String.self, forKey: key) == "never" {
      self = .never
    } else {
      throw DecodingError.dataCorruptedError(forKey: key, in: body, debugDescription: "not a time")
    }
  }
  public func encode(to encoder: any Encoder) throws {
    var body = encoder.container(keyedBy: Key.self)
    switch self {
    case .seconds(let seconds): try body.encode(seconds, forKey: .seconds)
    case .never: try body.encode("never", forKey: .seconds)
    }
  }
}
