import SimulatedCard
import Testing

@Suite struct SelectionTests {
  @Test("a blank card answers SELECT with 80 41 and its key, and nothing else") func blank() {
    let answer = Terminal(SimulatedCard()).select()
    #expect(answer.status == 0x9000)
    #expect(answer.text.count == 67 && answer.text.starts(with: [0x80, 0x41, 4]))
  }

  @Test("without keys, A4 lists UID, key, version, free slots and capabilities in order")
  func initialized() {
    let terminal = Terminal(SimulatedCard())
    #expect(terminal.initialize() == 0x9000)
    let text = terminal.select().text
    #expect(text.count == 2 + 18 + 67 + 4 + 3 + 2 + 3)
    #expect(text.prefix(4) == [0xA4, UInt8(text.count - 2), 0x8F, 16] && text[20..<22] == [0x80, 0x41])
    #expect(text.suffix(12) == [2, 2, 3, 2, 2, 1, 10, 0x8E, 0, 0x8D, 1, 0x1F])
  }

  @Test("with a key loaded, the length has the form 81 L, and 8E holds the key UID") func keyLoaded() throws {
    let terminal = try #require(Terminal.ready())
    let uid = try #require(terminal.secure(0xD4)).text
    let text = terminal.select().text
    #expect(text.prefix(3) == [0xA4, 0x81, UInt8(text.count - 3)])
    #expect(text.suffix(37) == [0x8E, 32] + uid + [0x8D, 1, 0x1F])
    #expect(text.suffix(40).prefix(3) == [2, 1, 9], "One place is taken.")
  }

  @Test("SELECT accepts a name's prefix; an unknown name gets 6A82 and keeps the selection")
  func names() {
    let terminal = Terminal(SimulatedCard())
    #expect(terminal.select(Array(Terminal.applet.prefix(8))).text.first == 0x80)
    #expect(terminal.select([0xA0, 0, 0, 8, 4, 0, 1]).text.first == 0x80)
    #expect(terminal.select([0xA0, 0, 0, 8, 4, 0, 1, 1, 2]).status == 0x6A82)
    #expect(terminal.select([0xA0, 0, 0, 8, 4, 0, 1, 1, 1, 0]).status == 0x6A82)
    #expect(terminal.send(0x14, 0, 0, [UInt8](repeating: 1, count: 32)).status == 0x9000, "Still the Keycard applet.")
    #expect(terminal.send(0xA4, 4, 0, Terminal.applet, cla: 0x80).status == 0x6D00)
    #expect(terminal.select([]).text.prefix(4) == [0x6F, 0x10, 0x84, 8])
    #expect(terminal.select([0xA0, 0, 0, 1, 0x51, 0, 0, 0]).status == 0x9000)
    #expect(terminal.send(0xF2).status == 0x6D00, "Nothing of a Keycard is there before it is selected.")
  }

  @Test("SELECT closes the channel, forgets the PIN and keeps the counters") func forgets() throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.verify("000000") == 0x63C2)
    #expect(terminal.verify("000000") == 0x63C1)
    terminal.select()
    #expect(terminal.send(0xF2).status == 0x6985)
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.status() == [1, 5, 0])
    #expect(terminal.secure(0xD4)?.status == 0x6985, "The PIN is not verified any more.")
  }

  @Test("a reset leaves nothing selected and does not restore any tries") func reset() throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.verify("000000") == 0x63C2)
    terminal.reset()
    #expect(terminal.send(0xF2).status == 0x6D00)
    #expect(terminal.open(terminal.pairing))
    #expect(terminal.status() == [2, 5, 0])
  }

  @Test(
    "commands that are no short APDU are 6700",
    arguments: [
      [], [0], [0x80, 0xF2, 0], [0x80, 0xF2, 0, 0, 2, 1], [0x80, 0xF2, 0, 0, 1, 1, 0, 0],
      [0x80, 0xF2, 0, 0, 0, 0, 1, 9], [0, 0xA4, 4, 0, 0, 0],
    ])
  func malformed(command: [UInt8]) {
    let card = SimulatedCard()
    Terminal(card).initialize()
    #expect(card.answer(command) == [0x67, 0x00])
  }

  @Test("the answer to reset has the check byte that readers verify") func answerToReset() {
    #expect(AnswerToReset.bytes.dropFirst().reduce(0, ^) == 0)
  }
}
