import Model
import SimulatedCard
import Vocabulary

@testable import Runner
@testable import RunnerTests

extension PulledFlow {
  /// Every flow that uses a card, with variants for different cards in the reader.
  static let all: [PulledFlow] = accounts + ways + care

  private static let accounts = [
    PulledFlow(description: "login", flow: .cardLogin, prepare: { try await returning() }),
    PulledFlow(
      description: "login on a computer that has not seen the card", flow: .cardLogin,
      prepare: { try await returning(try PreparedCard.ofStatus.get(), elsewhere: true) }, places: 2),
    PulledFlow(
      description: "a new account, drawn by a blank card", flow: .cardOnboarding,
      prepare: { try await newcomer(SimulatedCard()) }, setsUp: true),
    PulledFlow(
      description: "an account from its phrase, on a blank card", flow: .cardOnboarding,
      prepare: { try await newcomer(SimulatedCard()) },
      prefers: ["Bring an account from its phrase"], setsUp: true),
    PulledFlow(
      description: "an account from its phrase, on a card that is erased first", flow: .cardOnboarding,
      prepare: { try await newcomer(nil, try PreparedCard.withOther.get()) },
      prefers: ["Bring an account from its phrase", "Factory reset", "Erase the card"], setsUp: true),
    PulledFlow(
      description: "an account from its phrase, on a frozen card that is erased first", flow: .cardOnboarding,
      prepare: {
        let (bench, person) = try await newcomer(nil, try PreparedCard.withOther.get())
        try freeze(person.card, bench.pairings)
        return (bench, person)
      }, prefers: ["Bring an account from its phrase", "Go on with its PIN", "Factory reset", "Erase the card"],
      setsUp: true),
    PulledFlow(
      description: "login on a computer for which a full card has no place", flow: .cardLogin,
      prepare: {
        var (bench, person) = try await returning(try PreparedCard.withAccount.get(), elsewhere: true)
        person.papers.pairings = [PreparedCard.pairingPassword]
        try fill(person.card)
        return (bench, person)
      },  // pulled once one place is free, it takes that one
      prefers: ["Free the other computers' places"], places: 10),
    PulledFlow(
      description: "a card with an account that is new here", flow: .cardOnboarding,
      prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) },
      prefers: ["Use a card that has an account"]),
    PulledFlow(
      description: "a card with an account that is known here", flow: .cardOnboarding,
      prepare: { try await returning() },
      prefers: ["Use a card that has an account"]),
    PulledFlow(
      description: "a second card, signed in", flow: .cardBackup,
      prepare: { try await holder { $0.card = SimulatedCard() } }, setsUp: true),
    PulledFlow(
      description: "a second card, signed in, on a card that is erased first", flow: .cardBackup,
      prepare: {
        let other = try PreparedCard.withOther.get()
        return try await holder { $0.card = try other.copy() }
      }, prefers: ["Erase the card"], setsUp: true),
    PulledFlow(
      description: "a second card, signed out", flow: .cardBackup,
      prepare: {
        var (bench, person) = try await returning()
        person.card = SimulatedCard()
        return (bench, person)
      }, setsUp: true),
    PulledFlow(
      description: "a card for an account with a passkey", flow: .cardMigration,
      prepare: { try await passkeyHolder(SimulatedCard()) },
      prefers: ["Confirm with your passkey"], setsUp: true),
  ]

  private static let ways = [
    PulledFlow(
      description: "the journal", flow: .journal, prepare: { try await holder { $0.vault.forget() } },
      prefers: ["Confirm with your card"],
      once: ["Close"],
      opens: true),
    PulledFlow(
      description: "a recovery code", flow: .recoveryCode, prepare: { try await holder { $0.page = Hands() } },
      prefers: ["Confirm with your card"]),
    PulledFlow(
      description: "a card that is tried", flow: .cardTest, prepare: { try await holder { $0.vault.forget() } },
      isAboutCard: true, opens: false, notes: .drillPassed),
  ]

  private static let care = [
    PulledFlow(
      description: "signing", flow: .cardSigning,
      prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) }),
    PulledFlow(
      description: "a new PIN", flow: .cardPIN,
      prepare: {
        try await newcomer(nil, try PreparedCard.withAccount.get()) {
          ($0.papers.pins, $0.papers.newPIN) = (["123456", "654321"], "654321")
        }
      }, pin: "654321"),
    PulledFlow(
      description: "a new PUK", flow: .cardPUK, prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) }
    ),
    PulledFlow(
      description: "a new pairing password", flow: .cardPairing,
      prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) }),
    PulledFlow(
      description: "unfreezing", flow: .cardUnblock,
      prepare: {
        let (bench, person) = try await newcomer(nil, try PreparedCard.withAccount.get()) {
          ($0.papers.pins, $0.papers.newPIN, $0.papers.puks) = (["777777"], "777777", [PreparedCard.puk])
        }
        try freeze(person.card, bench.pairings)
        return (bench, person)
      }, pin: "777777"),
    PulledFlow(
      description: "erasing", flow: .cardReset,
      prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) },
      prefers: ["Erase the card", "Close"], isEmptied: true, holdsAccount: false),
    PulledFlow(
      description: "a name", flow: .cardName, prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) }),
    PulledFlow(
      description: "the status", flow: .cardStatus,
      prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) }),
    PulledFlow(
      description: "freeing places", flow: .cardStatus,
      prepare: { try await newcomer(nil, try PreparedCard.withAccount.get()) },
      once: ["Free the other computers' places", "Free the other computers' places"]),
    PulledFlow(
      description: "giving a place back", flow: .cardStatus,
      prepare: {
        try await newcomer(nil, try PreparedCard.withAccount.get()) {
          $0.papers.pairings = [PreparedCard.pairingPassword]
        }
      }, prefers: ["Give this computer's place back"], places: 0, isForgotten: true),
  ]

  /// A person whose account only this card can open, signed in with it.
  @Sendable private static func holder(
    _ prepared: PreparedCard? = nil, _ change: (inout CardPerson) throws -> Void
  ) async throws -> (Bench, CardPerson) {
    var (bench, person) = try await Bench.holder(try prepared ?? PreparedCard.withAccount.get())
    try change(&person)
    return (bench, person)
  }
  /// The same person, signed out, optionally at a different computer.
  @Sendable private static func returning(_ prepared: PreparedCard? = nil, elsewhere: Bool = false) async throws -> (
    Bench, CardPerson
  ) {
    var (bench, person) = try await holder(prepared) { _ in }
    try await person.signOut()
    person.vault.forget()
    guard elsewhere else { return (bench, person) }
    bench.reader.remove()
    let there = try Bench(store: bench.store)
    return (there, try await there.person(person.card))
  }
  /// A person without an account.
  @Sendable private static func newcomer(
    _ card: SimulatedCard?, _ prepared: PreparedCard? = nil, _ change: (inout CardPerson) -> Void = { _ in }
  ) async throws -> (Bench, CardPerson) {
    let bench = try prepared.map { try Bench($0) } ?? Bench()
    var person = try await bench.person(try card ?? prepared?.copy())
    change(&person)
    return (bench, person)
  }
  @Sendable private static func passkeyHolder(_ card: SimulatedCard) async throws -> (Bench, CardPerson) {
    let keys = Keys()
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    let bench = try Bench(store: client.store)
    var person = CardPerson(client, Slot(bench.reader), bench.operations)
    (person.page, person.passkey, person.card) = (client.hands, keys.laptop, card)
    return (bench, person)
  }
}
