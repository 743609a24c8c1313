import Crypto
import Encoding

/// Compact JWE and JWS (RFC 7516, 7515) as texts.
public enum Compact {
  /// `H` of the format (§1): what names a compact text, byte for byte.
  public static func hash(_ text: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Array(text.utf8)))) }

  /// The parts between the dots; `shape` where there are not `count`.
  static func parts(_ text: String, count: Int) throws(WrapsError) -> [Substring] {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: count, omittingEmptySubsequences: false)
    guard parts.count == count else { throw WrapsError(.shape) }
    return parts.map(Substring.init)
  }

  /// The bytes of a part.
  static func bytes(_ part: Substring) throws(WrapsError) -> [UInt8] {
    guard let bytes = Base64URL.decode(part) else { throw WrapsError(.base64URL) }
    return bytes
  }

  /// Whether a part is the encoding of exactly these bytes.
  static func equals(_ part: Substring, _ bytes: [UInt8]) -> Bool { part.utf8.elementsEqual(Base64URL.encode(bytes).utf8) }
}
