import CardHands
import Foundation
import Keycard
import Model
import SimulatedCard
import Store
import TestCards
import TestSite
import Testing
import Vocabulary

@testable import Runner
@testable import RunnerTests

/// A computer with a reader, its stored pairings, and a site to sign in to.
struct Bench {
  let reader = PlayedReader()
  let pairings: PairingStore
  let operations: CardOperations
  let store: any Store
  /// The time for which an idle card stays open.
  let lifetime = PlayedTime()

  init(_ pairings: PairingStore? = nil, store: (any Store)? = nil, rehearsalFile: String? = nil) throws {
    self.pairings = try pairings ?? PairingStore(path: nil)
    self.store = try store ?? SQLiteStore()
    operations = CardOperations(
      source: reader, pairings: self.pairings, rehearsalFile: rehearsalFile,
      untilIdle: { [lifetime] in try await lifetime.wait() })
  }
  /// A computer that has set up a card.
  init(_ card: PreparedCard, store: (any Store)? = nil) throws {
    try self.init(card.pairings(), store: store)
  }

  /// A person who holds this card.
  func person(_ card: SimulatedCard?) async throws -> CardPerson {
    try await CardPerson(Slot(reader), operations, store: store, holding: card)
  }

  /// A person with an account that only this card can open, signed in with it.
  static func holder(_ prepared: PreparedCard) async throws -> (Bench, CardPerson) {
    let bench = try Bench(prepared)
    var person = try await bench.person(try prepared.copy())
    person.prefers = ["Use a card that has an account"]
    try await person.start(.cardOnboarding)
    let end = try await person.finish()
    guard end.grants, person.session.account != nil else { throw person.stuck("no account") }
    person.prefers = []
    return (bench, person)
  }

  func look(at card: SimulatedCard?, pin: String = PreparedCard.pin) throws -> SecondLook {
    reader.remove()
    return try SecondLook(#require(card), pairings, pin: pin)
  }
}

extension CardPerson {
  /// The store's rows for this session's account.
  func rows() async throws -> Client.Rows { try await rows(of: #require(session.account)) }
  func rows(of account: AccountID) async throws -> Client.Rows {
    var client = try await Client.asking(store)
    client.session = session
    return try await client.rows(of: account)
  }
  /// The cards that sign in to the account.
  func cards() async throws -> [Way] { try await rows().ways.filter { $0.kind == .card } }
  mutating func signOut() async throws {
    try await runner.signOut(session)
    session = try await sessions.findOrBegin(nil).session
  }
  /// The account with this user name.
  func account(_ name: String = "mirela") async throws -> AccountID? {
    guard let name = Username(name) else { return nil }
    return try await store.read { try $0.account(named: name)?.id }
  }
}
