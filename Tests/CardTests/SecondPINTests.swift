import Encoding
import Keycard
import Model
import SimulatedCard
import Testing

@testable import CardHands

/// A card from 3.1 on has a second PIN, which opens different keys. On these cards it is the first six digits of the
/// PUK, as other programs leave it.
@Suite struct SecondPINTests {
  private let account = Result { try SecondLook.key(of: Papers.abandon) }

  private func person(_ change: (inout Papers) -> Void) async throws -> (Bench, CardPerson) {
    let prepared = try PreparedCard.inOldForm.get(), bench = try Bench(prepared)
    var person = try await bench.person(try prepared.copy())
    change(&person.papers)
    return (bench, person)
  }
  /// A session with the card in addition to the hands' own.
  private func client(_ card: SimulatedCard?, _ pairings: PairingStore) throws -> KeycardClient {
    let client = KeycardClient(RehearsalCard(try #require(card)))
    guard case .initialized(let application) = try client.select(),
      let pairing = try pairings.pairing(with: application.instanceUID),
      try client.openSecureChannel(pairing) == .open
    else { throw PreparedCard.Unprepared() }
    return client
  }

  @Test("A second PIN opens different keys, and nothing reveals that it is the second one")
  func trap() async throws {
    let (bench, person) = try await person { _ in }
    let look = try bench.look(at: person.card, pin: PreparedCard.secondPIN)
    #expect(look.takesPIN && look.key != nil)
    #expect(try look.key != account.get())
    #expect(try bench.look(at: person.card).key == account.get())
  }

  @Test("A new PIN equal to the card's second PIN opens the same keys as the old PIN") func change() async throws {
    var (bench, person) = try await person { $0.newPIN = PreparedCard.secondPIN }
    try await person.start(.cardPIN)
    #expect(try await person.finish().leadsTo == .origin)
    #expect(person.told.contains { $0.reply == .set })
    let look = try bench.look(at: person.card, pin: PreparedCard.secondPIN)
    #expect(look.takesPIN && look.tries == [3, 5])
    #expect(try look.key == account.get())
    #expect(try !bench.look(at: person.card).takesPIN, "The old PIN.")
  }

  @Test("A new PUK keeps the second PIN; a PIN set with the new PUK opens the same keys")
  func unfreeze() async throws {
    var (bench, person) = try await person { ($0.puks, $0.newPIN) = (["555555666666"], PreparedCard.secondPIN) }
    let beside = try client(person.card, bench.pairings)
    #expect(try beside.verify(pin: Secret(PreparedCard.pin.utf8)) == .correct)
    #expect(try beside.change(puk: Secret("555555666666".utf8)) == .changed)
    #expect(try bench.look(at: person.card, pin: PreparedCard.secondPIN).takesPIN)
    #expect(try bench.look(at: person.card).key == account.get())
    try freeze(person.card, bench.pairings)
    try await person.start(.cardUnblock)
    #expect(try await person.finish().leadsTo == .origin)
    let look = try bench.look(at: person.card, pin: PreparedCard.secondPIN)
    #expect(look.takesPIN && look.tries == [3, 5])
    #expect(try look.key == account.get())
  }

  @Test("A card frozen after being opened with its second PIN keeps both PINs separate")
  func frozenInSecond() async throws {
    var (bench, person) = try await person { ($0.puks, $0.newPIN) = ([PreparedCard.puk], "777777") }
    let other = try bench.look(at: person.card, pin: PreparedCard.secondPIN).key
    try freeze(person.card, bench.pairings)
    try await person.start(.cardUnblock)
    #expect(try await person.finish().leadsTo == .origin)
    let look = try bench.look(at: person.card, pin: "777777")
    #expect(look.takesPIN && look.tries == [3, 5])
    #expect(try look.key == account.get())
    let second = try bench.look(at: person.card, pin: PreparedCard.secondPIN)
    #expect(second.takesPIN && second.key == other)
  }

  @Test("Changing the second PIN keeps its keys, and the first PIN still opens its own keys")
  func changeInSecond() async throws {
    var (bench, person) = try await person { ($0.pins, $0.newPIN) = ([PreparedCard.secondPIN], "314159") }
    let other = try bench.look(at: person.card, pin: PreparedCard.secondPIN).key
    bench.reader.remove()
    try await person.start(.cardPIN)
    #expect(try await person.finish().leadsTo == .origin)
    #expect(try bench.look(at: person.card, pin: "314159").key == other)
    #expect(try bench.look(at: person.card).key == account.get())
  }
}
