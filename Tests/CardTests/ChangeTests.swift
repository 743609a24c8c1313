import Encoding
import Flows
import HandsProtocol
import Keycard
import SimulatedCard
import Testing
import Vocabulary

@testable import CardHands
@testable import Runner
@testable import RunnerTests

/// A new PIN, PUK or pairing password: afterwards only the new one works.
@Suite struct ChangeTests {
  @Test("D-09 D-10 D-36 D-37: a new PIN works, and the old one does not") func pin() async throws {
    var (bench, person) = try await changed(.cardPIN) { $0.newPIN = "654321" }
    #expect(try bench.look(at: person.card, pin: "654321").takesPIN)
    let old = try bench.look(at: person.card)
    #expect(!old.takesPIN && old.tries == [3, 5])
    person.papers.pins = ["654321"]
  }

  @Test("D-12 D-36 D-37: a new PUK unfreezes the card, and the old PUK uses up a try") func puk() async throws {
    var (bench, person) = try await changed(.cardPUK) { $0.newPUK = "555555666666" }
    try freeze(person.card, bench.pairings)
    person.papers.puks = [PreparedCard.puk, "555555666666"]
    person.papers.newPIN = "111111"
    try await person.start(.cardUnblock)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    let wrong = person.told.map(\.reply).filter { if case .wrong = $0 { true } else { false } }
    #expect(wrong == [.wrong(CardTries(pin: 0, puk: 4))], "\(wrong)")
    #expect(try bench.look(at: person.card, pin: "111111") == bench.look(at: person.card, pin: "111111"))
    let look = try bench.look(at: person.card, pin: "111111")
    #expect(look.takesPIN && look.tries == [3, 5])
  }

  @Test("D-14 D-36 D-37: a new pairing password pairs a second computer; this one stays paired")
  func pairing() async throws {
    let (bench, person) = try await changed(.cardPairing) { $0.newPairing = "a longer sentence" }
    #expect(try bench.look(at: person.card).takesPIN, "This computer is paired still.")
    let client = KeycardClient(RehearsalCard(try #require(person.card)))
    try client.select()
    guard
      case .wrongPassword = try client.pair(
        secret: PairingSecret.derive(from: Secret(Array(PreparedCard.pairingPassword.utf8))))
    else {
      Issue.record("The old password pairs still.")
      return
    }
    try client.select()
    guard case .paired = try client.pair(secret: PairingSecret.derive(from: Secret(Array("a longer sentence".utf8))))
    else {
      Issue.record("The new password does not pair.")
      return
    }
  }

  private func changed(_ flow: FlowName, _ change: (inout Papers) -> Void) async throws -> (Bench, CardPerson) {
    let prepared = try PreparedCard.withAccount.get(), bench = try Bench(prepared)
    var person = try await bench.person(try prepared.copy())
    change(&person.papers)
    try await person.start(flow)
    #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
    #expect(person.told.contains { $0.reply == .set })
    #expect(
      !person.told.contains { if case .unblockPIN = $0.effect { true } else { false } }, "Only the PIN is needed.")
    return (bench, person)
  }
}

/// Freezes the card with three wrong PINs.
func freeze(_ card: SimulatedCard?, _ pairings: PairingStore) throws {
  let client = KeycardClient(RehearsalCard(try #require(card)))
  guard case .initialized(let application) = try client.select(),
    let pairing = try pairings.pairing(with: application.instanceUID)
  else { return }
  _ = try client.openSecureChannel(pairing)
  for _ in 0..<3 { _ = try client.verify(pin: Secret(Array("000000".utf8))) }
}
/// Blocks the card with three wrong PINs and five wrong PUKs.
func block(_ card: SimulatedCard?, _ pairings: PairingStore) throws {
  try freeze(card, pairings)
  let client = KeycardClient(RehearsalCard(try #require(card)))
  guard case .initialized(let application) = try client.select(),
    let pairing = try pairings.pairing(with: application.instanceUID)
  else { return }
  _ = try client.openSecureChannel(pairing)
  for _ in 0..<5 {
    _ = try client.unblock(puk: Secret(Array("000000000000".utf8)), newPIN: Secret(Array("999999".utf8)))
  }
}
