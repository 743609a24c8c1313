import Encoding

/// A signed token of this provider (RFC 7519), in the compact form (RFC 7515 §7.1).
public struct JSONWebToken {
  /// The types of tokens, `typ`. A token is never taken for one of another type (RFC 8725 §3.11).
  enum Kind: String {
    case id = "JWT"
    case logout = "logout+jwt"
  }

  /// - Parameter claims: Writes the members of the token.
  static func signed(
    _ kind: Kind, with algorithm: SigningAlgorithm, of keys: SigningKeys, _ claims: (inout JSONWriter) -> Void
  ) throws -> String {
    guard let key = keys.signing(algorithm) else { throw SigningKeys.Incomplete() }
    let header = JSONWriter.bytes {
      $0.object {
        $0.member("alg", key.algorithm.rawValue)
        $0.member("kid", key.id)
        $0.member("typ", kind.rawValue)
      }
    }
    let signed = Base64URL.encode(header) + "." + Base64URL.encode(JSONWriter.bytes { $0.object(claims) })
    return signed + "." + Base64URL.encode(try key.signature(for: Array(signed.utf8)))
  }
}

/// An ID Token of ours that a client hands back, as `id_token_hint` (Core §3.1.2.1). It may be old.
public struct IDTokenHint: Hashable, Sendable {
  public var subject: String
  public var audience: String
  public var session: String?

  private static let longest = 4096

  /// Returns `nil` if this issuer did not sign it. The algorithm is the key's, whatever the header says of it.
  public init?(_ token: String, from issuer: String, _ keys: SigningKeys) {
    guard token.utf8.count <= Self.longest else { return nil }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]).flatMap({ try? JSONDocument($0) }),
      let claims = Base64URL.decode(parts[1]).flatMap({ try? JSONDocument($0) }),
      let signature = Base64URL.decode(parts[2])
    else { return nil }
    func text(_ name: StaticString, in document: JSONDocument) -> String? {
      document.member(name, of: document.root).flatMap(document.string)
    }
    guard let id = text("kid", in: header), let key = keys.all.first(where: { $0.id == id }),
      text("alg", in: header) == key.algorithm.rawValue, text("typ", in: header) == JSONWebToken.Kind.id.rawValue,
      key.isValid(signature, for: Array("\(parts[0]).\(parts[1])".utf8)),
      text("iss", in: claims) == issuer, let subject = text("sub", in: claims),
      let audience = text("aud", in: claims)
    else { return nil }
    self.subject = subject; self.audience = audience
    session = text("sid", in: claims)
  }
}
