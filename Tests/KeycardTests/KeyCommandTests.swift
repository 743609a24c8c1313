import Encoding
import Testing

@testable import Keycard

@Suite struct KeyCommandTests {
  private let phrase = secret(
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about")

  private func answer(_ tag: UInt8, _ inside: [UInt8]) -> [UInt8] {
    [tag, 0x81, UInt8(inside.count)] + inside + [0x90, 0x00]
  }
  private func signed(by key: HandKey, _ compact: [UInt8]) -> [UInt8] {
    answer(0xA0, [0x80, 0x41] + key.point + HandKey.der(compact))
  }

  @Test("the words that a card draws become a phrase; words that do not belong together do not")
  func generatePhrase() throws {
    let card = HandCard()
    let client = try card.opened()
    card.perform = { _ in [UInt8](repeating: 0, count: 23) + [3, 0x90, 0x00] }
    #expect(try client.generatePhrase(wordCount: 12).matches(phrase))
    #expect(card.inner.last?.header == [0x80, 0xD2, 4, 0])
    for wrong: [UInt8] in [
      [UInt8](repeating: 0, count: 24), [UInt8](repeating: 0, count: 22), [8] + [UInt8](repeating: 0, count: 23), [],
    ] {
      card.perform = { _ in wrong + [0x90, 0x00] }
      #expect(throws: KeycardError(.malformed)) { try client.generatePhrase(wordCount: 12) }
    }
    for count in [0, 11, 13, 27, -3] {
      #expect(throws: KeycardError(.invalid)) { try client.generatePhrase(wordCount: count) }
    }
  }

  @Test("a loaded seed is believed only when the card names the keys that it gives")
  func load() throws {
    let card = HandCard()
    let client = try card.opened()
    let seed = try #require(PhraseSeed.seed(of: phrase))
    let keyUID = bytes("16f5b9c7657df5e0b45016292d852a36622fb39b63c28017ccf21633270858f1")
    card.perform = { _ in keyUID + [0x90, 0x00] }
    #expect(try client.load(seed: seed) == keyUID)
    #expect(card.inner.last == HandCard.Inner(header: [0x80, 0xD0, 3, 0], data: seed.exposed))
    guard case .initialized(let application) = client.application else { return #expect(Bool(false)) }
    #expect(application.keyUID == keyUID)
    card.perform = { _ in [UInt8](repeating: 1, count: 32) + [0x90, 0x00] }
    #expect(throws: KeycardError(.malformed)) { try client.load(seed: seed) }
    #expect(throws: KeycardError(.invalid)) { try client.load(seed: secret("short")) }

    let master = try ExtendedPrivateKey(seed: seed)
    card.perform = { _ in keyUID + [0x90, 0x00] }
    try client.load(key: master.key, chainCode: master.chainCode)
    let template = try BERTLV.one(try #require(card.inner.last).data)
    #expect(template.tag == 0xA1 && card.inner.last?.header == [0x80, 0xD0, 2, 0])
    #expect(
      try template.elements() == [
        BERTLV(0x80, master.key.publicKey.uncompressed), BERTLV(0x81, master.key.bytes.exposed),
        BERTLV(0x82, master.chainCode.exposed),
      ])
  }

  @Test("keys are drawn, taken off and derived")
  func others() throws {
    let card = HandCard()
    let client = try card.opened()
    card.perform = { $0.instruction == 0xD4 ? [UInt8](repeating: 5, count: 32) + [0x90, 0x00] : [0x90, 0x00] }
    #expect(try client.generateKey() == [UInt8](repeating: 5, count: 32))
    try client.removeKey()
    try client.derive(.wallet)
    try client.derive(try #require(DerivationPath("m/1")), from: .current)
    #expect(card.inner.suffix(2).map(\.header) == [[0x80, 0xD1, 0, 0], [0x80, 0xD1, 0x80, 0]])
    card.perform = { _ in DerivationPath.wallet.encoded + [0x90, 0x00] }
    #expect(try client.keyPath() == .wallet)
    card.perform = { _ in [1, 2, 3, 0x90, 0x00] }
    #expect(throws: KeycardError(.malformed)) { try client.keyPath() }
  }

  @Test("a signature has its recovery id; a high s, another key or another hash is refused")
  func sign() throws {
    let card = HandCard()
    let client = try card.opened()
    let key = HandKey(filledWith: 5)
    for byte in UInt8(0)..<20 {
      let hash = [UInt8](repeating: byte, count: 32)
      card.perform = { signed(by: key, key.sign(Array($0.data.prefix(32)))) }
      let signature = try client.sign(hash: hash, path: .wallet)
      #expect(signature.compact + [UInt8(signature.recoveryID)] == key.signRecoverably(hash))
      #expect(signature.publicKey.uncompressed == key.point)
    }
    #expect(card.inner.last?.header == [0x80, 0xC0, 1, 0])
    #expect(card.inner.last?.data == [UInt8](repeating: 19, count: 32) + DerivationPath.wallet.encoded)
    let hash = [UInt8](repeating: 1, count: 32)
    for wrong in [
      signed(by: key, HandKey.highS(key.sign(hash))), signed(by: key, HandKey(filledWith: 6).sign(hash)),
      signed(by: key, key.sign([UInt8](repeating: 2, count: 32))), answer(0xA0, HandKey.der(key.sign(hash))),
      [0x90, 0x00],
      answer(0xA0, [0x80, 0x21] + key.compressed + HandKey.der(key.sign(hash))),
    ] {
      card.perform = { _ in wrong }
      #expect(throws: KeycardError(.malformed)) { try client.sign(hash: hash, path: .wallet) }
    }
    #expect(throws: KeycardError(.invalid)) { try client.sign(hash: [1, 2, 3], path: .wallet) }
  }

  @Test("a hash is never signed with the login key, by no way to name it")
  func loginKeySignsStatements() throws {
    let card = HandCard()
    let client = try card.opened()
    let sent = card.commands.count
    let hash = [UInt8](repeating: 1, count: 32)
    for text in ["m/1818326115'", "m/1818326115'/0'", "m/1818326115'/7/8"] {
      let path = try #require(DerivationPath(text))
      #expect(throws: KeycardError(.invalid)) { try client.sign(hash: hash, path: path) }
      #expect(throws: KeycardError(.invalid)) { try client.sign(hash: hash, path: path, makingCurrent: true) }
      #expect(throws: KeycardError(.invalid)) { try client.setPinlessPath(path) }
    }
    #expect(card.commands.count == sent)
    card.perform = { $0.instruction == 0xF2 ? CardLogin.path.encoded + [0x90, 0x00] : [0x6F, 0x00] }
    #expect(throws: KeycardError(.invalid)) { try client.signWithCurrentKey(hash: hash) }
    #expect(card.inner.allSatisfy { $0.instruction != 0xC0 })
    let key = HandKey(filledWith: 5)
    card.perform = { $0.instruction == 0xF2 ? [0x90, 0x00] : signed(by: key, key.sign($0.data)) }
    #expect(try client.signWithCurrentKey(hash: hash).publicKey.uncompressed == key.point)
  }

  @Test("without a PIN the card signs in clear and inside a channel, or says that no path is set")
  func pinless() throws {
    let card = HandCard()
    let client = KeycardClient(card)
    let key = HandKey(filledWith: 5)
    let hash = [UInt8](repeating: 1, count: 32)
    card.performInClear = { signed(by: key, key.sign(Array($0[5..<37]))) }
    card.perform = { signed(by: key, key.sign($0.data)) }
    guard case .signed(let one) = try client.signPinless(hash: hash) else { return #expect(Bool(false)) }
    let opened = try card.opened()
    guard case .signed(let other) = try opened.signPinless(hash: hash) else { return #expect(Bool(false)) }
    #expect(one == other && card.inner.last?.header == [0x80, 0xC0, 3, 0])
    card.perform = { _ in [0x6A, 0x88] }
    #expect(try opened.signPinless(hash: hash) == .noPath)
    card.perform = { _ in [0x90, 0x00] }
    try opened.setPinlessPath(nil)
    #expect(card.inner.last == HandCard.Inner(header: [0x80, 0xC1, 0, 0], data: []))
  }

  @Test("keys are exported: public ones, and private ones without their public half")
  func export() throws {
    let card = HandCard()
    let client = try card.opened()
    let key = HandKey(filledWith: 5)
    card.perform = { command in
      switch command.header[3] {
      case 1: answer(0xA1, [0x80, 0x41] + key.point)
      default: [0xA1, 0x22, 0x81, 0x20] + key.bytes + [0x90, 0x00]
      }
    }
    #expect(try client.exportPublicKey(.wallet).uncompressed == key.point)
    let exported = try client.exportPrivateKey(CardLogin.unlockPath)
    #expect(exported.bytes.exposed == key.bytes && exported.publicKey.uncompressed == key.point)
    #expect(try client.unlockSecret().exposed == key.bytes)
    #expect(card.inner.last == HandCard.Inner(header: [0x80, 0xC2, 1, 0], data: CardLogin.unlockPath.encoded))
    let sent = card.commands.count
    for path in [DerivationPath.wallet, .exportable, CardLogin.path, .master] {
      #expect(throws: KeycardError(.invalid)) { try client.exportPrivateKey(path) }
    }
    #expect(card.commands.count == sent)
    card.perform = { _ in [0xA1, 0x02, 0x81, 0x00, 0x90, 0x00] }
    let again = try card.opened()
    #expect(throws: KeycardError(.malformed)) { try again.exportPrivateKey(CardLogin.unlockPath) }
    #expect(throws: KeycardError(.malformed)) { try again.exportPublicKey(.wallet) }
  }
}
