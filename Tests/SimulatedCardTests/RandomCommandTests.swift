import SeededNumbers
import SimulatedCard
import Testing

/// Sends random commands: whatever arrives, the card returns a status word.
@Suite struct RandomCommandTests {
  @Test("random bytes of any length never stop the card", arguments: AppletVersion.allCases) func random(
    version: AppletVersion
  ) {
    var generator = SeededNumbers(seed: 1)
    let card = SimulatedCard(version: version)
    for round in 0..<20_000 {
      if round % 500 == 0 { prepare(card, round) }
      let count = Int.random(in: 0...(round % 3 == 0 ? 300 : 8), using: &generator)
      let answer = card.answer((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      guard answer.count >= 2, answer.count <= 258 else {
        Issue.record("An answer of \(answer.count) bytes")
        return
      }
    }
  }

  @Test("every unencrypted command is answered, with every P1 and with wrong lengths") func everyHeader() {
    let card = SimulatedCard()
    prepare(card, 1)
    for ins in UInt8.min...UInt8.max {
      // A factory reset would make it a different card; its P1 and P2 are tested elsewhere.
      for p1 in UInt8.min...UInt8.max where ins != 0xFD {
        for payload in [[], [1], [UInt8](repeating: p1, count: 255)] as [[UInt8]] {
          let answer = card.answer([0x80, ins, p1, 0, UInt8(payload.count)] + payload)
          guard answer.count >= 2 else {
            Issue.record("\(ins) \(p1)")
            return
          }
        }
      }
    }
  }

  @Test("commands with random data through the channel are answered", arguments: AppletVersion.allCases)
  func sealed(version: AppletVersion) throws {
    var generator = SeededNumbers(seed: 2)
    let instructions: [UInt8] = [
      0x11, 0x13, 0x14, 0x20, 0x21, 0x22, 0xC0, 0xC1, 0xC2, 0xCA, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xE2, 0xF2,
    ]
    var terminal = try #require(Terminal.ready(version))
    for _ in 0..<8_000 {
      let ins = instructions.randomElement(using: &generator) ?? 0xF2
      let p1 =
        Bool.random(using: &generator)
        ? UInt8.random(in: 0...3, using: &generator) : UInt8.random(in: 0...255, using: &generator)
      let p2 = UInt8.random(in: 0...(Bool.random(using: &generator) ? 2 : 255), using: &generator)
      var text = (0..<Int.random(in: 0...223, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if ins == 0xD0, Bool.random(using: &generator) {
        text = [0xA1, UInt8(text.count & 0x7F), 0x81, 32] + text.prefix(190)
      }
      if [0xC1, 0xC2, 0xD1].contains(ins) { text = Array(text.prefix(text.count % 48)) }
      guard terminal.secure(ins, p1, p2, text) != nil else {
        // SIGN with an invalid P1 is refused without decryption, and a blocked PIN needs a new card.
        terminal = try #require(Terminal.ready(version))
        continue
      }
      if ins == 0x20 || ins == 0x22 { _ = terminal.verify() }
    }
  }

  @Test("a real conversation with one bit flipped in each command is answered") func mutated() throws {
    var generator = SeededNumbers(seed: 3)
    for _ in 0..<400 {
      let terminal = try #require(Terminal.ready())
      for ins in [0x20, 0xD4, 0xC0, 0xC2, 0xF2] as [UInt8] {
        var command = [0x80, ins, 0, 0] as [UInt8]
        let body = terminal.sealed(ins, 0, 0, [UInt8](repeating: 0x31, count: 32))
        command += [UInt8(body.count)] + body
        let bit = Int.random(in: 0..<(8 * command.count), using: &generator)
        command[bit / 8] ^= 1 << (bit % 8)
        #expect(terminal.answer(command).count >= 2)
      }
    }
  }

  private func prepare(_ card: SimulatedCard, _ round: Int) {
    let terminal = Terminal(card)
    terminal.select()
    if round % 1000 == 0 { terminal.send(0xFD, 0xAA, 0x55) } else { terminal.initialize() }
    terminal.select()
    if round % 3 == 0, let pairing = terminal.pair() { _ = terminal.open(pairing) && terminal.verify() == 0x9000 }
    if round % 7 == 0 { terminal.select(round % 2 == 0 ? [0xD2] : [0xA0, 0, 0, 8, 4, 0, 1, 3]) }
  }
}
