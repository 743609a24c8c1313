import Crypto
import Encoding
import Foundation
import Synchronization

/// A pretended authenticator with real keys in memory: for the demo, for measuring, and for tests that need no browser.
/// It is not what anybody should keep an account with; every page of the demo says so.
public final class DemoAuthenticator: Sendable {
  struct Held { var key: P256.Signing.PrivateKey, id: [UInt8], rpID: String, userHandle: [UInt8], signCount: UInt32 }
  private let held = Mutex<[Held]>([])

  public init() {}

  /// How an answer can be spoiled, to see it refused.
  public enum Spoiling: Sendable { case none, signature, origin(String), userVerification, counter }

  /// What went wrong: the options are not what a browser would take.
  public struct Failure: Error {}

  /// RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON, as a browser on a page of `origin` would give it.
  public func create(_ options: String, origin: String, spoiling: Spoiling = .none) throws -> String {
    let options = try Self.object(options)
    guard let rp = options["rp"] as? [String: Any], let rpID = rp["id"] as? String, let user = options["user"] as? [String: Any],
      let handle = (user["id"] as? String).flatMap({ Base64URL.decode($0) }), let challenge = options["challenge"] as? String
    else { throw Failure() }
    let key = P256.Signing.PrivateKey(), id = Array(SHA256.hash(data: key.rawRepresentation))
    held.withLock { $0.append(Held(key: key, id: id, rpID: rpID, userHandle: handle, signCount: 0)) }
    let point = Array(key.publicKey.rawRepresentation)
    let publicKey = CBORValue.map([
      CBOREntry(key: .integer(1), value: .integer(2)), CBOREntry(key: .integer(3), value: .integer(-7)),
      CBOREntry(key: .integer(-1), value: .integer(1)),
      CBOREntry(key: .integer(-2), value: .bytes(point[..<32])), CBOREntry(key: .integer(-3), value: .bytes(point[32...])),
    ])
    let attested = [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + publicKey.encoded()
    let data = Self.authenticatorData(rpID, flags: Self.flags(spoiling) | 0x40, signCount: 0) + attested
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text("none")), CBOREntry(key: .text("attStmt"), value: .map([])),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
    ])
    return try Self.text([
      "id": Base64URL.encode(id), "rawId": Base64URL.encode(id), "type": "public-key", "authenticatorAttachment": "platform",
      "response": [
        "clientDataJSON": Base64URL.encode(try Self.clientData("webauthn.create", challenge, origin, spoiling)),
        "attestationObject": Base64URL.encode(object.encoded()), "transports": ["internal"],
      ] as [String: Any], "clientExtensionResults": ["credProps": ["rk": true]],
    ])
  }

  /// AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON, by the newest key that fits; `nil` where there is none.
  public func get(_ options: String, origin: String, spoiling: Spoiling = .none) throws -> String? {
    let options = try Self.object(options)
    guard let rpID = options["rpId"] as? String, let challenge = options["challenge"] as? String else { throw Failure() }
    let allowed = (options["allowCredentials"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    let found: Held? = held.withLock { held in
      guard let index = held.lastIndex(where: { $0.rpID == rpID && (allowed.isEmpty || allowed.contains(Base64URL.encode($0.id))) }) else {
        return nil
      }
      if case .counter = spoiling { held[index].signCount = 0 } else { held[index].signCount += 1 }
      return held[index]
    }
    guard let found else { return nil }
    let data = Self.authenticatorData(rpID, flags: Self.flags(spoiling), signCount: found.signCount)
    let clientData = try Self.clientData("webauthn.get", challenge, origin, spoiling)
    var signature = Array(try found.key.signature(for: data + Array(SHA256.hash(data: clientData))).derRepresentation)
    if case .signature = spoiling { signature[signature.count - 1] ^= 1 }
    return try Self.text([
      "id": Base64URL.encode(found.id), "rawId": Base64URL.encode(found.id), "type": "public-key", "authenticatorAttachment": "platform",
      "response": [
        "clientDataJSON": Base64URL.encode(clientData), "authenticatorData": Base64URL.encode(data), "signature": Base64URL.encode(signature),
        "userHandle": Base64URL.encode(found.userHandle),
      ], "clientExtensionResults": [String: Any](),
    ])
  }

  private static func flags(_ spoiling: Spoiling) -> UInt8 { if case .userVerification = spoiling { 0x01 } else { 0x05 } }

  private static func authenticatorData(_ rpID: String, flags: UInt8, signCount: UInt32) -> [UInt8] {
    Array(SHA256.hash(data: Array(rpID.utf8))) + [flags] + withUnsafeBytes(of: signCount.bigEndian, Array.init)
  }
  private static func clientData(_ type: String, _ challenge: String, _ origin: String, _ spoiling: Spoiling) throws -> [UInt8] {
    let origin = if case .origin(let other) = spoiling { other } else { origin }
    return Array(try text(["type": type, "challenge": challenge, "origin": origin, "crossOrigin": false]).utf8)
  }
  private static func object(_ text: String) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { throw Failure() }
    return object
  }
  private static func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.withoutEscapingSlashes, .sortedKeys]), as: UTF8.self)
  }
}
