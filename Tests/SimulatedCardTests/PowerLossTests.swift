import SimulatedCard
import Synchronization
import Testing

/// Power is cut at every write: an attacker who does that gets no more tries than the card reports.
@Suite struct PowerLossTests {
  /// A memory that loses power at its n-th write, counted from 0: that write and all later ones are lost.
  private final class Chip: CardStorage {
    private let state = Mutex<(written: [[UInt8]], left: Int)>(([], .max))
    var last: [UInt8]? { state.withLock { $0.written.last } }
    var all: [[UInt8]] { state.withLock { $0.written } }
    func losePower(after count: Int) { state.withLock { $0.left = count } }
    func write(_ bytes: [UInt8]) throws(SimulatedCardError) {
      let isLost = state.withLock { state in
        state.left -= 1
        if state.left >= 0 { state.written.append(bytes) }
        return state.left < 0
      }
      if isLost { throw Chip.lost }
    }
    private static let lost = SimulatedCardError(.inaccessible, "The power is gone.")
  }

  private func owned() throws -> (chip: Chip, pairing: (index: UInt8, key: [UInt8])) {
    let chip = Chip()
    let terminal = try #require(Terminal.ready(try SimulatedCard(memory: nil, storage: chip)))
    return (chip, terminal.pairing)
  }
  /// The card after powering up again, with an open channel.
  private func powered(_ chip: Chip, _ pairing: (index: UInt8, key: [UInt8])) throws -> Terminal {
    chip.losePower(after: .max)
    let terminal = Terminal(try SimulatedCard(memory: chip.last, storage: chip))
    try #require(terminal.open(pairing))
    return terminal
  }

  @Test("with the power cut at any write, at most three wrong PINs get a revealing answer", arguments: 0...2)
  func wrongPIN(cut: Int) throws {
    let (chip, pairing) = try owned()
    var told = 0
    for _ in 0..<12 {
      let terminal = try powered(chip, pairing)
      let wasBlocked = terminal.status()?.first == 0
      chip.losePower(after: cut)
      let status = terminal.verify("000000")
      // With a blocked PIN, 63C0 reveals nothing: the correct PIN gets it too.
      if status != 0x6581, !wasBlocked { told += 1 }
    }
    #expect(told == (cut == 0 ? 0 : 3), "What was not written down was not compared.")
    let terminal = try powered(chip, pairing)
    #expect(terminal.status()?.first == (cut == 0 ? 3 : 0))
  }

  @Test("a correct PIN is first recorded as a used try") func rightPIN() throws {
    let (chip, pairing) = try owned()
    let terminal = try powered(chip, pairing), before = chip.all.count
    #expect(terminal.verify() == 0x9000)
    let writes = Array(chip.all.dropFirst(before))
    #expect(writes.count == 2)
    #expect(try writes.map { try status($0, pairing) } == [[2, 5, 0], [3, 5, 0]])
    // Power is cut between the two writes: one try is lost, and the session gained no access.
    let next = try powered(chip, pairing)
    chip.losePower(after: 1)
    #expect(next.verify() == 0x6581)
    #expect(next.secure(0xD4)?.status == 0x6985)
    #expect(try powered(chip, pairing).status() == [2, 5, 0])
  }

  @Test("a PUK try is recorded before the PUK is compared, whether or not it is correct") func puk() throws {
    let (chip, pairing) = try owned()
    let terminal = try powered(chip, pairing)
    for _ in 0..<3 { _ = terminal.verify("000000") }
    for (puk, cut, expected) in [
      ("000000000000", 0, 5), ("000000000000", 1, 4), (Terminal.puk, 0, 4), (Terminal.puk, 1, 3),
    ] {
      let terminal = try powered(chip, pairing)
      chip.losePower(after: cut)
      let status = terminal.secure(0x22, 0, 0, Array((puk + "555555").utf8))?.status
      #expect(status == (puk == Terminal.puk || cut == 0 ? 0x6581 : 0x63C4))
      #expect(try powered(chip, pairing).status() == [0, UInt8(expected), 0])
    }
  }

  @Test("with the power cut at every write of a card's life, each change is complete or absent") func everyWrite()
    throws
  {
    var finished = false
    var cut = 1
    while !finished {
      let chip = Chip()
      let card = try SimulatedCard(memory: nil, storage: chip)
      chip.losePower(after: cut)
      if let terminal = Terminal.ready(card) {
        let statuses = [
          terminal.secure(0xD4), terminal.secure(0xD1, 0, 0, [0, 0, 0, 1]), terminal.secure(0xC1, 0, 0, [0, 0, 0, 1]),
          terminal.secure(0xE2, 0, 0, [1]),
          terminal.secure(0x21, 0, 0, Array("555555".utf8)), terminal.secure(0xD3), terminal.secure(0x13, 0),
        ].map { $0?.status }
        finished = statuses.allSatisfy { $0 == 0x9000 } && terminal.send(0xFD, 0xAA, 0x55).status == 0x9000
      }
      // Every state that reached the medium is that of a working card.
      for memory in chip.all.suffix(1) {
        #expect(Terminal(try SimulatedCard(memory: memory, storage: Chip())).select().status == 0x9000)
      }
      cut += 1
      try #require(cut < 40)
    }
    #expect(cut > 10)
  }

  private func status(_ memory: [UInt8], _ pairing: (index: UInt8, key: [UInt8])) throws -> [UInt8]? {
    let terminal = Terminal(try SimulatedCard(memory: memory, storage: Chip()))
    try #require(terminal.open(pairing))
    return terminal.status()
  }
}
