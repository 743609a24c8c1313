import Crypto
import Encoding

/// The `clientDataJSON` that this program writes in a browser's place (WebAuthn Level 3 §5.8.1, §5.8.1.1). There is no
/// page around it, so that it is never cross-origin.
struct ClientData: Hashable, Sendable {
  enum Kind: String { case create = "webauthn.create", get = "webauthn.get" }
  let bytes: [UInt8]

  init(_ kind: Kind, challenge: [UInt8], origin: String) {
    var json = JSONWriter()
    json.object {
      $0.member("type", kind.rawValue)
      $0.member("challenge", base64URL: challenge)
      $0.member("origin", origin)
      $0.member("crossOrigin", false)
    }
    bytes = json.bytes
  }

  /// Returns `true` if a page of this origin may ask for the relying party's passkeys: its host is the RP id, or a
  /// subdomain of it (WebAuthn Level 3 §5.1.4 step 7).
  static func fits(_ origin: String, rpID: String) -> Bool {
    guard let start = origin.firstRange(of: "://") else { return false }
    let host = origin[start.upperBound...].prefix { $0 != ":" && $0 != "/" }
    return host == rpID || host.hasSuffix("." + rpID)
  }
}

/// The inputs of the extension `prf` as CTAP's `hmac-secret` takes them.
enum PRFSalt {
  /// Returns the salt for an input of the site (WebAuthn Level 3 §10.1.4): hashed with a prefix, so that no site can
  /// ask for the output of a different use of the key.
  static func salt(_ input: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input))
  }
}
