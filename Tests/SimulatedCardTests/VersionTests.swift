import SimulatedCard
import Testing

@Suite struct VersionTests {
  @Test(
    "each version says what it is, how many places it has and what it can do",
    arguments: [
      (AppletVersion.three0, [3, 0], 5, 0x0F), (.three1, [3, 1], 5, 0x1F), (.three1Point2, [3, 1], 100, 0x1F),
      (.three2, [3, 2], 10, 0x1F),
    ] as [(AppletVersion, [UInt8], UInt8, UInt8)])
  func selection(version: AppletVersion, number: [UInt8], slots: UInt8, capabilities: UInt8) {
    let terminal = Terminal(SimulatedCard(version: version))
    #expect(terminal.initialize() == 0x9000)
    #expect(terminal.select().text.suffix(12) == [2, 2] + number + [2, 1, slots, 0x8E, 0, 0x8D, 1, capabilities])
  }

  @Test("3.0 accepts only INIT of 50 bytes, and nothing that later versions added")
  func first() throws {
    let blank = Terminal(SimulatedCard(version: .three0))
    let codes = Array((Terminal.pin + Terminal.puk).utf8) + Terminal.pairingSecret
    #expect(blank.initialize(codes + [3, 5]) == 0x6A80)
    #expect(blank.send(0x14, 0, 0, Terminal.pairingSecret).status == 0x6D00)
    #expect(blank.select([0xA0, 0, 0, 8, 4, 0, 1, 4, 1]).status == 0x6A82)
    let terminal = try #require(Terminal.ready(.three0))
    #expect(terminal.verify(String(Terminal.puk.prefix(6))) == 0x63C2)
    #expect(terminal.verify() == 0x9000)
    #expect(try terminal.secure(0xD0, 3, 0, seed(Phrase.about))?.status == 0x9000)
    #expect(terminal.secure(0xC2, 1, 2, path(1))?.status == 0x6A86)
    let secret = terminal.secure(0xC2, 1, 0, path(hard(43), hard(60), hard(1581), hard(0), 0))
    #expect(secret?.text.prefix(4) == [0xA1, 34, 0x81, 32])
    #expect(
      terminal.send(0xFD, 0xAA, 0x55).status == 0x9000 && terminal.select().text.count > 67,
      "Sealed: it does not know the command.")
    #expect(terminal.send(0xFD, 0xAA, 0x55).status == 0x6D00)
  }

  @Test(
    "before 3.2 a full card has no place left, whatever is wished, and no index FF",
    arguments: [AppletVersion.three0, .three1, .three1Point2])
  func fullCard(version: AppletVersion) throws {
    let terminal = Terminal(SimulatedCard(version: version))
    terminal.initialize()
    terminal.select()
    for index in 0..<version.pairingSlotCount { #expect(terminal.pair(wish: 1)?.index == UInt8(index)) }
    #expect(terminal.send(0x12, 0, 0, Terminal.pairingSecret).status == 0x6A84)
    #expect(terminal.send(0x12, 0, 1, Terminal.pairingSecret).status == 0x6A84)
    #expect(terminal.send(0x10, 0xFF, 0, Terminal.agreement(with: terminal.channelPoint()).point).status == 0x6A86)
  }

  @Test("seeds have 64 bytes, or 16 to 64 since 3.2", arguments: AppletVersion.allCases)
  func seeds(version: AppletVersion)
    throws
  {
    let terminal = try #require(Terminal.ready(version))
    func load(_ count: Int) -> UInt16? { terminal.secure(0xD0, 3, 0, [UInt8](repeating: 1, count: count))?.status }
    let short: UInt16 = version == .three2 ? 0x9000 : 0x6A80
    #expect(load(64) == 0x9000)
    #expect(load(16) == short && load(32) == short)
    #expect(load(15) == 0x6A80 && load(65) == 0x6A80 && load(0) == 0x6A80)
  }

  @Test("before 3.2, the NDEF record fits into one command, preceded by its length") func ndef() throws {
    let terminal = try #require(Terminal.ready(.three1))
    #expect(terminal.secure(0xE2, 1, 9, [1, 2, 3])?.status == 0x9000)
    #expect(terminal.secure(0xCA, 1)?.text == [1, 2, 3])
  }
}
