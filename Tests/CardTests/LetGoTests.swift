import CardHands
import HandsProtocol
import Model
import SimulatedCard
import TestCards
import Testing
import Vocabulary

@testable import Runner
@testable import RunnerTests

/// A slow person: meanwhile the card is released for other programs, and reopened with the next order.
@Suite struct LetGoTests {
  /// Waits until another program can open the card, and lets it hold the card for a moment.
  private func useElsewhere(_ bench: Bench) async throws {
    while bench.reader.isHeld {
      bench.lifetime.end()
      try await Task.sleep(for: .milliseconds(10))
    }
    let other = CardOperations(source: bench.reader, pairings: try PairingStore(path: nil))
    guard case .present = await other.perform(CardWork(.look), from: SeatOwner("https://other.example")).reply else {
      Issue.record("Another program does not get it.")
      return
    }
    await other.release()
  }

  @Test("A PIN typed while another program has the card is accepted, and requested only once")
  func beforePIN() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    try await person.start(.cardLogin)
    try await person.go { $0.pending.isEmpty }
    try await useElsewhere(bench)
    person.type("123456", into: "pin")
    try await person.press("Continue")
    try await person.settle()
    #expect(try await person.finish().grants)
    #expect(!person.told.contains { $0.reply == .letGo || $0.reply == .removed })
  }

  /// The next order continues from there.
  @Test("If another program closed the opened card, its PIN is requested again with the reason")
  func afterPIN() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    person.papers.newPIN = "654321"
    try await person.start(.cardPIN)
    try await person.go { $0.says("Choose the card's new PIN") }
    try await useElsewhere(bench)
    person.fillIn()
    try await person.press("Change the PIN")
    try await person.settle()
    #expect(person.told.contains { $0.effect == .change(.pin, "newPIN") && $0.reply == .letGo })
    #expect(
      person.says("Type your card's PIN.") && person.says("Nobody used the card for a minute, so it was let go"),
      "\(person.words)")
    #expect(!person.says("the card may have your new PIN already"), "It is certain that it does not.")
    try await person.finish()
    let look = try bench.look(at: person.card, pin: "654321")
    #expect(look.takesPIN && look.tries == [3, 5])
  }
}
