import Crypto
import Encoding
import Model

/// What the cookie holds: 32 random bytes, base64url. The store knows only its SHA-256.
public struct SessionToken: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  init(randomBytes: [UInt8]) { text = Base64URL.encode(randomBytes) }
  /// `nil` for a text that no server gave out.
  public init?(_ text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }
  public var id: SessionID { SessionID(digest: Array(SHA256.hash(data: Array(text.utf8)))) }
  public var description: String { "•" }
}
