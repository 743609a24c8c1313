import Vocabulary
import Model
import SimulatedCard
import Testing

@testable import Runner
@testable import RunnerTests

/// A card added to an existing account.
@Suite struct MigrationTests {
  /// With passkeys, a code and a journal, every row, wrap, history and audit entry is kept.
  @Test("D-38 D-40: an older account keeps everything, and the card can open it afterwards")
  func passkeys() async throws {
    let keys = Keys()
    var (client, code) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("before the card")
    let before = try await client.rows(), bench = try Bench(store: client.store)
    var person = CardPerson(client, Slot(bench.reader), bench.operations)
    (person.page, person.passkey, person.card) = (client.hands, keys.yellow, SimulatedCard())
    person.prefers = ["Confirm with your passkey"]
    try await person.start(.cardMigration)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .cardRoom))
    let after = try await person.rows(), card = try #require(after.ways.first { $0.kind == .card })
    #expect(after.ways.filter { $0.kind != .card }.map(\.id) == before.ways.map(\.id))
    #expect(after.ways.filter { $0.kind != .card }.map(\.sealed) == before.ways.map(\.sealed))
    #expect(
      after.credentials == before.credentials && after.generations == before.generations
        && after.journal == before.journal)
    #expect(after.events.starts(with: before.events) && after.events.last == .cardAdded, "\(after.events)")
    #expect(card.opens && card.label == "Keycard")
    #expect(try bench.look(at: person.card).key == card.id)

    // Signed out, and in again with only the card: the earlier entries can be read.
    try await person.signOut()
    person.page?.forget()
    try await person.start(.cardLogin)
    #expect(try await person.finish().grants)
    client.session = person.session
    client.hands = try #require(person.page)
    #expect(try await client.readJournal() == ["before the card"])
    _ = code
  }

  @Test("D-39 D-40: an account with a password gets a card, and keeps its password") func password() async throws {
    var client = try await Client.asking()
    try await client.register("mirela")
    let hash = "kept as it is"
    let account = try client.account
    try await client.store.write { try $0.setPasswordHash(hash, of: account) }
    let before = try await client.rows(), bench = try Bench(store: client.store)
    var person = CardPerson(client, Slot(bench.reader), bench.operations)
    (person.page, person.passkey, person.card) = (client.hands, client.key, SimulatedCard())
    person.prefers = ["An empty card, with a card phrase that I have on paper"]
    try await person.start(.cardMigration)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .cardRoom))
    let after = try await person.rows()
    #expect(try await client.store.read { try $0.account(account)?.passwordHash } == hash)
    #expect(after.credentials == before.credentials)
    #expect(after.ways.filter { $0.kind == .card }.map(\.id) == [try #require(try SecondLook.key(of: Papers.abandon))])
    #expect(after.events.starts(with: before.events))
  }

  @Test("D-39: when signed out, adding a card requires signing in first") func signedOut() async throws {
    let bench = try Bench()
    var person = try await bench.person(SimulatedCard())
    try await person.start(.cardMigration)
    try await person.press("Sign in")
    #expect(person.answer?.end == RunEnd(grants: false, leadsTo: .signIn))
  }

  @Test("D-40: another account's card is rejected, and nothing is written") func taken() async throws {
    let prepared = try PreparedCard.withAccount.get()
    let (bench, holder) = try await Bench.holder(prepared)
    let kept = try await holder.rows()
    var client = try await Client.asking(bench.store)
    try await client.register("somebody")
    let before = try await client.rows()
    var person = CardPerson(client, Slot(bench.reader), bench.operations)
    (person.page, person.passkey, person.card) = (client.hands, client.key, holder.card)
    person.prefers = ["A card that is in use already"]
    try await person.start(.cardMigration)
    try await person.go { $0.says("Try again") }
    #expect(person.says("This card belongs to an account here already."))
    try await person.press("Cancel")
    #expect(try await person.rows().ways.withoutProofs == before.ways.withoutProofs)
    #expect(try await holder.rows().ways == kept.ways)
  }
}
