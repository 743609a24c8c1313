import CardHands
import Encoding
import HandsProtocol
import SimulatedCard
import Synchronization
import TerminalSurface
import TestCards
import Testing
import VirtualReaders

/// One-shot orders on a card that is removed at each of their commands.
@Suite struct PulledShotTests {
  /// A source that returns its given secrets, and remembers what it is shown.
  private final class Caller: SecretSource {
    private let told: [OneShotSecret: String]
    private let written = Mutex<(puk: Secret, pairing: Secret)?>(nil)
    let canShow = true
    init(_ told: [OneShotSecret: String]) { self.told = told }
    func has(_ secret: OneShotSecret) -> Bool { told[secret] != nil }
    func read(_ secret: OneShotSecret) async -> Secret? { told[secret].map { Secret($0.utf8) } }
    func show(puk: Secret, pairing: Secret) async -> Bool {
      written.withLock { $0 = (puk, pairing) }
      return true
    }
    var shown: (puk: Secret, pairing: Secret)? { written.withLock { $0 } }
  }
  private struct Shot {
    var result: CardResult, caller: Caller, commands: Int
  }

  private func shoot(
    _ order: CardOneShot.Order, _ card: SimulatedCard, _ tear: VirtualTear?, _ told: [OneShotSecret: String],
    _ pairings: PairingStore? = nil
  ) async throws -> Shot {
    let reader = PlayedReader(card),
      operations = CardOperations(source: reader, pairings: try pairings ?? PairingStore(path: nil)),
      caller = Caller(told)
    reader.tear(tear)
    let result = await CardOneShot(caller) { await operations.perform($0, from: SeatOwner("terminal")) }.run(order)
    await operations.release()
    return Shot(result: result, caller: caller, commands: reader.commands)
  }
  /// The card's contents as found by a different computer with the PIN and the reported pairing password.
  private func contents(_ card: SimulatedCard, _ caller: Caller, pin: String) async throws -> (
    contents: CardFacts.Contents?, opens: Bool
  ) {
    let pairing = caller.shown.map { $0.pairing.withBytes { String(decoding: $0, as: UTF8.self) } } ?? ""
    let named = try await shoot(.name("kitchen"), card, nil, [.pin: pin, .pairing: pairing])
    return (named.result.facts?.contents, named.result.status == 0)
  }

  /// The password is the pairing password. The caller has both in every case in which the card has been set up.
  @Test(
    "D-13 D-15: init, torn out at any command, gives its caller the PUK and the password",
    arguments: AppletVersion.allCases)
  func initialize(_ version: AppletVersion) async throws {
    let clean = try await shoot(.initialize, SimulatedCard(version: version), nil, [.newPIN: "493817"])
    #expect(
      clean.result.status == 0 && clean.result.facts?.version?.hasPrefix(version == .three0 ? "3.0" : "3.") == true)
    for place in 1...clean.commands {
      for tear in [VirtualTear.before(place), .unanswered(place), .after(place)] {
        let card = SimulatedCard(version: version)
        let shot = try await shoot(.initialize, card, tear, [.newPIN: "493817"])
        let found = try await contents(card, shot.caller, pin: "493817")
        #expect(found.contents == .blank || found.opens, "\(tear): \(shot.result), and nobody can open it")
        #expect([0, 3].contains(shot.result.status), "\(tear): \(shot.result.code)")
      }
    }
  }

  @Test("D-35 D-59: a card removed at any command of sign is reported as removed, not as unsigned")
  func sign() async throws {
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let memory = SimulatedCard(),
      loaded = try await shoot(.backup(erasing: false), memory, nil, [.phrase: phrase, .newPIN: "493817"])
    let pairing = try #require(loaded.caller.shown).pairing.withBytes { String(decoding: $0, as: UTF8.self) }
    let told: [OneShotSecret: String] = [.pin: "493817", .pairing: pairing],
      order = CardOneShot.Order.signMessage("hello", path: "m/44'/60'/0'/0/0")
    let clean = try await shoot(order, memory, nil, told)
    #expect(clean.result.status == 0 && clean.result.signature != nil)
    let looking = 2  // after these commands the only report is that there is no card
    for place in 1...clean.commands {
      let torn = try await shoot(order, memory, .unanswered(place), told)
      #expect(
        torn.result.status == 3 && (torn.result.code == "removed" || place <= looking), "\(place): \(torn.result.code)")
    }
  }

  /// A card that is open afterwards has the new PIN, and the report says so.
  @Test("D-53 D-59: an unfreeze interrupted at any command reports the new PIN if it was set")
  func unfreeze() async throws {
    let prepared = try PreparedCard.withAccount.get(),
      told: [OneShotSecret: String] = [.puk: PreparedCard.puk, .newPIN: "271828"]
    func shoot(_ tear: VirtualTear?) async throws -> (shot: Shot, look: SecondLook) {
      let card = try prepared.copy()
      try freeze(card, prepared.pairings())
      let shot = try await self.shoot(.unblock, card, tear, told, prepared.pairings())
      return (shot, try SecondLook(card, prepared.pairings(), pin: "271828"))
    }
    let clean = try await shoot(nil)
    #expect(clean.shot.result.status == 0 && clean.look.takesPIN)
    var opened = 0
    for place in 1...clean.shot.commands {
      let (torn, look) = try await shoot(.unanswered(place))
      #expect(torn.result.status == 3, "\(place): \(torn.result)")
      guard look.tries.first != 0 else { continue }
      opened += 1
      #expect(look.takesPIN, "\(place)")
      let isSaid = torn.result.message?.contains("a card that has PIN tries left is open, with the new PIN") == true
      // The last look reports only that there is no card.
      #expect(isSaid || place == clean.shot.commands, "\(place): \(torn.result)")
    }
    #expect(opened > 2)
  }

  @Test("A card that cannot store its data is reported as such, with advice on what to do")
  func unwritten() async throws {
    let prepared = try PreparedCard.withAccount.get(), chip = CardChip(), card = try prepared.copy(on: chip)
    chip.losePower(after: 0)
    let shot = try await shoot(.name("kitchen"), card, nil, [.pin: PreparedCard.pin], prepared.pairings())
    #expect(shot.result.status == 1 && shot.result.code == "inaccessible", "\(shot.result)")
    #expect(shot.result.message?.contains("so this may be done in part") == true)
    #expect(shot.result.message?.contains("See that this computer's disk has room") == true)
  }

  /// The card cannot store everything that comes with the PIN. The report says so in every case in which the card may
  /// already have the PIN.
  @Test(
    "D-36 D-53: a card that cannot store all of a new PIN may have it, and we say so",
    arguments: [true, false])
  func newPINUnwritten(isFrozen: Bool) async throws {
    let prepared = try PreparedCard.withAccount.get(), order: CardOneShot.Order = isFrozen ? .unblock : .change(.pin)
    let told: [OneShotSecret: String] = [.pin: PreparedCard.pin, .puk: PreparedCard.puk, .newPIN: "271828"]
    let hint = isFrozen ? "a card that has PIN tries left is open, with the new PIN" : "it may have the new one"
    var taken = 0
    for writes in 0..<40 {
      let chip = CardChip(), card = try prepared.copy(on: chip)
      if isFrozen { try freeze(card, prepared.pairings()) }
      chip.losePower(after: writes)
      let result = try await shoot(order, card, nil, told, prepared.pairings()).result
      if result.status == 0 { break }
      let left = try SimulatedCard(memory: chip.written ?? prepared.memory, storage: CardChip())
      guard try SecondLook(left, prepared.pairings(), pin: "271828").takesPIN else { continue }
      taken += 1
      #expect(result.code == "inaccessible" && result.message?.contains(hint) == true, "\(writes): \(result)")
    }
    #expect(taken > 0)
  }

  /// A blank card is reported as blank, whatever is requested of it.
  @Test("A card that forgot this computer is reported as not paired, and a blank one as blank")
  func status() async throws {
    let card = SimulatedCard(), reader = PlayedReader(card), pairings = try PairingStore(path: nil)
    let operations = CardOperations(source: reader, pairings: pairings)
    let caller = Caller([.newPIN: "493817"]),
      shot = CardOneShot(caller) { await operations.perform($0, from: SeatOwner("terminal")) }
    let blank = await shot.run(.signHash(String(repeating: "ab", count: 32), path: "m/44'/60'/0'/0/0"))
    #expect(blank.code == "blank" && blank.status == 1)
    #expect(await shot.run(.initialize).status == 0)
    await operations.release()
    // A different computer returns every place.
    let other = CardOperations(source: reader, pairings: try PairingStore(path: nil)),
      secrets = try #require(caller.shown)
    for (effect, typed) in [
      (CardEffect.look, [:]), (.pairWith("pairing"), ["pairing": secrets.pairing]),
      (.verifyPIN("pin"), ["pin": Secret("493817".utf8)]),
      (.freeSlots, [:]),
    ] as [(CardEffect, [FieldID: Secret])] {
      _ = await other.perform(CardWork(effect, secrets: typed), from: SeatOwner("other"))
    }
    await other.release()
    let later = CardOperations(source: reader, pairings: pairings)
    let status = await CardOneShot(caller) { await later.perform($0, from: SeatOwner("terminal")) }.run(.status)
    #expect(
      status.status == 0 && status.code == "done" && status.facts?.isPaired == false && status.tries == nil, "\(status)"
    )
    await later.release()
  }

  @Test("D-51: a card that does not support reset is rejected before anything is written", arguments: [true, false])
  func noReset(isBackup: Bool) async throws {
    let card = SimulatedCard(version: .three0)
    #expect(try await shoot(.initialize, card, nil, [.newPIN: "493817"]).result.status == 0)
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let shot = try await shoot(
      isBackup ? .backup(erasing: true) : .reset(erasing: true), card, nil, [.newPIN: "111111", .phrase: phrase])
    #expect(shot.result.code == "noReset" && shot.result.message?.contains("(3.0") != true && shot.caller.shown == nil)
    #expect(shot.result.message?.hasPrefix("A card of version 3.0") == true)
  }
}
