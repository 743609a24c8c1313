import Crypto
import SimulatedCard
import Testing

@Suite struct KeysTests {
  private let wallet = path(hard(44), hard(60), hard(0), 0, 0)
  private let chat = path(hard(43), hard(60), hard(1581), hard(0), 0)

  private func loaded(_ version: AppletVersion = .three2, _ phrase: String = Phrase.about) throws -> Terminal {
    let terminal = try #require(Terminal.ready(version))
    #expect(try terminal.secure(0xD0, 3, 0, seed(phrase))?.status == 0x9000)
    return terminal
  }
  private func publicKey(_ terminal: Terminal, _ path: [UInt8], p1: UInt8 = 1) -> [UInt8]? {
    terminal.secure(0xC2, p1, 1, path).map { Array($0.text.dropFirst(4)) }
  }

  @Test(
    "key UIDs are those measured on a card",
    arguments: [
      (Phrase.about, "16f5b9c7657df5e0b45016292d852a36622fb39b63c28017ccf21633270858f1"),
      (Phrase.cigar, "136cbfc087cf7df6cf3248bce7563d4253b302b2f9e2b5eef8713fa5091409bc"),
    ]) func keyUID(phrase: String, uid: String) throws
  {
    let terminal = try #require(Terminal.ready())
    #expect(try terminal.secure(0xD0, 3, 0, seed(phrase))?.text == hex(uid))
    #expect(terminal.status() == [3, 5, 0xFF])
  }

  @Test("the wallet key equals the one measured on a card, and the duress wallet's differs") func wallets() throws {
    let terminal = try loaded()
    #expect(try #require(publicKey(terminal, wallet)).starts(with: hex("0437b0bb7a8288d38ed49a52")))
    let uid = terminal.select().text.suffix(35).prefix(32)
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.verify(Terminal.duress) == 0x9000)
    #expect(try #require(publicKey(terminal, wallet)).starts(with: hex("0450832739b068421031be33")))
    #expect(terminal.select().text.suffix(35).prefix(32) == uid, "The key UID tells nobody which wallet is open.")
  }

  @Test("if the PUK begins with the PIN, the PIN opens only the duress wallet") func duressTrap() throws {
    let terminal = Terminal(SimulatedCard())
    terminal.initialize(pin: "123456", puk: "123456789012", duress: nil)
    terminal.select()
    #expect(terminal.open(try #require(terminal.pair())))
    #expect(terminal.verify("123456") == 0x9000)
    #expect(try terminal.secure(0xD0, 3, 0, seed(Phrase.about))?.status == 0x9000)
    #expect(try #require(publicKey(terminal, wallet)).starts(with: hex("0450832739b068421031be33")))
  }

  @Test("LOAD KEY accepts a pair with or without public key and chain code; invalid ones get 6A80")
  func pairs() throws {
    let terminal = try #require(Terminal.ready())
    let key = [UInt8](repeating: 0x11, count: 32), chain = [UInt8](repeating: 0x22, count: 32),
      point = Terminal.point(of: key)
    func load(_ parts: [UInt8], p1: UInt8 = 2, isLong: Bool = true) -> Answer? {
      terminal.secure(0xD0, p1, 0, [0xA1] + (isLong ? [0x81] : []) + [UInt8(parts.count)] + parts)
    }
    let uid = Terminal.hash(point)
    #expect(load([0x81, 32] + key, p1: 1, isLong: false)?.text == uid)
    #expect(load([0x80, 65] + point + [0x81, 32] + key, p1: 1)?.text == uid)
    #expect(terminal.secure(0xD1, 0, 0, path(1))?.status == 0x6985, "It has no children.")
    #expect(terminal.secure(0xD1)?.status == 0x9000)
    #expect(publicKey(terminal, []) == point)
    #expect(load([0x80, 65] + point + [0x81, 32] + key + [0x82, 32] + chain)?.text == uid)
    #expect(terminal.secure(0xD1, 0, 0, path(1))?.status == 0x9000)
    #expect(load([0x81, 32] + key + [0x82, 31] + chain.dropLast())?.status == 0x6A80)
    #expect(load([0x81, 31] + key.dropLast())?.status == 0x6A80)
    #expect(load([0x81, 32] + [UInt8](repeating: 0, count: 32))?.status == 0x6A80)
    #expect(load([0x80, 65] + point)?.status == 0x6A80)
    #expect(load([0x80, 65] + [UInt8](repeating: 4, count: 65) + [0x81, 32] + key)?.status == 0x6A80)
    #expect(load([])?.status == 0x6A80)
    #expect(terminal.secure(0xD0, 2, 0, [])?.status == 0x6A80)
    #expect(terminal.secure(0xD0, 9, 0, [UInt8](repeating: 1, count: 64))?.status == 0x6A86)
    #expect(terminal.secure(0xF2, 1)?.text == path(1), "A refused key changes nothing.")
  }

  @Test("loading another key silently replaces the first and both paths; REMOVE KEY leaves none") func replacing()
    throws
  {
    let terminal = try loaded()
    #expect(terminal.secure(0xD1, 0, 0, wallet)?.status == 0x9000)
    #expect(terminal.secure(0xC1, 0, 0, wallet)?.status == 0x9000)
    let generated = try #require(terminal.secure(0xD4))
    #expect(generated.status == 0x9000 && generated.text.count == 32)
    #expect(terminal.secure(0xF2, 1)?.text == [])
    #expect(terminal.secure(0xC0, 3, 0, [UInt8](repeating: 1, count: 32))?.status == 0x6A88)
    #expect(terminal.secure(0xD3)?.status == 0x9000)
    #expect(terminal.status() == [3, 5, 0])
    #expect(terminal.secure(0xC2, 0, 1)?.status == 0x6985)
    #expect(terminal.secure(0xC0, 0, 0, [UInt8](repeating: 1, count: 32))?.status == 0x6985)
    #expect(terminal.secure(0xD3)?.status == 0x9000)
  }

  @Test("DERIVE KEY stores at most ten levels, from the master, the parent or the current key")
  func deriving() throws {
    let terminal = try loaded()
    #expect(terminal.secure(0xD1, 0x40, 0, path(1))?.status == 0x6B00, "The master key has no parent.")
    #expect(terminal.secure(0xD1, 0, 0, path(1, 2))?.status == 0x9000)
    #expect(terminal.secure(0xD1, 0x80, 0, path(3))?.status == 0x9000)
    #expect(terminal.secure(0xD1, 0x40, 0, path(4, 5))?.status == 0x9000)
    #expect(terminal.secure(0xF2, 1)?.text == path(1, 2, 4, 5))
    #expect(terminal.secure(0xD1, 0x80, 0, path(1, 2, 3, 4, 5, 6))?.status == 0x9000)
    #expect(terminal.secure(0xD1, 0x80, 0, path(1))?.status == 0x6A80, "An eleventh level.")
    #expect(terminal.secure(0xD1, 0, 0, [1, 2, 3])?.status == 0x6A80)
    #expect(terminal.secure(0xD1, 1, 0, path(1))?.status == 0x6A86)
    terminal.reset()
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.secure(0xF2, 1)?.text == path(1, 2, 4, 5, 1, 2, 3, 4, 5, 6), "It outlives power.")
    #expect(terminal.secure(0xD1)?.status == 0x6985)
  }

  @Test("EXPORT KEY gives private keys only under m/43'/60'/1581', extended public ones elsewhere")
  func exporting() throws {
    let terminal = try loaded()
    let secret = try #require(terminal.secure(0xC2, 1, 0, chat)).text
    #expect(
      secret.count == 36 && secret.starts(with: [0xA1, 34, 0x81, 32]), "A private key comes without its public key.")
    #expect(publicKey(terminal, chat) == Terminal.point(of: Array(secret.dropFirst(4))))
    #expect(terminal.secure(0xC2, 1, 2, chat)?.status == 0x6985)
    for path in [[], wallet, Array(chat.prefix(16)), path(hard(43), hard(60), hard(1582), hard(0), 0)] {
      #expect(terminal.secure(0xC2, 1, 0, path)?.status == 0x6985)
    }
    let extended = try #require(terminal.secure(0xC2, 1, 2, wallet)).text
    #expect(extended.prefix(4) == [0xA1, 101, 0x80, 65] && extended[69..<71] == [0x82, 32])
    #expect(publicKey(terminal, wallet) == Array(extended[4..<69]))
    #expect(
      publicKey(terminal, []).map(Terminal.hash)
        == hex("16f5b9c7657df5e0b45016292d852a36622fb39b63c28017ccf21633270858f1"))
    #expect(terminal.secure(0xC2, 1, 3, wallet)?.status == 0x6A86)
    #expect(terminal.secure(0xC2, 3, 1, wallet)?.status == 0x6A86)
    #expect(terminal.secure(0xF2, 1)?.text == [], "Looking at a key does not make it the current one.")
    #expect(terminal.secure(0xC2, 2, 1, wallet)?.status == 0x9000)
    #expect(terminal.secure(0xF2, 1)?.text == wallet)
    #expect(publicKey(terminal, [], p1: 0) == Array(extended[4..<69]))
  }

  @Test("the exported chain code derives the same children as the card") func chainCode() throws {
    let terminal = try loaded()
    let parent = try #require(terminal.secure(0xC2, 1, 2, Array(wallet.dropLast(4)))).text
    let child = try #require(publicKey(terminal, wallet))
    let compressed = [2 | parent[68] & 1] + parent[5..<37]
    let code = Array(
      HMAC<SHA512>.authenticationCode(for: compressed + path(0), using: SymmetricKey(data: parent.suffix(32))))
    #expect(Terminal.sum(Array(parent[4..<69]), Array(code.prefix(32))) == child)
  }

  @Test("SIGN returns a public key and a low-S signature by the current or a derived key") func signing() throws {
    let terminal = try loaded(), hash = [UInt8](1...32)
    func check(_ answer: Answer?, _ point: [UInt8]?) {
      guard let text = answer?.text, text.count > 70, let point else {
        Issue.record("No signature: \(String(describing: answer))")
        return
      }
      #expect(text.prefix(3) == [0xA0, 0x81, UInt8(text.count - 3)] && text[3..<5] == [0x80, 65])
      #expect(Array(text[5..<70]) == point)
      #expect(Terminal.isSigned(hash, Array(text[70...]), by: point))
    }
    let master = publicKey(terminal, []), point = publicKey(terminal, wallet)
    check(terminal.secure(0xC0, 0, 0, hash), master)
    check(terminal.secure(0xC0, 1, 0, hash + wallet), point)
    #expect(terminal.secure(0xF2, 1)?.text == [])
    check(terminal.secure(0xC0, 2, 0, hash + wallet), point)
    #expect(terminal.secure(0xF2, 1)?.text == wallet)
    check(terminal.secure(0xC0, 0, 7, hash), point)
    check(terminal.secure(0xC0, 0x41, 0, hash + path(0)), point)
    #expect(
      terminal.secure(0xC0, 0, 0, hash)?.text.suffix(64) != terminal.secure(0xC0, 0, 0, hash)?.text.suffix(64),
      "No two are the same.")
    #expect(terminal.secure(0xC0, 0, 0, Array(hash.dropLast()))?.status == 0x6A80)
    #expect(terminal.secure(0xC0, 1, 0, hash + [1])?.status == 0x6A80)
    #expect(terminal.secure(0xC0, 3, 0, hash)?.status == 0x6A88)
  }

  @Test("the pinless path signs without a PIN, both unencrypted and in the channel")
  func pinless() throws {
    let terminal = try loaded(), hash = [UInt8](1...32)
    let point = publicKey(terminal, wallet)
    #expect(terminal.secure(0xC1, 0, 0, [1])?.status == 0x6A80)
    #expect(terminal.secure(0xC1, 0, 0, path(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))?.status == 0x6A80)
    #expect(terminal.secure(0xC1, 0, 0, wallet)?.status == 0x9000)
    terminal.select()
    let signed = terminal.send(0xC0, 3, 0, hash)
    #expect(signed.status == 0x9000 && Array(signed.text[5..<70]) == point)
    #expect(terminal.send(0xC0, 1, 0, hash + wallet).status == 0x6985)
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.secure(0xC0, 3, 0, hash)?.status == 0x9000)
    #expect(terminal.secure(0xC0, 1, 0, hash + wallet)?.status == 0x9000)
    #expect(terminal.secure(0xC0, 1, 0, hash + path(1))?.status == 0x6985)
    #expect(terminal.secure(0xC1)?.status == 0x6985)
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.secure(0xC1)?.status == 0x9000)
    #expect(terminal.secure(0xC0, 3, 0, hash)?.status == 0x6A88)
  }

  @Test("GENERATE MNEMONIC returns word numbers with a checksum, without a PIN, and stores nothing", arguments: 4...8)
  func mnemonic(checksumSize: Int) throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    let text = try #require(terminal.secure(0xD2, UInt8(checksumSize))).text
    let numbers = stride(from: 0, to: text.count - 1, by: 2).map { Int(text[$0]) << 8 | Int(text[$0 + 1]) }
    #expect(numbers.count == 3 * checksumSize && numbers.allSatisfy { $0 < 2048 })
    let bits = numbers.flatMap { number in (0..<11).map { UInt8(number >> (10 - $0) & 1) } }
    let bytes = stride(from: 0, to: 32 * checksumSize, by: 8).map { start in
      bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
    }
    let checksum = Terminal.hash(bytes)[0]
    #expect(bits.suffix(checksumSize).reduce(0) { $0 << 1 | $1 } == checksum >> (8 - checksumSize))
    #expect(terminal.status() == [3, 5, 0])
    #expect(terminal.secure(0xD2, 3)?.status == 0x6A86)
    #expect(terminal.secure(0xD2, 9)?.status == 0x6A86)
  }
}
