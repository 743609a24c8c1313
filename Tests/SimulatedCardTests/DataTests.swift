import SimulatedCard
import Testing

@Suite struct DataTests {
  @Test("STORE DATA needs the PIN; GET DATA needs only the open channel's encryption") func storing() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    let text = Array("\u{20}a card".utf8)
    #expect(terminal.secure(0xE2, 0, 0, text)?.status == 0x6985)
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.secure(0xE2, 0, 0, text)?.status == 0x9000)
    #expect(terminal.secure(0xE2, 2, 0, [9])?.status == 0x9000)
    #expect(terminal.secure(0xCA)?.text == text)
    #expect(terminal.secure(0xCA, 3)?.status == 0x6A86)
    #expect(terminal.secure(0xE2, 3, 0, text)?.status == 0x6A86)
    #expect(terminal.send(0xCA).status == 0x6982)
    #expect(terminal.send(0xCA).text == text)
    #expect(terminal.send(0xCA, 2).text == [9])
    #expect(terminal.send(0xCA, 3).status == 0x6A86)
  }

  @Test("at most 127 bytes can be stored", arguments: [UInt8(0), 2]) func limit(place: UInt8) throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.secure(0xE2, place, 0, [UInt8](repeating: 1, count: 127))?.status == 0x9000)
    #expect(terminal.secure(0xE2, place, 0, [UInt8](repeating: 2, count: 128))?.status == 0x6A80)
    #expect(terminal.secure(0xCA, place)?.text == [UInt8](repeating: 1, count: 127))
    #expect(terminal.secure(0xE2, place)?.status == 0x9000)
    #expect(terminal.secure(0xCA, place)?.text == [])
  }

  @Test("3.2 writes the NDEF file in pieces, up to 512 bytes, and reads at most 223 of them") func ndefPieces() throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.secure(0xE2, 1, 0, [1, 0xFE] + [UInt8](repeating: 1, count: 198))?.status == 0x9000)
    #expect(terminal.secure(0xE2, 1, 50, [UInt8](repeating: 2, count: 200))?.status == 0x9000)
    #expect(terminal.secure(0xE2, 1, 100, [UInt8](repeating: 3, count: 112))?.status == 0x9000)
    #expect(terminal.secure(0xE2, 1, 100, [UInt8](repeating: 3, count: 113))?.status == 0x6A80)
    #expect(
      (terminal.secure(0xCA, 1)?.status ?? terminal.lastClear) == 0x6F00, "Sealed, it is longer than an answer can be.")
    terminal.select()
    #expect(terminal.send(0xCA, 1).text.count == 223)
    #expect(terminal.select([0xD2, 0x76, 0, 0, 0x85, 1, 1]) == Answer([0x90, 0]))
    #expect(terminal.send(0xB0, 0, 0, cla: 0).status == 0x6985, "No file is selected.")
    #expect(terminal.send(0xA4, 0, 0x0C, [0xE1, 5], cla: 0).status == 0x6A82)
    #expect(terminal.send(0xA4, 0, 0x0C, [0xE1, 3], cla: 0).status == 0x9000)
    #expect(Answer(terminal.answer([0, 0xB0, 0, 0, 15])).text.prefix(3) == [0, 15, 0x20])
    #expect(terminal.send(0xA4, 0, 0x0C, [0xE1, 4], cla: 0).status == 0x9000)
    #expect(Answer(terminal.answer([0, 0xB0, 0, 198, 4])).text == [1, 1, 2, 2])
    #expect(Answer(terminal.answer([0, 0xB0, 1, 144, 0])).text.count == 112)
    #expect(Answer(terminal.answer([0, 0xB0, 2, 0, 0])).status == 0x6A86)
  }

  @Test("the Cash applet shows its key and data, signs for anyone, and survives a reset") func cash() throws {
    let terminal = try #require(Terminal.ready()), name: [UInt8] = [0xA0, 0, 0, 8, 4, 0, 1, 3, 1],
      hash = [UInt8](1...32)
    #expect(terminal.secure(0xE2, 2, 0, [7, 8])?.status == 0x9000)
    let selection = terminal.select(name).text
    #expect(selection.prefix(4) == [0xA4, UInt8(selection.count - 2), 0x80, 65])
    #expect(selection.suffix(8) == [2, 2, 3, 2, 0x82, 2, 7, 8])
    let point = Array(selection[4..<69]), signed = terminal.send(0xC0, 0, 0, hash).text
    #expect(signed.prefix(5) == [0xA0, 0x81, UInt8(signed.count - 3), 0x80, 65] && Array(signed[5..<70]) == point)
    #expect(Terminal.isSigned(hash, Array(signed[70...]), by: point))
    #expect(terminal.send(0xC0, 0, 0, [1]).status == 0x6A80)
    #expect(terminal.send(0xF2).status == 0x6D00)
    // Since 3.1, it also shows the card's certificate and signs the challenge with that key.
    let shown = terminal.send(0x14, 0, 0, hash).text, certificate = Array(shown[5..<103])
    #expect(
      shown.prefix(3) == [0xA0, 0x81, UInt8(shown.count - 3)]
        && Terminal.isSigned(hash, Array(shown[103...]), by: Array(certificate[..<33])))
    #expect(terminal.send(0x14, 0, 0, [1]).status == 0x6A80)
    let old = Terminal(SimulatedCard(version: .three0))
    old.select(name)
    #expect(old.send(0x14, 0, 0, hash).status == 0x6D00)
    terminal.select()
    terminal.send(0xFD, 0xAA, 0x55)
    #expect(Array(terminal.select(name).text[4..<69]) == point)
  }
}
