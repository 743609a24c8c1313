import Crypto
import Encoding
import Foundation
import Synchronization

/// A simulated authenticator with real keys in memory, for the demo, for benchmarks, and for tests without a browser.
/// No real account should rely on it, and every page of the demo says so.
public final class DemoAuthenticator: Sendable {
  struct Held {
    var key: P256.Signing.PrivateKey, secret: SymmetricKey, id: [UInt8], rpID: String, userHandle: [UInt8]
    /// `true` if the key was created as a portable security key, not as the device's own passkey.
    var isRoaming: Bool
    var signCount: UInt32 = 0
    /// The number of this key's last response among all responses of this authenticator.
    var lastAnswer: Int
  }
  private let held = Mutex<(keys: [Held], answers: Int)>(([], 0))
  private let hasPRF: Bool
  private let refusesExcluded: Bool
  private let isRoaming: Bool?

  /// Creates an authenticator without keys.
  ///
  /// - Parameters:
  ///   - hasPRF: `true` if its keys support the `prf` extension. A caller that forwards their responses removes
  ///     `prf.results` first, as a page does.
  ///   - refusesExcluded: `true` if it behaves as a single key, which creates no second credential. Otherwise it
  ///     behaves as a drawer full of keys and takes the next one.
  ///   - isRoaming: `true` if it is a security key, `false` if it is built into the device; `nil` if it is whichever the
  ///     request hints at.
  public init(hasPRF: Bool = false, refusesExcluded: Bool = false, isRoaming: Bool? = nil) {
    self.hasPRF = hasPRF; self.refusesExcluded = refusesExcluded; self.isRoaming = isRoaming
  }

  /// Gives each of its keys a different secret for the `prf` extension, as an authenticator may do when its PIN is
  /// reset. Their signatures are unaffected.
  public func renewSecrets() {
    held.withLock { held in for index in held.keys.indices { held.keys[index].secret = SymmetricKey(size: .bits256) } }
  }

  /// The ways to corrupt a response, so that its rejection can be observed.
  public enum Spoiling: Sendable { case none, signature, origin(String), userVerification, counter }

  /// The reason for a failure: the options are invalid for a browser, or they list this key as already enrolled.
  public enum Failure: Error { case malformed, excluded }

  /// Returns RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON, as a browser would return it on a
  /// page of `origin`.
  public func create(_ options: String, origin: String, spoiling: Spoiling = .none) throws -> String {
    let options = try Self.object(options)
    guard let rp = options["rp"] as? [String: Any], let rpID = rp["id"] as? String,
      let user = options["user"] as? [String: Any],
      let handle = (user["id"] as? String).flatMap({ Base64URL.decode($0) }),
      let challenge = options["challenge"] as? String
    else { throw Failure.malformed }
    let excluded = Self.ids(options["excludeCredentials"])
    let isRoaming = isRoaming ?? (options["hints"] as? [String] ?? []).contains("security-key")
    let key = P256.Signing.PrivateKey(), id = Array(SHA256.hash(data: key.rawRepresentation))
    let secret = SymmetricKey(size: .bits256)
    try held.withLock { held in
      if refusesExcluded,
        held.keys.contains(where: { $0.rpID == rpID && excluded.contains(Base64URL.encode($0.id)) })
      {
        throw Failure.excluded
      }
      held.answers += 1
      held.keys.append(
        Held(
          key: key, secret: secret, id: id, rpID: rpID, userHandle: handle, isRoaming: isRoaming,
          lastAnswer: held.answers))
    }
    let point = Array(key.publicKey.rawRepresentation)
    let publicKey = CBORValue.map([
      CBOREntry(key: .integer(1), value: .integer(2)), CBOREntry(key: .integer(3), value: .integer(-7)),
      CBOREntry(key: .integer(-1), value: .integer(1)),
      CBOREntry(key: .integer(-2), value: .bytes(point[..<32])),
      CBOREntry(key: .integer(-3), value: .bytes(point[32...])),
    ])
    let attested = [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + publicKey.encoded()
    let data = Self.authenticatorData(rpID, flags: Self.flags(spoiling) | 0x40, signCount: 0) + attested
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text("none")), CBOREntry(key: .text("attStmt"), value: .map([])),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
    ])
    var extensions: [String: Any] = ["credProps": ["rk": true]]
    if let results = Self.prf(options, secret) {
      extensions["prf"] = hasPRF ? ["enabled": true].merging(results) { $1 } : ["enabled": false]
    }
    return try Self.text([
      "id": Base64URL.encode(id), "rawId": Base64URL.encode(id), "type": "public-key",
      "authenticatorAttachment": Self.attachment(isRoaming),
      "response": [
        "clientDataJSON": Base64URL.encode(try Self.clientData("webauthn.create", challenge, origin, spoiling)),
        "attestationObject": Base64URL.encode(object.encoded()), "authenticatorData": Base64URL.encode(data),
        "publicKey": Base64URL.encode(key.publicKey.derRepresentation), "publicKeyAlgorithm": -7,
        "transports": [isRoaming ? "usb" : "internal"],
      ] as [String: Any], "clientExtensionResults": extensions,
    ])
  }

  /// Returns AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON, or `nil` if no key matches. The
  /// newest key responds, unless security keys are named. In that case the least recently used of those keys responds,
  /// as if a person tested one key after another.
  public func get(_ options: String, origin: String, spoiling: Spoiling = .none) throws -> String? {
    let options = try Self.object(options)
    guard let rpID = options["rpId"] as? String, let challenge = options["challenge"] as? String else {
      throw Failure.malformed
    }
    let allowed = Self.ids(options["allowCredentials"])
    let found: Held? = held.withLock { held in
      let fitting = held.keys.indices.filter { index in
        held.keys[index].rpID == rpID && (allowed.isEmpty || allowed.contains(Base64URL.encode(held.keys[index].id)))
      }
      let roaming = fitting.filter { !allowed.isEmpty && held.keys[$0].isRoaming }
      let stillest = roaming.min { held.keys[$0].lastAnswer < held.keys[$1].lastAnswer }
      guard let index = stillest ?? fitting.last else { return nil }
      held.answers += 1
      held.keys[index].lastAnswer = held.answers
      if case .counter = spoiling { held.keys[index].signCount = 0 } else { held.keys[index].signCount += 1 }
      return held.keys[index]
    }
    guard let found else { return nil }
    let data = Self.authenticatorData(rpID, flags: Self.flags(spoiling), signCount: found.signCount)
    let clientData = try Self.clientData("webauthn.get", challenge, origin, spoiling)
    var signature = Array(try found.key.signature(for: data + Array(SHA256.hash(data: clientData))).derRepresentation)
    if case .signature = spoiling { signature[signature.count - 1] ^= 1 }
    return try Self.text([
      "id": Base64URL.encode(found.id), "rawId": Base64URL.encode(found.id), "type": "public-key",
      "authenticatorAttachment": Self.attachment(found.isRoaming),
      "response": [
        "clientDataJSON": Base64URL.encode(clientData), "authenticatorData": Base64URL.encode(data),
        "signature": Base64URL.encode(signature), "userHandle": Base64URL.encode(found.userHandle),
      ], "clientExtensionResults": hasPRF ? Self.prf(options, found.secret).map { ["prf": $0] } ?? [:] : [:],
    ])
  }

  private static func attachment(_ isRoaming: Bool) -> String { isRoaming ? "cross-platform" : "platform" }
  private static func ids(_ descriptors: Any?) -> [String] {
    (descriptors as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  /// Returns the output of the `prf` extension (WebAuthn Level 3 §10.1.4). The result is `nil` if the extension was not
  /// requested, and empty if it was requested without a salt.
  private static func prf(_ options: [String: Any], _ secret: SymmetricKey) -> [String: Any]? {
    guard let asked = (options["extensions"] as? [String: Any])?["prf"] as? [String: Any] else { return nil }
    guard let first = (asked["eval"] as? [String: Any])?["first"] as? String, let salt = Base64URL.decode(first) else {
      return [:]
    }
    let input = Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + salt))
    return ["results": ["first": Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: input, using: secret)))]]
  }

  private static func flags(_ spoiling: Spoiling) -> UInt8 {
    if case .userVerification = spoiling { 0x01 } else { 0x05 }
  }

  private static func authenticatorData(_ rpID: String, flags: UInt8, signCount: UInt32) -> [UInt8] {
    Array(SHA256.hash(data: Array(rpID.utf8))) + [flags] + withUnsafeBytes(of: signCount.bigEndian, Array.init)
  }
  private static func clientData(
    _ type: String, _ challenge: String, _ origin: String, _ spoiling: Spoiling
  ) throws -> [UInt8] {
    let origin = if case .origin(let other) = spoiling { other } else { origin }
    return Array(try text(["type": type, "challenge": challenge, "origin": origin, "crossOrigin": false]).utf8)
  }
  private static func object(_ text: String) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      throw Failure.malformed
    }
    return object
  }
  private static func text(_ object: [String: Any]) throws -> String {
    let bytes = try JSONSerialization.data(withJSONObject: object, options: [.withoutEscapingSlashes, .sortedKeys])
    return String(decoding: bytes, as: UTF8.self)
  }
}
