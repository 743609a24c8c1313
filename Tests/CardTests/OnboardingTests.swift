import Vocabulary
import Model
import SimulatedCard
import Testing

@testable import Runner
@testable import RunnerTests

/// From a card to an account, to the end of the flow, with a check of the store and the card.
@Suite struct OnboardingTests {
  /// The card is the way in to the chosen account.
  @Test("D-18 D-20 D-22 D-23 D-24 D-13 D-15 G-11: the person chooses one of a blank card's accounts")
  func generate() async throws {
    let bench = try Bench()
    var person = try await bench.person(SimulatedCard())
    try await person.start(.cardOnboarding)
    let end = try await person.finish()
    #expect(end == RunEnd(grants: true, leadsTo: .account))
    let card = try #require(try await person.cards().first), rows = try await person.rows()
    #expect(rows.ways.count == 1 && card.opens && !card.isRehearsal)
    #expect(rows.events == [.accountCreated, .masterKeyMade, .keyOpens, .signedInWithCard], "\(rows.events)")
    #expect(person.session.credential == card.id)
    #expect(person.vault.isOpen)
    // The card generated the phrase before any account was shown.
    let orders = person.told.map(\.effect)
    let drawn = try #require(orders.firstIndex(of: .drawAccounts(4)))
    #expect(orders.prefix(drawn).contains(.verifyPIN("newPIN")))
    #expect(person.papers.puks.count == 1 && person.papers.pairings.count == 1, "They were shown once.")
    let look = try bench.look(at: person.card)
    #expect(look.tries == [3, 5] && look.freeSlots == 9, "\(look)")
    #expect(try look.key == card.id && SecondLook.key(of: person.papers.phrase) == card.id)
  }

  @Test("D-18 D-19 D-20: a person's own phrase can be put onto a blank card") func bring() async throws {
    let bench = try Bench()
    var person = try await bench.person(SimulatedCard())
    person.prefers = ["Bring an account from its phrase"]
    try await person.start(.cardOnboarding)
    #expect(try await person.finish() == RunEnd(grants: true, leadsTo: .account))
    #expect(try await person.cards().map(\.id) == [try #require(try SecondLook.key(of: Papers.abandon))])
    #expect(try bench.look(at: person.card).key == SecondLook.key(of: Papers.abandon))
  }

  @Test("D-21: a card that is set up is used with its PIN, or erased first", arguments: [true, false]) func used(
    erased: Bool
  ) async throws {
    let prepared = try PreparedCard.withOther.get(), bench = try Bench(prepared)
    var person = try await bench.person(try prepared.copy())
    person.prefers = ["Bring an account from its phrase"] + (erased ? ["Factory reset", "Erase the card"] : [])
    try await person.start(.cardOnboarding)
    #expect(try await person.finish().grants)
    #expect(person.told.contains { $0.effect == .factoryReset } == erased)
    let look = try bench.look(at: person.card)
    #expect(try look.key == SecondLook.key(of: Papers.abandon))
    #expect(try await person.cards().map(\.id) == [try #require(look.key)])
    #expect(look.freeSlots == 9)
  }

  @Test("D-25 D-28 D-29: a card with an account creates one here, then signs in to it") func existing() async throws {
    let prepared = try PreparedCard.withAccount.get()
    var (bench, person) = try await Bench.holder(prepared)
    let account = person.session.account, before = try await person.rows()
    #expect(before.ways.count == 1 && before.ways.allSatisfy(\.opens))
    try await person.signOut()
    person.prefers = ["Use a card that has an account"]
    try await person.start(.cardOnboarding)
    #expect(try await person.finish() == RunEnd(grants: true, leadsTo: .account))
    #expect(person.session.account == account && person.grants == 2 && person.signatures == 2)
    let after = try await person.rows()
    #expect(after.ways.map(\.id) == before.ways.map(\.id))
    #expect(after.events.count { $0 == .accountCreated } == 1)
    #expect(!person.told.contains { $0.effect == .drawAccounts(4) }, "Nothing is drawn or typed for it.")
    #expect(try bench.look(at: person.card).key == before.ways.first?.id)
  }

  @Test("D-27: a card without an account is reported as such, and the choice returns") func noAccount() async throws {
    let prepared = try PreparedCard.empty.get(), bench = try Bench(prepared)
    var person = try await bench.person(try prepared.copy())
    try await person.start(.cardOnboarding)
    try await person.press("Use a card that has an account")
    try await person.go { $0.says("There is no account on that card") }
    #expect(person.buttons.contains("Make a new account on a card"))
    #expect(person.session.account == nil && person.signatures == 0)
  }
}
