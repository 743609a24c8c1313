import AccountService
import Encoding
import Foundation
import Model
import SimulatedCard
import TestCards
import Testing
import Vocabulary

@testable import Runner
@testable import RunnerTests

/// A different card from the one that a flow began with, and a simulated card.
@Suite struct StrangeCardTests {
  /// The card's instance UID tells them apart, and the page says so plainly.
  @Test("D-59: a different card inserted midway is recognized, and the first one is waited for")
  func swapped() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    try await person.start(.cardLogin)
    try await person.go { $0.pending.isEmpty }
    let other = try PreparedCard.withOther.get().copy()
    bench.reader.insert(other)
    person.type("123456", into: "pin")
    try await person.press("Continue")
    try await person.settle()
    #expect(person.says("This is not the card that is needed here"), "\(person.words)")
    #expect(try SecondLook(other, PreparedCard.withOther.get().pairings()).tries == [3, 5], "It was given no PIN.")
    try await person.finish()
    #expect(person.session.account != nil)
  }

  @Test("D-59: a blank card inserted midway is not mistaken for the first one") func blank() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    try await person.start(.cardLogin)
    try await person.go { $0.pending.isEmpty }
    let blank = SimulatedCard()
    bench.reader.insert(blank)
    person.type("123456", into: "pin")
    try await person.press("Continue")
    try await person.settle()
    #expect(person.says("This is not the card that is needed here"), "\(person.words)")
    bench.reader.remove()
    #expect(try SecondLook(blank, bench.pairings).isBlank)
    try await person.finish()
    #expect(person.session.account != nil)
  }

  @Test("D-32: another account's phrase is never written to this account's backup card")
  func otherPhrase() async throws {
    var (_, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    person.papers.phrase = Papers.legal
    person.card = SimulatedCard()
    try await person.start(.cardBackup)
    for _ in 0..<3 {
      person.fillIn()
      try await person.press("Continue")
      try await person.settle()
      #expect(person.says("another account"), "\(person.words)")
    }
    #expect(!person.told.contains { $0.effect == .loadPhrase })
  }

  @Test("A rehearsal card's account is labelled as practice and never counts as a way back in")
  func rehearsal() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bench = try Bench(rehearsalFile: folder.appending(path: "card").path)
    bench.reader.show(.noReader)
    var person = try await bench.person(nil)
    try await person.start(.cardOnboarding)
    try await person.press("Make a new account on a card")
    try await person.settle()
    #expect(person.says("There is no card reader"), "\(person.words)")
    try await person.press("Use the rehearsal card")
    #expect(try await person.finish().grants)
    let card = try #require(try await person.cards().first)
    #expect(card.isRehearsal && card.label == "Rehearsal card")
    let safety = try #require(try await Accounts(store: bench.store, environment: .live).safety(of: person.session))
    #expect(safety.keys.map(\.isRehearsal) == [true])
    #expect(try await person.rows().ways.haveHardwareKey == false)
  }
}
