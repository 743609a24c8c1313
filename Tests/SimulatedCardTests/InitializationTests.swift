import SimulatedCard
import Testing

@Suite struct InitializationTests {
  private let codes = Array("246810123456789012".utf8) + [UInt8](repeating: 0x5A, count: 32)

  @Test("a blank card accepts INIT and IDENTIFY CARD; anything else, even FACTORY RESET, gets 6D00")
  func blank() {
    let terminal = Terminal(SimulatedCard())
    terminal.select()
    for ins in UInt8.min...UInt8.max where ![0xFE, 0x14].contains(ins) {
      #expect(terminal.send(ins, 0xAA, 0x55).status == 0x6D00, "\(ins)")
    }
    #expect(terminal.send(0xFE).status == 0x6A80)
    #expect(terminal.send(0x14).status == 0x6A80)
  }

  @Test("INIT accepts 50, 52 and 58 bytes, and limits of 2…10 and 3…12 tries") func forms() {
    func status(_ plain: [UInt8]) -> UInt16 { Terminal(SimulatedCard()).initialize(plain) }
    #expect(status(codes) == 0x9000)
    for (pin, puk, expected) in [
      (2, 3, 0x9000), (10, 12, 0x9000), (1, 3, 0x6A80), (11, 3, 0x6A80), (2, 2, 0x6A80), (2, 13, 0x6A80),
    ] {
      #expect(status(codes + [UInt8(pin), UInt8(puk)]) == UInt16(expected), "\(pin) and \(puk)")
      #expect(status(codes + [UInt8(pin), UInt8(puk)] + Array("777777".utf8)) == UInt16(expected))
    }
    for count in [0, 49, 51, 53, 57, 59] {
      #expect(status(Array((codes + codes).prefix(count))) == 0x6A80, "\(count) bytes")
    }
    #expect(status(Array("24681x".utf8) + codes.dropFirst(6)) == 0x6A80, "A PIN has digits.")
    #expect(
      status(Array(codes.prefix(6)) + Array("12345678901x".utf8) + codes.dropFirst(18)) == 0x6A80, "So has a PUK.")
  }

  @Test("an undecryptable INIT gets 6A80 and leaves the card blank; a second INIT gets 6D00") func refusals() {
    let terminal = Terminal(SimulatedCard())
    let point = terminal.channelPoint()
    #expect(
      terminal.send(0xFE, 0, 0, [65] + [4] + [UInt8](repeating: 1, count: 64 + 80)).status == 0x6A80, "Not a point.")
    #expect(
      terminal.send(0xFE, 0, 0, [65] + point + [UInt8](repeating: 1, count: 96)).status == 0x6A80,
      "Not sealed to the card.")
    #expect(terminal.select().text == [0x80, 0x41] + point)
    #expect(terminal.initialize(codes) == 0x9000)
    #expect(terminal.send(0xFE, 0, 0, [UInt8](repeating: 0, count: 130)).status == 0x6D00)
  }

  @Test("INIT generates a new channel key, so clients must select again") func newKey() {
    let terminal = Terminal(SimulatedCard())
    let before = terminal.channelPoint()
    terminal.initialize(codes)
    #expect(terminal.channelPoint() != before)
  }

  @Test("the limits set by INIT are the counters' maximums") func limits() throws {
    let terminal = Terminal(SimulatedCard())
    terminal.initialize(codes + [7, 11])
    terminal.select()
    #expect(terminal.open(try #require(terminal.pair())))
    #expect(terminal.status() == [7, 11, 0])
  }

  @Test("IDENTIFY CARD returns the certificate and signs the challenge itself, in any state")
  func identity() throws {
    let card = SimulatedCard(), terminal = Terminal(card), challenge = [UInt8](1...32)
    func check(_ answer: Answer?) throws {
      let text = try #require(answer?.text)
      #expect(text.prefix(3) == [0xA0, 0x81, UInt8(text.count - 3)] && text[3..<5] == [0x8A, 98])
      let certificate = Array(text[5..<103])
      #expect(Terminal.isSigned(challenge, Array(text[103...]), by: Array(certificate[..<33])))
      #expect(terminal.send(0xA4, 4, 0, [0xA0, 0, 0, 8, 4, 0, 1, 4, 1], cla: 0).text == certificate)
    }
    terminal.select()
    try check(terminal.send(0x14, 0, 0, challenge))
    let owned = try #require(Terminal.ready(card))
    try check(owned.secure(0x14, 0, 0, challenge))
    #expect(owned.open(owned.pairing))
    #expect(owned.secure(0x14, 0, 0, [1])?.status == 0x6A80)
    #expect(owned.send(0x14, 0, 0, challenge).status == 0x6982, "With the channel open it has to come through it.")
    #expect(owned.send(0x14, 0, 0, challenge).status == 0x9000)
  }

  @Test("without an identity, IDENTIFY CARD gets 6985; one can be stored once") func noIdentity() {
    let terminal = Terminal(SimulatedCard(hasIdentity: false)), ident: [UInt8] = [0xA0, 0, 0, 8, 4, 0, 1, 4, 1]
    terminal.select()
    #expect(terminal.send(0x14, 0, 0, [UInt8](repeating: 1, count: 32)).status == 0x6985)
    #expect(terminal.send(0x14).status == 0x6985)
    #expect(terminal.select(ident) == Answer([0x90, 0]))
    #expect(terminal.send(0xE2, 0, 0, [1]).status == 0x6A80)
    let whole = [UInt8](repeating: 3, count: 130)
    #expect(terminal.send(0xE2, 0, 0, whole).status == 0x9000)
    #expect(terminal.send(0xE2, 0, 0, whole).status == 0x6985)
    #expect(terminal.send(0xCA).status == 0x6D00)
    #expect(terminal.select(ident).text == Array(whole.prefix(98)))
  }
}
