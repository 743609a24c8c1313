import Crypto
import Encoding

/// `clientDataJSON`, byte by byte as WebAuthn L3 §5.8.1.1 serializes it.
struct ClientData: Hashable, Sendable {
  enum Kind: String { case create = "webauthn.create", get = "webauthn.get" }
  let bytes: [UInt8]

  init(_ kind: Kind, challenge: [UInt8], _ place: RequestOrigin) {
    var json = JSONWriter()
    json.object {
      $0.member("type", kind.rawValue)
      $0.member("challenge", base64URL: challenge)
      $0.member("origin", place.origin)
      $0.member("crossOrigin", !place.isSameOriginWithAncestors)
      if !place.isSameOriginWithAncestors { $0.member("topOrigin", place.topOrigin) }
    }
    bytes = json.bytes
  }

  /// SHA-256, which the authenticator signs.
  var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }
}
