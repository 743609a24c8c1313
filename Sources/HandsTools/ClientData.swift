import Crypto
import Encoding

/// The `clientDataJSON` that is made in a browser's place, serialized byte for byte as WebAuthn Level 3 §5.8.1.1
/// specifies.
public struct ClientData: Hashable, Sendable {
  /// The ceremony (WebAuthn Level 3 §5.8.1).
  public enum Kind: String, Sendable { case create = "webauthn.create", get = "webauthn.get" }
  /// The JSON, in UTF-8.
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - challenge: The relying party's challenge, as bytes.
  ///   - isCrossOrigin: `true` if the page is embedded in one of a different origin.
  ///   - topOrigin: The origin of the outermost page, if the page is embedded and its origin is known.
  public init(
    _ kind: Kind, challenge: [UInt8], origin: String, isCrossOrigin: Bool = false, topOrigin: String? = nil
  ) {
    var json = JSONWriter()
    json.object {
      $0.member("type", kind.rawValue)
      $0.member("challenge", base64URL: challenge)
      $0.member("origin", origin)
      $0.member("crossOrigin", isCrossOrigin)
      if isCrossOrigin { $0.member("topOrigin", topOrigin) }
    }
    bytes = json.bytes
  }

  /// The SHA-256 hash, which the authenticator signs.
  public var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }
}

/// The inputs of the WebAuthn extension `prf` as CTAP's `hmac-secret` takes them.
public enum PRFSalt {
  /// Returns the salt of 32 bytes for an input of the page (WebAuthn Level 3 §10.1.4). It is hashed with a prefix, so
  /// that no page can ask for the output of a different use of the key.
  public static func salt(_ input: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input))
  }
}
