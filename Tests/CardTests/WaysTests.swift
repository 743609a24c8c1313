import Vocabulary
import Model
import SimulatedCard
import Testing

@testable import Runner
@testable import RunnerTests

/// The card together with the account's other ways in.
@Suite struct WaysTests {
  @Test("D-40: the card opens the journal, and reads what a key wrote") func journal() async throws {
    var (client, person) = try await both()
    person.page?.forget()
    person.prefers = ["Confirm with your card"]
    try await person.start(.journal)
    try await person.go { $0.answer?.screen.blocks.contains(.journal) == true }
    client.hands = try #require(person.page)
    #expect(try await client.readJournal() == ["before the card"])
    #expect(person.told.contains { $0.effect == .sign(.change) })
  }

  @Test("The card confirms removing a key, and opens the new generation that follows") func revokeKey() async throws {
    var (client, person) = try await both()
    person.page?.forget()
    let black = try #require(try await person.rows().way("black"))
    (person.prefers, person.once) = (["Confirm with your card"], [])
    try await person.start(.revocation, about: black.id)
    try await person.go { !$0.buttons.isEmpty && $0.pending.isEmpty }
    try await person.press(try #require(person.answer?.screen.choices.first { $0.action == "lost" }).label.text)
    try await person.go { $0.answer?.screen.choices.contains { $0.action == "leave" } == true }
    let after = try await person.rows()
    #expect(after.way("black") == nil && after.g == 2)
    person.page?.forget()
    try await person.start(.journal)
    try await person.go { $0.answer?.screen.blocks.contains(.journal) == true }
    client.hands = try #require(person.page)
    #expect(try await client.readJournal() == ["before the card"])
  }

  @Test("A removed card no longer signs in, and the account's keys are kept") func revokeCard() async throws {
    var (client, person) = try await both()
    let card = try #require(try await person.cards().first), before = try await person.rows()
    try await client.revoke(card.id, with: client.key)
    let after = try await person.rows()
    #expect(
      after.ways.map(\.id) == before.ways.map(\.id).filter { $0 != card.id } && after.events.contains(.keyRevoked))
    try await person.signOut()
    try await person.start(.cardLogin)
    try await person.go { $0.says("No account here knows this card") }
    #expect(person.session.account == nil && person.grants == 0)
  }

  @Test("An account with only a card gets a recovery code, confirmed with the card") func code() async throws {
    var (_, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    person.page = Hands()
    person.prefers = ["Confirm with your card"]
    try await person.start(.recoveryCode)
    #expect(try await person.finish().leadsTo == .origin)
    let rows = try await person.rows()
    #expect(rows.code != nil && rows.events.contains(.recoveryCodeSaved))
    #expect(person.page?.papers.count == 1)
  }

  /// An account with two keys, a code, a journal and a card.
  private func both() async throws -> (Client, CardPerson) {
    let keys = Keys()
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("before the card")
    let prepared = try PreparedCard.withAccount.get(), bench = try Bench(prepared, store: client.store)
    var person = CardPerson(client, Slot(bench.reader), bench.operations)
    (person.page, person.passkey, person.card) = (client.hands, keys.yellow, try prepared.copy())
    person.prefers = ["A card that is in use already"]
    try await person.start(.cardMigration)
    guard try await person.finish().leadsTo == .cardRoom else { throw person.stuck("not migrated") }
    client.key = keys.yellow
    client.session = person.session
    return (client, person)
  }
}
