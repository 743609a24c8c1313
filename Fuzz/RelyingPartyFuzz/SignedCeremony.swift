import Crypto
import Encoding
import RelyingParty

/// Ceremonies whose signed parts the fuzzer chooses: it could never guess a signature, so they are signed here.
///
/// An input consists of a two-byte length, that many bytes of authenticator data, and client data. Accepted ceremonies
/// are recorded for other verifiers.
enum SignedCeremony {
  private static let key = try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 9, count: 32))
  private static let id = [UInt8](repeating: 3, count: 16)

  private static func parts(_ bytes: [UInt8]) -> (authenticatorData: [UInt8], clientData: [UInt8])? {
    guard bytes.count >= 2 else { return nil }
    let length = Int(bytes[0]) << 8 | Int(bytes[1])
    guard length <= bytes.count - 2 else { return nil }
    return (Array(bytes[2..<2 + length]), Array(bytes[(2 + length)...]))
  }

  static func authenticate(_ bytes: [UInt8], party: RelyingParty, state: AuthenticationState) {
    guard let key, let (data, clientData) = parts(bytes) else { return }
    guard let signature = try? key.signature(for: data + SHA256.hash(data: clientData)) else { return }
    let raw = [UInt8](key.publicKey.rawRepresentation)
    let publicKey = COSEKey(algorithm: .es256, parameters: .ellipticCurve(curve: 1, x: raw[..<32], y: raw[32...])).bytes
    let name = Base64URL.encode(id)
    let json = """
      {"id":"\(name)","rawId":"\(name)","type":"public-key","response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
      "authenticatorData":"\(Base64URL.encode(data))","signature":"\(Base64URL.encode(Array(signature.derRepresentation)))","userHandle":"AQ"},\
      "clientExtensionResults":{}}
      """
    let record = CredentialRecord(id: id, publicKey: Array(publicKey), signCount: 0, userHandle: [1])
    guard (try? party.finishAuthentication(state, response: Array(json.utf8), credential: record)) != nil else {
      return
    }
    Accepted.note(
      #"{"kind":"authentication","publicKey":"\#(Base64URL.encode(Array(publicKey)))","response":\#(json)}"#)
  }

  static func register(_ bytes: [UInt8], party: RelyingParty, state: RegistrationState) {
    guard let (data, clientData) = parts(bytes) else { return }
    guard data.count >= 55 else { return }
    let length = Int(data[53]) << 8 | Int(data[54])
    guard length <= data.count - 55 else { return }
    let name = Base64URL.encode(Array(data[55..<55 + length]))
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text("none")), CBOREntry(key: .text("attStmt"), value: .map([])),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
    ]).encoded()
    let json = """
      {"id":"\(name)","rawId":"\(name)","type":"public-key","response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
      "attestationObject":"\(Base64URL.encode(object))"},"clientExtensionResults":{}}
      """
    guard
      (try? party.finishRegistration(state, response: Array(json.utf8), at: UnixTime(seconds: 1_700_000_000))) != nil
    else { return }
    Accepted.note(#"{"kind":"registration","response":\#(json)}"#)
  }
}
