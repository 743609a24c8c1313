import Foundation
import Synchronization
import TestReader
import Testing
import VirtualReaders

@Suite struct VirtualReaderTests {
  /// PC/SC also reports the card's answer to reset.
  @Test("PC/SC sees the card in a slot of the virtual reader; the other slot stays empty")
  func inserted() async throws {
    let reader = try TestReader()
    #expect(reader.names == ["Test Reader 1 00 00", "Test Reader 1 00 01"])
    #expect(reader.pcsc.situation().readers.map(\.isPresent) == [false, false])
    try reader.slots[1].insert(EchoCard().card())
    let card = try await reader.seen { $0.readers.last?.card }
    #expect(card.answerToReset == EchoCard.answerToReset)
    #expect(reader.pcsc.situation().readers.first?.card == nil)
  }

  @Test("A slot holds only one card, and a port without a reader is reported")
  func refused() throws {
    let reader = try TestReader()
    try reader.slots[0].insert(EchoCard().card())
    #expect(throws: VirtualReaderError(.occupied)) { try reader.slots[0].insert(EchoCard().card()) }
    reader.slots[0].remove()
    #expect(!reader.slots[0].isInserted)
    try reader.slots[0].insert(EchoCard().card())
    reader.stop()
    #expect(throws: VirtualReaderError(.noReader)) { try reader.slots[1].insert(EchoCard().card()) }
  }

  @Test("When the reader is removed, the card's side ends by itself and its power is turned off")
  func readerGoes() async throws {
    let reader = try TestReader(), card = EchoCard()
    try reader.slots[0].insert(card.card())
    _ = try await reader.seen { $0.readers.first?.card }
    reader.stop()
    await reader.slots[0].untilRemoved()
    #expect(!reader.slots[0].isInserted)
    #expect(card.power.last == .off)
  }

  @Test("A card reports its presence even while it computes")
  func promptWhileComputing() async throws {
    let wire = try ReaderSide(), mayAnswer = DispatchSemaphore(value: 0)
    let slot = VirtualReader(port: wire.port)
    try slot.insert(
      EchoCard().card { _ in
        mayAnswer.wait()
        return [0x6F, 0x00]
      })
    try wire.accept()
    wire.send([0x80, 0xF2, 0x00, 0x00])
    wire.send([4])
    #expect(wire.receive() == EchoCard.answerToReset)
    mayAnswer.signal()
    #expect(wire.receive() == [0x6F, 0x00])
  }

  @Test("Power on, reset and power off reach the card and get no response")
  func power() async throws {
    let wire = try ReaderSide(), card = EchoCard(), slot = VirtualReader(port: wire.port)
    try slot.insert(card.card())
    try wire.accept()
    for order in [1, 2, 0] as [UInt8] { wire.send([order]) }
    wire.send([9])  // an order that no card knows is nothing
    wire.send([0, 1, 2, 3, 1, 7])
    #expect(wire.receive() == [7, 0x90, 0x00])
    #expect(card.power == [.on, .reset, .off])
  }

  @Test(
    "A card is torn out before, instead of and after its answer to the n-th command",
    arguments: [VirtualTear.before(2), .unanswered(2), .after(2)])
  func torn(tear: VirtualTear) async throws {
    let wire = try ReaderSide(), card = EchoCard(), slot = VirtualReader(port: wire.port)
    try slot.insert(card.card(), tear: tear)
    try wire.accept()
    wire.send([0, 1, 0, 0])
    #expect(wire.receive() == [0x90, 0x00])
    wire.send([0, 2, 0, 0])
    #expect(wire.receive() == (tear == .after(2) ? [0x90, 0x00] : nil))
    await slot.untilRemoved()
    #expect(card.commands.count == (tear == .before(2) ? 1 : 2))
  }

  @Test("An invalid answer removes the card, and a zero-byte answer is passed on")
  func impossible() async throws {
    let wire = try ReaderSide(), slot = VirtualReader(port: wire.port)
    try slot.insert(EchoCard().card { $0.first == 1 ? [] : [UInt8](repeating: 0, count: 70_000) })
    try wire.accept()
    wire.send([1, 0])
    #expect(wire.receive() == [])
    wire.send([2, 0])
    #expect(wire.receive() == nil)
    await slot.untilRemoved()
  }

  @Test("Several daemons run at once in one process, each with its own readers")
  func several() async throws {
    let counts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for readers in [1, 2, 3] {
        group.addTask {
          let reader = try TestReader(readers: readers)
          try reader.slots[readers].insert(EchoCard().card())
          _ = try await reader.seen { $0.readers.first { $0.name == reader.names[readers] }?.card }
          return (readers, reader.pcsc.situation().readers.filter(\.isPresent).count)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(counts == [1: 1, 2: 1, 3: 1])
  }
}

struct TestGaveUp: Error {}
