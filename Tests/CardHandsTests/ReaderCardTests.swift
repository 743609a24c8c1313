import Foundation
import Keycard
import TestReader
import Testing

@testable import CardHands
@testable import VirtualReaders

@Suite struct ReaderCardTests {
  /// Puts a card of this kind into the first slot, and returns what is needed to talk to it.
  private func inserted(_ card: VirtualCard, tear: VirtualTear? = nil) async throws -> (TestReader, ReaderCard) {
    let reader = try TestReader()
    try reader.slots[0].insert(card, tear: tear)
    _ = try await ReaderMonitor(reader.pcsc).reader(where: \.isPresent)
    return (reader, try ReaderCard.open(in: reader.names[0], of: reader.pcsc).get())
  }

  @Test("Commands of every length receive their responses, up to the reader's maximum")
  func exchange() async throws {
    let (reader, card) = try await inserted(EchoCard().card())
    for count in [0, 1, 32, 255] {
      let data = [UInt8](repeating: 7, count: count)
      #expect(
        try card.transmit([0x80, 0xF2, 0x00, 0x00] + (count == 0 ? [] : [UInt8(count)] + data)) == data + [0x90, 0x00])
    }
    #expect(throws: KeycardError(.invalid)) { try card.transmit([0x80, 0xF2]) }
    #expect(throws: KeycardError(.invalid)) { try card.transmit([UInt8](repeating: 0, count: 70_000)) }
    reader.stop()
    #expect(throws: KeycardError(.removed)) { try card.transmit([0x80, 0xF2, 0x00, 0x00]) }
  }

  @Test(
    "A card torn out in the middle of a command counts as removed, then and afterwards",
    arguments: [VirtualTear.before(2), .unanswered(2), .after(1)])
  func torn(tear: VirtualTear) async throws {
    let (reader, card) = try await inserted(EchoCard().card(), tear: tear)
    #expect(try card.transmit([0, 1, 0, 0]) == [0x90, 0x00])
    for _ in 0..<3 { #expect(throws: KeycardError(.removed)) { try card.transmit([0, 2, 0, 0]) } }
    _ = try await ReaderMonitor(reader.pcsc).reader { !$0.isPresent }
    #expect(throws: KeycardError(.removed)) { try card.transmit([0, 3, 0, 0]) }
    #expect(failure(of: ReaderCard.open(in: reader.names[0], of: reader.pcsc)) == .noCard)
  }

  @Test(
    "Garbage from a card is an error, and nothing worse",
    arguments: [(1, KeycardError.Code.removed), (70_000, .removed)])
  func garbage(count: Int, code: KeycardError.Code) async throws {
    let (reader, card) = try await inserted(
      EchoCard().card { $0[1] == 9 ? [UInt8](repeating: 0xEE, count: count) : nil })
    defer { reader.stop() }
    #expect(try card.transmit([0, 1, 0, 0]) == [0x90, 0x00])
    #expect(throws: KeycardError(code)) { try card.transmit([0, 9, 0, 0]) }
  }

  @Test("A card is used by one program at a time and is reset in between")
  func exclusive() async throws {
    let echo = EchoCard(), (reader, card) = try await inserted(echo.card())
    #expect(failure(of: ReaderCard.open(in: reader.names[0], of: reader.pcsc)) == .inUse)
    let power = echo.power.count
    card.close()
    let next = try ReaderCard.open(in: reader.names[0], of: reader.pcsc).get()
    #expect(try next.transmit([0, 1, 0, 0]) == [0x90, 0x00])
    #expect(echo.power.count > power)  // the card takes orders one by one, so the reset came before that answer
    #expect(throws: KeycardError(.removed)) { try card.transmit([0, 1, 0, 0]) }
  }

  @Test("A card held by another program is reported with its own error")
  func foreign() async throws {
    let reader = try TestReader()
    try reader.slots[0].insert(EchoCard().card())
    _ = try await ReaderMonitor(reader.pcsc).reader(where: \.isPresent)
    // A separate library, as a different program has.
    let other = try TestPlace(beside: reader.place)
    let held = try ReaderCard.open(in: reader.names[0], of: other.pcsc).get()
    #expect(failure(of: ReaderCard.open(in: reader.names[0], of: reader.pcsc)) == .inUse)
    held.close()
    #expect(throws: Never.self) { try ReaderCard.open(in: reader.names[0], of: reader.pcsc).get() }
  }

  @Test("A missing daemon, an unknown reader and a missing card cause three different errors")
  func absent() throws {
    let place = try TestPlace()
    #expect(failure(of: ReaderCard.open(in: "Test Reader 1 00 00", of: place.pcsc)) == .noDaemon)
    let reader = try TestReader(at: place)
    #expect(failure(of: ReaderCard.open(in: "Another Reader 00 00", of: place.pcsc)) == .noReader)
    #expect(failure(of: ReaderCard.open(in: reader.names[0], of: place.pcsc)) == .noCard)
  }

  @Test("A T=0 card receives its data and returns its response in two steps")
  func byteProtocol() async throws {
    let asked = [UInt8]("what is there".utf8)
    let (reader, card) = try await inserted(
      EchoCard().card(answerToReset: [0x3B, 0x02, 0x14, 0x50]) { command in
        switch (command[1], command.count, command.last) {
        case (0xA4, 5 + asked.count, _): [0x61, 0x03]
        case (0xC0, 5, 0x03): [1, 2, 3, 0x61, 0x01]
        case (0xC0, 5, 0x01): [4, 0x90, 0x00]
        case (0xCA, 5, 0x00): [0x6C, 0x02]
        case (0xCA, 5, 0x02): [8, 9, 0x90, 0x00]
        case (0x10, 5, 0x00): [0x90, 0x01]
        default: [0x6F, 0x00]
        }
      })
    defer { reader.stop() }
    #expect(
      try card.transmit([0x00, 0xA4, 0x04, 0x00, UInt8(asked.count)] + asked + [0x00]) == [1, 2, 3, 4, 0x90, 0x00])
    #expect(try card.transmit([0x00, 0xCA, 0x00, 0x00, 0x00]) == [8, 9, 0x90, 0x00])
    #expect(try card.transmit([0x00, 0x10, 0x00, 0x00]) == [0x90, 0x01])
  }

  @Test("A card that keeps promising more data is reported as malformed")
  func endless() {
    #expect(throws: KeycardError(.malformed)) { try ByteProtocol.transmit([0, 1, 0, 0]) { _ in [0x61, 0xFF] } }
    #expect(throws: KeycardError(.malformed)) { try ByteProtocol.transmit([0, 1, 0, 0]) { _ in [0x6C, 0xFF] } }
  }
}
