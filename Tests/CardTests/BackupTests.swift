import Vocabulary
import Model
import SimulatedCard
import Testing

@testable import Runner
@testable import RunnerTests

@Suite struct BackupTests {
  @Test("D-30 D-32: when signed in, a second card accepts only the account's own phrase")
  func signedIn() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    let first = person.card, before = try await person.rows(), orders = person.told.count
    bench.reader.remove()
    person.card = SimulatedCard()
    try await person.start(.cardBackup)
    person.papers.phrase = Papers.legal
    try await person.go { $0.hasRead("belong to another account") || $0.told.contains { $0.reply == .phraseOfAnother } }
    #expect(!person.told.dropFirst(orders).contains { $0.effect == .look }, "No card was asked for yet.")
    person.papers.phrase = Papers.abandon
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    let after = try await person.rows()
    #expect(after.ways == before.ways, "It is one way in, on two cards.")
    #expect(after.events == before.events + [.cardBackedUp])
    let second = try bench.look(at: person.card)
    #expect(try second.key == bench.look(at: first).key && second.key == before.ways.first?.id)

    try await person.signOut()
    person.vault.forget()
    try await person.start(.cardLogin)
    #expect(try await person.finish().grants)
    #expect(person.vault.isOpen, "The second card opens what the first one closed.")
  }

  @Test("D-30: the account's existing card is recognized, and the flow continues with a new one")
  func ownCard() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    let first = person.card, before = try await person.rows()
    try await person.start(.cardBackup)
    try await person.go { $0.says("This is a card that you have already") || $0.says("This card is in use already") }
    #expect(person.says("This is a card that you have already: this account is on it."), "\(person.words)")
    #expect(try bench.look(at: first).key == before.ways.first?.id, "nothing was done to it")
    person.card = SimulatedCard()
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    #expect(try bench.look(at: person.card).key == before.ways.first?.id)
    #expect(try bench.look(at: first).key == before.ways.first?.id)
  }

  /// A card in use is erased with a warning.
  @Test("D-31 D-34: when signed out after losing a card, a second card is erased and signs in")
  func signedOut() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    let account = person.session.account, before = try await person.rows()
    try await person.signOut()
    person.vault.forget()
    bench.reader.remove()
    person.card = try PreparedCard.withOther.get().copy()
    try await person.start(.cardLogin)
    try await person.go { !$0.pending.isEmpty || $0.buttons.contains("I have a new card") }
    try await person.press("I have a new card")
    #expect(try await person.follow())
    person.prefers = ["Erase the card"]
    #expect(try await person.finish() == RunEnd(grants: true, leadsTo: .account))
    #expect(person.hasRead("This card is in use already"))
    #expect(person.session.account == account)
    let after = try await person.rows()
    #expect(after.ways.map(\.id) == before.ways.map(\.id))
    #expect(after.events.suffix(2) == [.cardBackedUp, .signedInWithCard], "\(after.events)")
    #expect(try bench.look(at: person.card).key == before.ways.first?.id)
  }

  @Test("D-34: when signed out, a phrase without an account is reported, and no card is used")
  func unknownPhrase() async throws {
    var (_, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    person.papers.phrase = Papers.legal
    let orders = person.told.count
    try await person.start(.cardBackup)
    try await person.go { $0.answer?.screen.words.contains { $0.contains("No account here") } == true }
    #expect(
      person.told.dropFirst(orders).allSatisfy {
        if case .checkPhrase = $0.effect { true } else { $0.effect == .identifyPhrase }
      })
    #expect(person.session.account == nil)
  }
}
