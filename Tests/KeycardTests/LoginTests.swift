import Crypto
import Encoding
import Testing

@testable import Keycard

@Suite struct LoginTests {
  private let statement = CardStatement(
    purpose: "login", origin: "https://latchstring.example", account: [1, 2, 3], challenge: [9, 8])

  @Test("a statement's digest covers its parts, each preceded by its length")
  func digest() {
    var input: [UInt8] = []
    for part: [UInt8] in [
      Array("latchstring/card/v1".utf8), Array("https://latchstring.example".utf8), [1, 2, 3], Array("login".utf8),
      [9, 8],
    ] { input += [0, UInt8(part.count)] + part }
    #expect(statement.digest == Array(SHA256.hash(data: input)))
    // Moving a byte from one part to the next makes a different statement.
    var moved = statement
    moved.account = [1, 2]
    moved.purpose = "\u{3}login"
    #expect(moved.digest != statement.digest)
  }

  @Test("only this key's low-s signature over this statement is valid")
  func verdict() {
    let key = HandKey(filledWith: 5)
    let signature = key.sign(statement.digest)
    #expect(CardLogin.isValid(signature, statement, publicKey: key.point))
    #expect(!CardLogin.isValid(HandKey.highS(signature), statement, publicKey: key.point))
    #expect(!CardLogin.isValid(signature, statement, publicKey: HandKey(filledWith: 6).point))
    #expect(!CardLogin.isValid(signature, statement, publicKey: key.compressed))
    #expect(!CardLogin.isValid(Array(signature.dropLast()), statement, publicKey: key.point))
    #expect(!CardLogin.isValid([], statement, publicKey: []))
    #expect(!CardLogin.isValid([UInt8](repeating: 0, count: 64), statement, publicKey: key.point))
    for change: (inout CardStatement) -> Void in [
      { $0.purpose = "enroll" }, { $0.origin = "https://latchstring.example.org" }, { $0.account = [1, 2, 4] },
      { $0.challenge = [9, 9] },
    ] {
      var other = statement
      change(&other)
      #expect(!CardLogin.isValid(signature, other, publicKey: key.point))
    }
    let long = CardStatement(purpose: "login", origin: "o", account: [UInt8](repeating: 0, count: 65536), challenge: [])
    #expect(!CardLogin.isValid(key.sign(long.digest), long, publicKey: key.point))
  }

  @Test("a phrase gives the same login key and secret as a card loaded with it")
  func software() throws {
    let phrase = secret("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about")
    let seed = try #require(PhraseSeed.seed(of: phrase))
    let master = try ExtendedPrivateKey(seed: seed)
    let login = try master.descendant(try #require(DerivationPath("m/1818326115'/0'"))).key
    #expect(try CardLogin.publicKey(seed: seed) == login.publicKey)
    #expect(
      try CardLogin.unlockSecret(seed: seed).matches(
        master.descendant(try #require(DerivationPath("m/43'/60'/1581'/1818326115'/0"))).key.bytes))
    #expect(
      CardLogin.identifier(publicKey: login.publicKey.uncompressed)
        == Base64URL.encode(Array(SHA256.hash(data: login.publicKey.uncompressed))))
    #expect(
      CardLogin.isValid(
        HandKey(login.bytes.exposed).sign(statement.digest), statement, publicKey: login.publicKey.uncompressed))
  }

  @Test("evidence is read exactly as it is written, and in no other form")
  func evidence() throws {
    let key = HandKey(filledWith: 5)
    let evidence = CardEvidence(
      key: key.point, signature: key.sign(statement.digest), challenge: [9, 8], isRehearsal: true)
    #expect(try CardEvidence(json: evidence.json) == evidence)
    let text = String(decoding: evidence.json, as: UTF8.self)
    #expect(text.hasPrefix(#"{"key":"BG"#) || text.hasPrefix(#"{"key":"B"#))
    #expect(text.hasSuffix(#","challenge":"CQg","rehearsal":true}"#))
    for wrong in [
      "", "{}", "[]", "null", text + " x", text.replacing("true", with: "1"),
      text.replacing("\"CQg\"", with: "\"CQg=\""),
      text.replacing("\"CQg\"", with: "\"\""), text.replacing("rehearsal", with: "Rehearsal"),
      text.replacing("}", with: #","more":1}"#),
      text.replacing(#""challenge":"CQg","#, with: ""), text.replacing(#"{"key":"B"#, with: #"{"key":"A"#),
      text.replacing(Base64URL.encode(key.point), with: Base64URL.encode(key.compressed)),
      text.replacing(Base64URL.encode(evidence.signature), with: "AAAA"),
    ] { #expect(throws: KeycardError(.malformed), "\(wrong)") { try CardEvidence(json: Array(wrong.utf8)) } }
  }
}
