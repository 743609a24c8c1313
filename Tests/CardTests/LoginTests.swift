import Vocabulary
import Model
import SimulatedCard
import Testing

@testable import Runner
@testable import RunnerTests

@Suite struct LoginTests {
  /// The session is based on the card's signature.
  @Test("D-33 D-41 D-42 D-46: the PIN replaces the password, and the journal opens")
  func login() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    let account = person.session.account, before = try await person.rows()
    try await person.signOut()
    person.vault.forget()
    bench.reader.tear(nil)
    try await person.start(.cardLogin)
    #expect(try await person.finish() == RunEnd(grants: true, leadsTo: .account))
    #expect(
      bench.reader.commands == 8,
      "SELECT, two for the channel, status, PIN, public key, signature, and what opens the Master Key.")
    #expect(person.session.account == account)
    #expect(person.vault.isOpen)
    let after = try await person.rows()
    #expect(after.ways.map(\.id) == before.ways.map(\.id) && after.generations == before.generations)
    #expect(after.events == before.events + [.signedOut, .signedInWithCard], "\(after.events)")
    #expect(!person.hasRead("pairing password"), "Pairing is not seen.")
    #expect(try bench.look(at: person.card).tries == [3, 5])
  }

  @Test("D-08 D-43: a card set up by Status pairs with the default password, and uses one slot")
  func ofStatus() async throws {
    let prepared = try PreparedCard.ofStatus.get()
    let (bench, person) = try await Bench.holder(prepared)
    #expect(!person.hasRead("pairing password"))
    #expect(try bench.look(at: person.card).freeSlots == 9)
  }

  @Test("D-07 D-44 D-05 D-06: a new computer requests the pairing password until it is right")
  func elsewhere() async throws {
    let prepared = try PreparedCard.withAccount.get()
    var (here, person) = try await Bench.holder(prepared)
    try await person.signOut()
    here.reader.remove()
    let there = try Bench(store: here.store)
    var other = try await there.person(person.card)
    other.papers.pairings = ["not this one", "nor this", PreparedCard.pairingPassword]
    try await other.start(.cardLogin)
    #expect(try await other.finish().grants)
    #expect(other.hasRead("doesn't take that pairing password"))
    let look = try there.look(at: person.card)
    #expect(look.freeSlots == 8 && look.tries == [3, 5])
  }

  @Test("D-45: cancelling at the pairing password cancels the whole login") func givenUp() async throws {
    let prepared = try PreparedCard.withAccount.get()
    var (here, person) = try await Bench.holder(prepared)
    here.reader.remove()
    let there = try Bench(store: here.store)
    person = try await there.person(person.card)
    try await person.start(.cardLogin)
    try await person.go { $0.says("Type the card's pairing password") }
    try await person.press("Cancel")
    #expect(person.isOver && person.session.account == nil)
  }

  @Test("D-33: a card that belongs to no account is reported as unknown, and signs nothing")
  func unknown() async throws {
    let (bench, _) = try await Bench.holder(try PreparedCard.withAccount.get())
    let other = try PreparedCard.withOther.get(), there = try Bench(other, store: bench.store)
    var stranger = try await there.person(try other.copy())
    try await stranger.start(.cardLogin)
    try await stranger.go { $0.says("No account here knows this card") }
    #expect(stranger.signatures == 0 && stranger.session.account == nil)
    #expect(stranger.buttons.contains("Use another card") && stranger.buttons.contains("Make an account with a card"))
  }
}
