import CardHands
import Model
import SimulatedCard
import Store
import TestCards
import TestReader
import Testing
import Vocabulary

@testable import Runner
@testable import RunnerTests

/// The same flows through the real smart-card daemon and its virtual reader.
@Suite struct DaemonTests {
  @Test("D-16 D-59: onboarding with a card inserted late, and login, work through the daemon")
  func walk() async throws {
    let daemon = try TestReader(), pairings = try PairingStore(path: nil), store = try SQLiteStore()
    let operations = CardOperations(source: DaemonSource(daemon.pcsc), pairings: pairings)
    var person = try await CardPerson(Slot(daemon.slots[0]), operations, store: store)
    try await person.start(.cardOnboarding)
    try await person.press("Make a new account on a card")
    try await person.settle()
    #expect(person.says("Put your card into the reader"), "\(person.words)")

    let chip = CardChip(), card = try SimulatedCard(memory: nil, storage: chip), slot = person.slot
    person.card = card
    let watch = try #require(person.asked)
    async let inserted: Void = { try slot.put(card) }()
    try await person.perform(watch)
    try await inserted
    try await person.settle()
    #expect(person.says("Choose a PIN for this card"), "\(person.words)")
    #expect(try await person.finish().grants)
    let key = try #require(try await person.cards().first?.id)

    try await person.signOut()
    try await person.start(.cardLogin)
    #expect(try await person.finish().grants)
    #expect(person.session.credential == key)
    await operations.release()
    slot.take()
    // Inspects its memory: the daemon may still have the card itself powered.
    #expect(try SecondLook(SimulatedCard(memory: chip.written, storage: CardChip()), pairings).key == key)
    daemon.stop()
  }

  @Test("D-59: the reader with the Keycard is used, whatever is in the other reader") func twoReaders() async throws {
    let prepared = try PreparedCard.withAccount.get(), daemon = try TestReader(readers: 2)
    let operations = CardOperations(source: DaemonSource(daemon.pcsc), pairings: try prepared.pairings())
    try daemon.slots[0].insert(EchoCard().card { _ in [0x6A, 0x82] })
    _ = try await daemon.seen { $0.readers.first(where: \.isPresent) }
    var person = try await CardPerson(Slot(daemon.slots[2]), operations, holding: try prepared.copy())
    person.prefers = ["Use a card that has an account"]
    try await person.start(.cardOnboarding)
    #expect(try await person.finish().grants)
    let toldWhatItIs = person.hasRead("not a Keycard")
    #expect(toldWhatItIs, "\(person.read)")
    await operations.release()
    daemon.stop()
  }
}
