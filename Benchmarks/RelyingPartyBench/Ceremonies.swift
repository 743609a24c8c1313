import Crypto
import CryptoExtras
import Encoding
import RelyingParty

/// Creates ceremonies as Chromium does.
enum Ceremonies {
  static let party = RelyingParty(
    id: "login.example.org", name: "Example", origins: ["https://login.example.org", "https://example.org"])

  static func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    Array(
      "{\"type\":\"\(type)\",\"challenge\":\"\(Base64URL.encode(challenge))\",\"origin\":\"https://login.example.org\",\"crossOrigin\":false}"
        .utf8)
  }

  static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

  static func assertion(key: [UInt8], sign: ([UInt8]) throws -> [UInt8]) rethrows -> Assertion {
    let id = random(32)
    let user = random(32)
    let challenge = random(32)
    let state = party.beginAuthentication(
      challenge: challenge, allowing: [PublicKeyCredentialDescriptor(id: id)], user: user
    ).state
    let clientData = clientData("webauthn.get", challenge)
    let data = SHA256.hash(data: Array("login.example.org".utf8)) + [0x05, 0, 0, 0, 9]
    let message = data + SHA256.hash(data: clientData)
    let signature = try sign(message)
    let json = """
      {"id":"\(Base64URL.encode(id))","rawId":"\(Base64URL.encode(id))","response":{"authenticatorData":"\(Base64URL.encode(data))",\
      "clientDataJSON":"\(Base64URL.encode(clientData))","signature":"\(Base64URL.encode(signature))",\
      "userHandle":"\(Base64URL.encode(user))"},"authenticatorAttachment":"platform","clientExtensionResults":{},"type":"public-key"}
      """
    let record = CredentialRecord(id: id, publicKey: key, signCount: 8, backupEligible: .notEligible, userHandle: user)
    return Assertion(state: state, json: Array(json.utf8), record: record, signature: signature, message: message)
  }

  static func registration(key: [UInt8], statement: ([UInt8]) throws -> (format: String, value: CBORValue)) rethrows
    -> Registration
  {
    let id = random(32)
    let challenge = random(32)
    let user = PublicKeyCredentialUserEntity(id: random(32), name: "a", displayName: "A")
    let state = party.beginRegistration(user: user, challenge: challenge).state
    let clientData = clientData("webauthn.create", challenge)
    let data =
      SHA256.hash(data: Array("login.example.org".utf8)) + [0x45, 0, 0, 0, 0] + random(16) + [0, 32] + id + key
    let (format, value) = try statement(data + SHA256.hash(data: clientData))
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text(format)), CBOREntry(key: .text("attStmt"), value: value),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
    ]).encoded()
    let json = """
      {"id":"\(Base64URL.encode(id))","rawId":"\(Base64URL.encode(id))","response":{"attestationObject":"\(Base64URL.encode(object))",\
      "clientDataJSON":"\(Base64URL.encode(clientData))","transports":["internal","hybrid"]},"authenticatorAttachment":"platform",\
      "clientExtensionResults":{"credProps":{"rk":true}},"type":"public-key"}
      """
    return Registration(state: state, json: Array(json.utf8))
  }

  static func coseKey(_ key: P256.Signing.PublicKey) -> [UInt8] {
    let raw = Array(key.rawRepresentation)
    return COSE.key([1: .integer(2), 3: .integer(-7), -1: .integer(1), -2: .bytes(raw[..<32]), -3: .bytes(raw[32...])])
  }
}
