import Crypto
import CryptoExtras
import Encoding
import Foundation
import OpenID

/// A client, its request, and keys, as most tests start with them.
enum Example {
  static let issuer = "https://id.example"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  // RFC 7636 Appendix B
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  static var client: Client {
    var client = Client(id: "notes", name: "Notes", redirectURIs: ["https://notes.example/back?a=1"])
    client.sector = "notes.example"
    client.scopes = [.profile, .email]
    return client
  }

  static let parameters = [
    ("client_id", "notes"), ("redirect_uri", "https://notes.example/back?a=1"), ("response_type", "code"),
    ("scope", "openid profile"), ("state", "s&t"), ("nonce", "n"), ("code_challenge", challenge),
    ("code_challenge_method", "S256"),
  ]

  /// The request with some parameters changed or, with `nil`, left out.
  static func query(_ changes: [(String, String?)] = []) -> Parameters {
    let names = Set(changes.map(\.0))
    var parameters = Parameters()
    for (name, value) in Self.parameters where !names.contains(name) { parameters.append(name, value) }
    for (name, value) in changes { parameters.append(name, value) }
    return parameters
  }

  static func request(_ changes: [(String, String?)] = [], from client: Client = client) throws(AuthorizationFault)
    -> AuthorizationRequest
  {
    try AuthorizationRequest(query(changes), from: client)
  }

  static let keys = Result {
    try SigningKeys([
      SigningKey(pem: try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation),
      SigningKey(pem: P256.Signing.PrivateKey().pemRepresentation),
    ])
  }

  static func signer() throws -> TokenSigner { TokenSigner(issuer: issuer, keys: try keys.get()) }

  static func secret(_ byte: UInt8) -> GivenSecret { GivenSecret(randomBytes: Array(repeating: byte, count: 32)) }

  /// The header and the claims of a token, unverified.
  static func read(_ token: String) throws -> (header: [String: Any], claims: [String: Any]) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    func object(_ part: Substring) throws -> [String: Any] {
      let bytes = Base64URL.decode(part) ?? []
      return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
    }
    return (try object(parts[0]), try object(parts[1]))
  }
}
