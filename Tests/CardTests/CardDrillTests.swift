import Foundation
import Model
import SimulatedCard
import Testing
import Vocabulary

@testable import Runner
@testable import RunnerTests

/// A card that is tried: the whole way from the reader to what it opens, and other cards in its place.
@Suite struct CardDrillTests {
  private func card(_ person: CardPerson) async throws -> Way { try #require(try await person.cards().first) }

  @Test("a card signs and opens its own wrap, and both are noted with their date") func passes() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    person.vault.forget()
    let before = try await person.rows(), id = try await card(person).id
    bench.reader.tear(nil)
    person.clock.advance(60)
    let begun = person.clock.now
    try await person.start(.cardTest, about: id)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    #expect(person.hasRead("“Keycard” signs you in and opens your journal."))
    #expect(
      bench.reader.commands == 8,
      "SELECT, two for the channel, status, PIN, public key, signature, and what opens the Master Key.")
    #expect(!person.vault.isOpen, "nothing is left open")
    let after = try await person.rows(), tried = try await card(person)
    for kind in [ProofKind.signed, .opened] { #expect(try #require(tried.proofs[kind]) > begun, "\(kind)") }
    #expect(tried.sealed == before.ways.first { $0.id == id }?.sealed && after.generations == before.generations)
    #expect(after.events == before.events + [.drillPassed], "\(after.events)")
    #expect(try bench.look(at: person.card).tries == [3, 5])
  }

  @Test("another card in the reader is named as such, signs nothing and changes nothing") func another() async throws {
    let (bench, holder) = try await Bench.holder(try PreparedCard.withAccount.get())
    let id = try await card(holder).id, before = try await holder.rows()
    let other = try PreparedCard.withOther.get(), there = try Bench(other, store: bench.store)
    var person = try await there.person(try other.copy())
    person.session = holder.session
    try await person.start(.cardTest, about: id)
    try await person.go { $0.says("That is another card.") }
    #expect(person.says("Put “Keycard” into the reader.") && person.signatures == 0)
    #expect(try await person.rows() == before)
    person.card = try PreparedCard.withAccount.get().copy()
    person.papers.pairings = [PreparedCard.pairingPassword]
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    #expect(person.hasRead("“Keycard” signs you in and opens your journal."))
  }

  @Test("a wrap that is not the card's fails, although the Master Key is open here") func tampered() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    let way = try await card(person)
    #expect(person.vault.isOpen)
    try await bench.store.write { records in
      var broken = way
      broken.sealed?.wrap = String(way.sealed?.wrap.reversed() ?? [])
      try records.update(broken)
    }
    bench.reader.tear(nil)
    try await person.start(.cardTest, about: way.id)
    try await person.go { $0.says("“Keycard” needs re-wrap.") }
    #expect(!person.hasRead("opens your journal."))
    let failed = try await card(person)
    #expect(failed.proofs[.opened] == way.proofs[.opened] && failed.needsRewrapSince != nil, "the signature is noted")
    #expect(try await person.rows().events.suffix(2) == [.drillFailed, .keyNeedsRewrap])
  }

  @Test("G-34: the rehearsal card can be tried, and never counts") func practice() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bench = try Bench(rehearsalFile: folder.appending(path: "card").path)
    bench.reader.show(.noReader)
    var person = try await bench.person(nil)
    try await person.start(.cardOnboarding)
    try await person.press("Make a new account on a card")
    try await person.settle()
    try await person.press("Use the rehearsal card")
    #expect(try await person.finish().grants)
    let way = try await card(person)
    #expect(way.isRehearsal)
    try await person.start(.cardTest, about: way.id)
    try await person.settle()
    if person.buttons.contains("Use the rehearsal card") { try await person.press("Use the rehearsal card") }
    try await person.go { $0.says("“Rehearsal card” signs you in and opens your journal.") }
    #expect(person.says("It never counts as a way back in."))
  }
}
