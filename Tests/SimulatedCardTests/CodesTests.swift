import SimulatedCard
import Testing

@Suite struct CodesTests {
  @Test("VERIFY PIN: 63Cx gives the tries left, and a correct PIN restores all tries") func verifying() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    #expect(terminal.verify("000000") == 0x63C2)
    #expect(terminal.verify("000000") == 0x63C1)
    #expect(terminal.status() == [1, 5, 0])
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.status() == [3, 5, 0])
  }

  @Test("a malformed PIN or PUK gets 6A80 and uses up no try", arguments: ["", "12345", "1234567", "12345x", "１２"])
  func malformed(pin: String) throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    #expect(terminal.verify(pin) == 0x6A80)
    #expect(terminal.status() == [3, 5, 0])
    for _ in 0..<3 { _ = terminal.verify("000000") }
    #expect(terminal.secure(0x22, 0, 0, Array((Terminal.puk + pin).utf8))?.status == 0x6A80)
    #expect(terminal.status() == [0, 5, 0])
  }

  @Test("after the last try, even the correct PIN gets 63C0, in this session and after a reset") func blocked() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    for left in [2, 1, 0] { #expect(terminal.verify("000000") == UInt16(0x63C0 + left)) }
    #expect(terminal.verify() == 0x63C0)
    terminal.reset()
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.verify() == 0x63C0)
    #expect(terminal.status() == [0, 5, 0])
  }

  @Test("a wrong PIN revokes the access that a correct one granted") func wrongAfterRight() throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.verify("000000") == 0x63C2)
    #expect(terminal.secure(0xD4)?.status == 0x6985)
  }

  @Test("UNBLOCK PIN needs a blocked PIN; it verifies the new one and restores the PUK's tries")
  func unblocking() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    func unblock(_ puk: String, _ pin: String = "555555") -> UInt16? {
      terminal.secure(0x22, 0, 0, Array((puk + pin).utf8))?.status
    }
    #expect(unblock(Terminal.puk) == 0x6985)
    for _ in 0..<3 { _ = terminal.verify("000000") }
    #expect(unblock("000000000000") == 0x63C4)
    #expect(unblock("000000000000") == 0x63C3)
    #expect(unblock(Terminal.puk) == 0x9000)
    #expect(terminal.secure(0xD4)?.status == 0x9000, "Verified without another VERIFY PIN.")
    #expect(terminal.status() == [3, 5, 0xFF])
    #expect(terminal.verify("555555") == 0x9000)
    #expect(terminal.verify() == 0x63C2)
  }

  @Test("with no PUK tries left, even the correct PUK gets 63C0; only FACTORY RESET helps") func bricked() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    for _ in 0..<3 { _ = terminal.verify("000000") }
    for left in [4, 3, 2, 1, 0] {
      #expect(terminal.secure(0x22, 0, 0, Array("000000000000555555".utf8))?.status == UInt16(0x63C0 + left))
    }
    #expect(terminal.secure(0x22, 0, 0, Array((Terminal.puk + "555555").utf8))?.status == 0x63C0)
    #expect(terminal.status() == [0, 0, 0])
    #expect(terminal.send(0xFD, 0xAA, 0x55).status == 0x9000)
    #expect(terminal.select().text.count == 67)
  }

  @Test("CHANGE PIN, PUK and pairing secret need channel, PIN and a well-formed new value") func changing() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    #expect(terminal.secure(0x21, 0, 0, Array("555555".utf8))?.status == 0x6985)
    #expect(terminal.verify() == 0x9000)
    for (p1, value) in [(0, "12345"), (0, "12345x"), (1, "12345678901"), (1, "12345678901x"), (2, "short")] {
      #expect(terminal.secure(0x21, UInt8(p1), 0, Array(value.utf8))?.status == 0x6A80, "\(p1) \(value)")
    }
    #expect(terminal.secure(0x21, 3, 0, Array("555555".utf8))?.status == 0x6A86)
    #expect(terminal.secure(0x21, 0, 0, Array("555555".utf8))?.status == 0x9000)
    #expect(
      terminal.secure(0x21, 1, 0, Array("999999999999".utf8))?.status == 0x9000, "Still verified after the change.")
    #expect(terminal.verify("555555") == 0x9000)
    for _ in 0..<3 { _ = terminal.verify() }
    #expect(terminal.secure(0x22, 0, 0, Array((Terminal.puk + "555555").utf8))?.status == 0x63C4)
    #expect(terminal.secure(0x22, 0, 0, Array("999999999999555555".utf8))?.status == 0x9000)
  }

  @Test("the duress PIN opens its own wallet, shares the try counter, and CHANGE PIN changes it")
  func duress() throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.verify("000000") == 0x63C2)
    #expect(terminal.verify(Terminal.duress) == 0x9000)
    #expect(terminal.status() == [3, 5, 0])
    #expect(terminal.secure(0x21, 0, 0, Array("313131".utf8))?.status == 0x9000)
    #expect(terminal.verify("313131") == 0x9000)
    #expect(terminal.verify(Terminal.duress) == 0x63C2)
    #expect(terminal.verify() == 0x9000, "The main PIN is what it was.")
  }

  @Test("FACTORY RESET needs only its magic, even unencrypted, and yields a different card")
  func factoryReset() throws {
    let terminal = try #require(Terminal.ready())
    let before = terminal.select().text
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.secure(0xD4)?.status == 0x9000)
    #expect(terminal.secure(0xE2, 0, 0, [1, 2])?.status == 0x9000)
    #expect(terminal.send(0xFD, 0xAA, 0x55) == Answer([0x90, 0]))
    #expect(terminal.send(0xFD, 0xAA, 0x55).status == 0x6D00, "A blank card has nothing to reset.")
    #expect(terminal.initialize() == 0x9000)
    let after = terminal.select().text
    #expect(after.count == before.count && after[4..<20] != before[4..<20])
    #expect(terminal.send(0xCA).text == [])
    #expect(!terminal.open(terminal.pairing))
    #expect(terminal.send(0xFD, 0x55, 0xAA).status == 0x6A86)
  }
}
