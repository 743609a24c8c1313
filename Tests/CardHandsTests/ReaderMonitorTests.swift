import Foundation
import Keycard
import TestReader
import Testing

@testable import CardHands

@Suite struct ReaderMonitorTests {
  @Test("D-59: each change of the daemon, or of a card in either slot of a reader, is reported")
  func comeAndGo() async throws {
    let place = try TestPlace(), monitor = ReaderMonitor(place.pcsc)
    var news = monitor.situations().makeAsyncIterator()
    #expect(await news.next() == .noDaemon)

    let empty = try TestReader(readers: 0, at: place)
    #expect(await news.next() == .noReader)
    empty.stop()
    #expect(await news.next() == .noDaemon)

    let reader = try TestReader(at: place)
    #expect(await news.next()?.readers.map(\.isPresent) == [false, false])
    try reader.slots[1].insert(EchoCard().card())
    #expect(await news.next()?.readers.map(\.isPresent) == [false, true])
    try reader.slots[0].insert(EchoCard().card())
    #expect(
      await news.next()?.readers.map { $0.card?.answerToReset } == [EchoCard.answerToReset, EchoCard.answerToReset])
    reader.slots[1].remove()
    #expect(await news.next()?.readers.map(\.isPresent) == [true, false])
    reader.stop()
    #expect(await news.next() == .noDaemon)
    monitor.stop()
    #expect(await news.next() == nil)
  }

  @Test("A card swapped between two polls of the reader is still reported")
  func swapped() async throws {
    let reader = try TestReader(), monitor = ReaderMonitor(reader.pcsc)
    try reader.slots[0].insert(EchoCard().card())
    let before = try await monitor.reader(where: \.isPresent)
    let card = try ReaderCard.open(in: before.name, of: reader.pcsc).get()
    #expect(try card.transmit([0, 1, 0, 0]) == [0x90, 0x00])
    reader.slots[0].remove()
    try reader.slots[0].insert(EchoCard().card())
    let after = try await monitor.reader { $0.isPresent && $0.changes != before.changes }
    #expect(after.card == before.card)
    #expect(throws: KeycardError(.removed)) { try card.transmit([0, 1, 0, 0]) }
  }

  @Test("A card with an invalid answer to reset is reported as present but unreadable")
  func unreadable() async throws {
    let reader = try TestReader(), monitor = ReaderMonitor(reader.pcsc)
    try reader.slots[0].insert(EchoCard().card(answerToReset: [0xFF, 0xFF, 0x00]))
    let found = try await monitor.reader(where: \.isPresent)
    #expect(failure(of: ReaderCard.open(in: found.name, of: reader.pcsc)) == .unreadable)
  }

  @Test("Waiting costs under 50 ms of processor time per second, with a daemon and without", arguments: [true, false])
  func idle(hasDaemon: Bool) async throws {
    let place = try TestPlace(), reader = hasDaemon ? try TestReader(at: place) : nil,
      monitor = ReaderMonitor(place.pcsc)
    var news = monitor.situations().makeAsyncIterator()
    _ = await news.next()
    // On a busy machine each poll takes longer: it is enough to see it at rest for three seconds in a row.
    var shares: [Double] = []
    func isAtRest() -> Bool { shares.count >= 3 && shares.suffix(3).allSatisfy { $0 < 0.05 } }
    while shares.count < 30, !isAtRest() {
      let clock = ContinuousClock(), start = clock.now, before = try #require(monitor.processorTime)
      try await Task.sleep(for: .seconds(1))
      shares.append((try #require(monitor.processorTime) - before) / (clock.now - start))
    }
    #expect(isAtRest(), "\(shares)")
    reader?.stop()
  }

  @Test("Every subscriber first receives the current state; dropping the monitor ends them all")
  func subscribers() async throws {
    let place = try TestPlace()
    var monitor: ReaderMonitor? = ReaderMonitor(place.pcsc)
    var first = monitor?.situations().makeAsyncIterator()
    #expect(await first?.next() == .noDaemon)
    var second = monitor?.situations().makeAsyncIterator()
    #expect(await second?.next() == .noDaemon)
    monitor = nil
    #expect(await first?.next() == nil)
    #expect(await second?.next() == nil)
  }

  @Test(
    "D-17: a card held to a reader is distinguished from one that is plugged in",
    arguments: [
      ("ACS ACR122U PICC Interface 00 00", [], true), ("HID Global OMNIKEY 5022 Smart Card Reader CL 00 00", [], true),
      ("Gemalto PC Twin Reader 00 00", [], false), ("Closed Reader 00 00", [], false),
      ("Identiv Reader 00 00", [0x3B, 0x8C, 0x80, 0x01, 0x50], true),
      ("Identiv Reader 00 00", [0x3B, 0xDB, 0x96, 0x00], false),
    ] as [(String, [UInt8], Bool)])
  func contactless(name: String, answer: [UInt8], isContactless: Bool) {
    let card = answer.isEmpty ? nil : ReaderSituation.Card(answerToReset: answer)
    #expect(ReaderSituation.Reader(name: name, card: card).isContactless == isContactless)
  }
}

extension ReaderMonitor {
  /// The first reader, once it meets the condition.
  func reader(where isSo: (ReaderSituation.Reader) -> Bool) async throws -> ReaderSituation.Reader {
    let limit = Task { [weak self] in
      try await Task.sleep(for: .seconds(60))
      self?.stop()  // ends the subscription below
    }
    defer { limit.cancel() }
    for await situation in situations() {
      if let reader = situation.readers.first, isSo(reader) { return reader }
    }
    throw TestGaveUp()
  }
}
func failure<Success, Failure>(of result: Result<Success, Failure>) -> Failure? {
  if case .failure(let failure) = result { failure } else { nil }
}
