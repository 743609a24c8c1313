import Encoding
import Keycard
import Model
import SimulatedCard
import Testing
import Vocabulary

@testable import CardHands
@testable import Runner
@testable import RunnerTests

/// Care of a frozen, blocked, full, nameless or unwanted card.
@Suite struct CareTests {
  private func person(frozen: Bool = false) async throws -> (Bench, CardPerson) {
    let prepared = try PreparedCard.withAccount.get(), bench = try Bench(prepared)
    let person = try await bench.person(try prepared.copy())
    if frozen { try freeze(person.card, bench.pairings) }
    return (bench, person)
  }

  @Test("D-03 D-49 D-50 D-52 D-53 G-10: a frozen card accepts PUK and new PIN, keeping its account")
  func unblock() async throws {
    var (bench, person) = try await person(frozen: true)
    (person.papers.puks, person.papers.newPIN) = ([PreparedCard.puk], "777777")
    try await person.start(.cardUnblock)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    let look = try bench.look(at: person.card, pin: "777777")
    #expect(look.takesPIN && look.tries == [3, 5])
    #expect(try look.key == SecondLook.key(of: Papers.abandon))
  }

  /// The new PIN is refused before the card is involved.
  @Test("D-52 D-53: a new PIN equal to the PUK's start uses up no try, and another PIN is chosen")
  func unfit() async throws {
    var (bench, person) = try await person(frozen: true)
    (person.papers.puks, person.papers.newPIN) = ([PreparedCard.puk], String(PreparedCard.puk.prefix(6)))
    try await person.start(.cardUnblock)
    try await person.go { $0.says("must not begin with the PIN") && $0.pending.isEmpty }
    #expect(person.says("5 tries left for the PUK"), "\(person.words)")
    person.papers.newPIN = "777777"
    #expect(try await person.finish().leadsTo == .origin)
    #expect(try bench.look(at: person.card, pin: "777777").tries == [3, 5])
  }

  @Test("D-47: a card that is not frozen is reported as such, and its PUK is not requested")
  func notFrozen() async throws {
    var (bench, person) = try await person()
    try await person.start(.cardUnblock)
    try await person.go { $0.says("not frozen") }
    #expect(!person.told.contains { if case .unblockPIN = $0.effect { true } else { false } })
    #expect(try bench.look(at: person.card).tries == [3, 5])
  }

  @Test("D-04 D-50 D-51: a factory reset leaves a blank card, and no trace of it on this computer")
  func reset() async throws {
    var (bench, person) = try await person()
    (person.prefers, person.once) = (["Erase the card"], [])
    try await person.start(.cardReset)
    try await person.go { $0.says("The card is empty now") }
    try await person.press("Close")
    #expect(person.answer?.end == RunEnd(grants: false, leadsTo: .origin))
    #expect(try bench.look(at: person.card).isBlank)
    #expect(try !bench.pairings.has(PreparedCard.withAccount.get().instance))
  }

  /// A blocked card can only be erased. The account is then restored from the phrase, and the card signs in.
  @Test("D-04 D-51 D-56: a blocked card is erased at login, then restored from its phrase")
  func blocked() async throws {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    person.vault.forget()
    bench.reader.remove()
    try block(person.card, bench.pairings)
    try await person.start(.cardLogin)
    try await person.go { $0.says("The card is blocked") }
    #expect(Set(person.buttons) == ["Factory reset", "Cancel"], "\(person.buttons)")
    person.prefers = ["Factory reset", "Erase the card", "Restore from backup"]
    #expect(try await person.finish().leadsTo == .cardBackup)
    #expect(try await person.follow())
    #expect(try await person.finish() == RunEnd(grants: true, leadsTo: .account))
    #expect(try bench.look(at: person.card).key == SecondLook.key(of: Papers.abandon))
  }

  @Test("D-51 D-55: a blocked card in onboarding is erased, and its step starts again")
  func blockedAtOnboarding() async throws {
    var (bench, person) = try await person()
    try block(person.card, bench.pairings)
    try await person.start(.cardOnboarding)
    try await person.press("Bring an account from its phrase")
    try await person.go { $0.says("The card is blocked") }
    person.papers.phrase = Papers.legal
    person.prefers = ["Factory reset", "Erase the card"]
    #expect(try await person.finish().grants)
    #expect(person.hasRead("Choose a PIN for this card"))
    #expect(try bench.look(at: person.card).key == SecondLook.key(of: Papers.legal))
    #expect(try await person.cards().map(\.id) == [#require(try SecondLook.key(of: Papers.legal))])
  }

  @Test("The name is written to the card, and the next look reads it") func naming() async throws {
    var (bench, person) = try await person()
    try await person.start(.cardName)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    #expect(try bench.look(at: person.card).name == "blue spare")
    try await person.start(.cardStatus)
    try await person.go { $0.says("Name: blue spare") }
  }

  @Test("D-57: the status shows the counts and free places reported by the card") func status() async throws {
    var (bench, person) = try await person()
    try await person.start(.cardStatus)
    try await person.go { $0.says("The card is in order") }
    #expect(
      person.says("PIN tries: 3 left, PUK tries: 5 left") && person.says("Places for computers: 9 free"),
      "\(person.words)")
    #expect(!person.told.contains { if case .verifyPIN = $0.effect { true } else { false } }, "No PIN is asked for it.")
    try await person.press("Close")
    try freeze(person.card, bench.pairings)
    try await person.start(.cardStatus)
    try await person.go { $0.says("PIN tries: 0 left") }
    #expect(person.says("The card is frozen"))
  }

  @Test("A full card of another computer is freed with its PIN, then paired by the typed password")
  func freed() async throws {
    let prepared = try PreparedCard.withAccount.get()
    let (bench, person) = try await Bench.holder(prepared)
    try fill(person.card)
    bench.reader.remove()
    let there = try Bench(store: bench.store)
    var other = try await there.person(person.card)
    (other.papers.pairings, other.once) = ([PreparedCard.pairingPassword], ["Free the other computers' places"])
    try await other.start(.cardLogin)
    #expect(try await other.finish().grants)
    #expect(try there.look(at: person.card).freeSlots == 9)
    #expect(
      other.told.count { if case .pairWith = $0.effect { true } else { false } } == 0, "The password was typed once.")
  }

  @Test("For a full card before 3.2 the page says who can free it; pairing then succeeds")
  func full() async throws {
    let prepared = try PreparedCard(version: .three1)
    var (bench, person) = try await Bench.holder(prepared)
    try fill(person.card)
    bench.reader.remove()
    let there = try Bench(store: bench.store)
    var other = try await there.person(person.card)
    other.papers.pairings = [PreparedCard.pairingPassword]
    try await other.start(.cardLogin)
    try await other.go { $0.says("Every place that this card has for a computer is taken.") }
    try await other.press("Free the other computers' places")
    try await other.go { $0.says("put the card in there, free them under Card status") }
    #expect(Set(other.buttons) == ["Try again", "Use another card", "Factory reset", "Cancel"])

    there.reader.remove()
    person.once = ["Free the other computers' places", "Free the other computers' places"]
    try await person.start(.cardStatus)
    try await person.finish()
    #expect(try bench.look(at: person.card).freeSlots == 4)

    other.slot.take()
    try await other.press("Try again")
    #expect(try await other.finish().grants)
    #expect(try there.look(at: person.card).freeSlots == 3)
  }

  @Test("Returning a pairing frees its place, and this computer needs the password again")
  func unpair() async throws {
    var (bench, person) = try await person()
    person.once = ["Give this computer's place back", "Give this computer's place back"]
    try await person.start(.cardStatus)
    try await person.finish()
    #expect(try !bench.pairings.has(PreparedCard.withAccount.get().instance))
    #expect(try bench.look(at: person.card).freeSlots == 10)
    try await person.start(.cardStatus)
    try await person.go { $0.says("Type the card's pairing password") }
  }
}
