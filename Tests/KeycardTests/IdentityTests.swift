import Crypto
import Encoding
import Testing

@testable import Keycard

@Suite struct IdentityTests {
  static let published = (
    challenge: bytes("63acd6e02a8b5783551ff2836a9cbdf237c115c3ff018b943f044e6a69b19fe7"),
    answer: bytes(
      """
      a081ab8a620365c18485fe7018e11cb992011426803aa8e843c63aab9657aed7d3ee4b85a62a11188ada267db3312a84e1be27c01c736a89\
      da7a1fe4f7e90ce297e74f00008e2bfdb06058374abfc1c026386d16ead7bbc19bc0645d2e7acf7b953169bbc1ac0130450220364c5ca937\
      b7ca42861978f086d206cc569ef0bb2ea4c7de08929c2fcca7434d022100c87699ce4f977e6a7a4800343db9b6842b91ca873e56dfe3327d\
      19a2d01af14e
      """
    )
  )

  private func answer(identity: HandKey, authority: HandKey, signer: HandKey, challenge: [UInt8]) -> [UInt8] {
    let certificate = identity.compressed + authority.signRecoverably(Array(SHA256.hash(data: identity.compressed)))
    return BERTLV(0xA0, [0x8A, 0x62] + certificate + HandKey.der(signer.sign(challenge))).encoded
  }

  @Test("a published answer names its authority, and its signature covers exactly that challenge")
  func publishedAnswer() throws {
    guard
      case .identified(let certificate) = try IdentifyOutcome(
        Self.published.answer, challenge: Self.published.challenge)
    else {
      return #expect(Bool(false))
    }
    #expect(
      Hex.encode(certificate.identity.compressed)
        == "0365c18485fe7018e11cb992011426803aa8e843c63aab9657aed7d3ee4b85a62a")
    guard case .unknown(let key) = certificate.authority else { return #expect(Bool(false)) }
    #expect(Hex.encode(key.compressed) == "02fc929321aa94fea085b166994aa66590116252cf0235a03accaa2c8ab4595de5")
    var other = Self.published.challenge
    other[0] ^= 1
    #expect(try IdentifyOutcome(Self.published.answer, challenge: other) == .forged)
  }

  @Test("a card with its own key is identified; one showing another card's certificate is not")
  func forged() throws {
    let (identity, authority, other) = (HandKey(filledWith: 2), HandKey(filledWith: 3), HandKey(filledWith: 4))
    let card = HandCard()
    let client = KeycardClient(card)
    card.performInClear = {
      answer(identity: identity, authority: authority, signer: identity, challenge: Array($0[5..<37])) + [0x90, 0x00]
    }
    guard case .identified(let certificate) = try client.identify() else { return #expect(Bool(false)) }
    #expect(certificate.identity.compressed == identity.compressed)
    #expect(certificate.authority == .unknown(try #require(Secp256k1PublicKey(authority.point))))
    card.performInClear = {
      answer(identity: identity, authority: authority, signer: other, challenge: Array($0[5..<37])) + [0x90, 0x00]
    }
    #expect(try client.identify() == .forged)
    card.performInClear = { _ in [0x69, 0x85] }
    #expect(try client.identify() == .noCertificate)
    card.performInClear = { _ in [0x90, 0x00] }
    #expect(throws: KeycardError(.malformed)) { try client.identify() }
  }

  @Test("the two known authorities are distinguished")
  func authorities() throws {
    for (key, authority) in [
      ("029ab99ee1e7a71bdf45b3f9c58c99866ff1294d2c1e304e228a86e10c3343501c", CardAuthority.official),
      ("025877220aaae6e54a6f974602d5995c0fe24a3ea7ddabd8644bec795b9da00743", .test),
    ] { #expect(CardAuthority(try #require(Secp256k1PublicKey(bytes(key)))) == authority) }
  }
}
