import Crypto
import CryptoExtras
import Encoding
import Foundation
import OpenID
import Testing

/// OpenID Connect Core §2, §3.1.3 and §8, Back-Channel Logout §2.4, RFC 7517 and 7638: what this provider signs.
@Suite struct TokenTests {
  private func grant(_ changes: [(String, String?)] = [], by method: Authentication.Method = .passkey) throws -> Grant {
    Grant(try Example.request(changes), by: Authentication(method, at: 1000))
  }

  @Test("an ID Token says who, for whom, when, how, and in which session", arguments: SigningAlgorithm.allCases)
  func idToken(_ algorithm: SigningAlgorithm) throws {
    var client = Example.client
    client.algorithm = algorithm
    let subject = Subject(of: [1], for: client, salt: [2])
    let token = try Example.signer().idToken(
      for: try grant(by: .hardwareKey), of: subject, to: client, session: "sid", accessToken: Example.secret(7),
      at: 2000)
    let (header, claims) = try Example.read(token)
    #expect(header["alg"] as? String == algorithm.rawValue && header["kid"] as? String != nil)
    #expect(claims["iss"] as? String == Example.issuer && claims["aud"] as? String == "notes")
    #expect(claims["sub"] as? String == subject.text && claims["nonce"] as? String == "n")
    #expect(claims["iat"] as? Int == 2000 && claims["exp"] as? Int == 2600 && claims["auth_time"] as? Int == 1000)
    #expect(claims["acr"] as? String == "phrh" && claims["amr"] as? [String] == ["hwk", "user"])
    #expect(claims["sid"] as? String == "sid")
    let hash = Array(SHA256.hash(data: Data(Example.secret(7).text.utf8)).prefix(16))
    #expect(claims["at_hash"] as? String == Base64URL.encode(hash))
    try verify(token, algorithm)
  }

  /// Checks the signature with the published key alone.
  private func verify(_ token: String, _ algorithm: SigningAlgorithm) throws {
    let keys = try JSONSerialization.jsonObject(with: Data(Example.keys.get().set)) as? [String: Any]
    let all = try #require(keys?["keys"] as? [[String: String]])
    let id = try Example.read(token).header["kid"] as? String
    let key = try #require(all.first { $0["kid"] == id })
    #expect(key["use"] == "sig" && key["alg"] == algorithm.rawValue)
    let parts = token.split(separator: "."), signed = Data("\(parts[0]).\(parts[1])".utf8)
    let signature = try #require(Base64URL.decode(parts[2]))
    func part(_ name: String) throws -> [UInt8] { try #require(key[name].flatMap { Base64URL.decode($0) }) }
    switch algorithm {
    case .rs256:
      let published = try _RSA.Signing.PublicKey(n: Data(try part("n")), e: Data(try part("e")))
      #expect(
        published.isValidSignature(.init(rawRepresentation: signature), for: signed, padding: .insecurePKCS1v1_5))
    case .es256:
      let published = try P256.Signing.PublicKey(rawRepresentation: try part("x") + part("y"))
      #expect(published.isValidSignature(try .init(rawRepresentation: signature), for: signed))
    }
  }

  @Test(
    "how somebody signed in is told as far as it is known, never from what a key says of itself",
    arguments: [
      (Authentication.Method.password, "0", ["pwd"]), (.passkey, "phr", ["pop"]), (.syncedPasskey, "phr", ["swk"]),
      (.hardwareKey, "phrh", ["hwk", "user"]), (.card, "phr", ["pop"]), (.simulatedCard, "0", ["swk"]),
    ])
  func methods(_ method: Authentication.Method, _ context: String, _ references: [String]) {
    let authentication = Authentication(method, at: 0)
    #expect(authentication.context.rawValue == context && authentication.references == references)
  }

  @Test("a Logout Token has no nonce, names the event and the session, and is of another type")
  func logoutToken() throws {
    let subject = Subject(of: [1], for: Example.client, salt: [2])
    let token = try Example.signer().logoutToken(for: "sid", of: subject, to: Example.client, id: "once", at: 2000)
    let (header, claims) = try Example.read(token)
    #expect(header["typ"] as? String == "logout+jwt" && claims["nonce"] == nil)
    #expect(claims["sub"] as? String == subject.text && claims["sid"] as? String == "sid")
    #expect(claims["jti"] as? String == "once" && claims["aud"] as? String == "notes")
    #expect(claims["iat"] as? Int == 2000 && claims["exp"] as? Int == 2120)
    let events = claims["events"] as? [String: Any]
    #expect(events?.keys.map { $0 } == ["http://schemas.openid.net/event/backchannel-logout"])
    let signer = try Example.signer()
    #expect(IDTokenHint(token, from: signer.issuer, signer.keys) == nil)
  }

  @Test("people have names of their own for each sector, the same for one sector, and one public name")
  func subjects() {
    let salt: [UInt8] = Array(repeating: 9, count: 32)
    var notes = Example.client, photos = Example.client, open = Example.client
    (photos.id, photos.sector, open.sector) = ("photos", "photos.example", nil)
    func name(_ account: UInt8, _ client: Client) -> String { Subject(of: [account], for: client, salt: salt).text }
    #expect(Set([name(1, notes), name(2, notes), name(1, photos), name(1, open), name(2, open)]).count == 5)
    photos.sector = notes.sector
    #expect(name(1, notes) == name(1, photos))
    notes.redirectURIs = ["https://elsewhere.example/"]
    #expect(name(1, notes) == name(1, photos), "a name is fixed with the declaration")
    #expect(name(1, notes).utf8.count <= 255)
  }

  @Test("a hint is believed if this issuer signed it, however old it is, and nothing else is")
  func hint() throws {
    let signer = try Example.signer(), keys = signer.keys
    let subject = Subject(of: [1], for: Example.client, salt: [2])
    let token = try signer.idToken(
      for: try grant(), of: subject, to: Example.client, session: "sid", accessToken: Example.secret(1), at: 1)
    let hint = try #require(IDTokenHint(token, from: Example.issuer, keys))
    #expect(hint.subject == subject.text && hint.audience == "notes" && hint.session == "sid")
    #expect(IDTokenHint(token, from: "https://other.example", keys) == nil)
    let parts = token.split(separator: ".").map(String.init)
    func header(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
    let id = try #require(try Example.read(token).header["kid"] as? String)
    for forged in [
      "\(header("{\"alg\":\"none\"}")).\(parts[1]).", "\(parts[0]).\(parts[1]).",
      "\(header("{\"alg\":\"none\",\"kid\":\"\(id)\",\"typ\":\"JWT\"}")).\(parts[1]).\(parts[2])",
      "\(header("{\"alg\":\"HS256\",\"kid\":\"\(id)\",\"typ\":\"JWT\"}")).\(parts[1]).\(parts[2])",
      "\(parts[0]).\(header("{\"iss\":\"\(Example.issuer)\",\"sub\":\"x\",\"aud\":\"notes\"}")).\(parts[2])",
      "\(parts[0]).\(parts[1])", token + ".", "", "a.b.c", String(repeating: "a", count: 5000),
    ] {
      #expect(IDTokenHint(forged, from: Example.issuer, keys) == nil, "\(forged.prefix(80))")
    }
  }

  @Test("keys are published with their thumbprints (RFC 7638 §3.1), those from before too, and no private part")
  func published() throws {
    let keys = try Example.keys.get()
    let former = try SigningKey(pem: P256.Signing.PrivateKey().pemRepresentation)
    let both = try SigningKeys(keys.all + [former])
    let text = String(decoding: both.set, as: UTF8.self)
    for key in both.all { #expect(text.contains("\"kid\":\"\(key.id)\"")) }
    for secret in ["\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\""] { #expect(!text.contains(secret)) }
    let token = try TokenSigner(issuer: Example.issuer, keys: both).logoutToken(
      for: "s", of: Subject(of: [1], for: Example.client, salt: [1]), to: Example.client, id: "i", at: 1)
    #expect(try Example.read(token).header["kid"] as? String == keys.all.first { $0.algorithm == .rs256 }?.id)
    #expect(throws: SigningKeys.Incomplete.self) { try SigningKeys([former]) }
    #expect(throws: SigningKey.Unreadable.self) { try SigningKey(pem: "no key") }
  }

  @Test("UserInfo has the subject and what was allowed, and nothing else")
  func userInfo() throws {
    let person = PersonClaims(username: "ada", email: "ada@example.org", groups: ["staff"])
    let subject = Subject(of: [1], for: Example.client, salt: [2])
    func names(_ scopes: Set<Scope>) throws -> Set<String> {
      let object = try JSONSerialization.jsonObject(with: Data(TokenSigner.userInfo(of: person, as: subject, scopes)))
      return Set((object as? [String: Any] ?? [:]).keys)
    }
    #expect(try names([]) == ["sub"])
    #expect(try names([.profile]) == ["sub", "preferred_username", "name"])
    #expect(try names([.email]) == ["sub", "email", "email_verified"])
    #expect(try names([.groups, .offlineAccess]) == ["sub", "groups"])
    let without = TokenSigner.userInfo(of: PersonClaims(username: "ada"), as: subject, [.email])
    #expect(String(decoding: without, as: UTF8.self) == "{\"sub\":\"\(subject.text)\"}")
  }
}
