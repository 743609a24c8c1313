import Vocabulary
import HandsProtocol
import Model
import Testing

@testable import Flows

/// The card is removed, swapped, or refuses, or the page is reloaded: at every order of every flow. Each flow must
/// still reach its end.
@Suite struct CardFaultTests {
  private func expectsToFinish<F: Flow>(
    _ start: F.State, _ contents: CardFacts.Contents, _ end: F.Output, known: Bool = true,
    preferring prefers: [String] = [], as _: F.Type
  ) throws {
    var smooth = CardPerson<F>(start, contents) { world($0, known: known) }
    smooth.prefers = prefers
    #expect(try smooth.finish() == end, "\(F.self): \(smooth.walk.says)")
    #expect(smooth.told.count > 2)
    for position in smooth.told.indices {
      for fault in CardPerson<F>.Fault.allCases {
        var person = CardPerson<F>(start, contents) { world($0, known: known) }
        person.prefers = prefers
        guard let output = try person.finish(fault, at: position) else {
          #expect(
            person.told.count == position + 1,
            "\(F.self) never ends after \(fault) at \(smooth.told[position]): \(person.walk.says)")
          continue
        }
        #expect(output == end, "\(F.self) after \(fault) at \(smooth.told[position])")
      }
    }
  }

  /// A server that accepts everything.
  private func world(_ effect: ServerEffect, known: Bool) -> ServerReply? {
    let held = HeldKey(.card, "blue", nil, opens: true, kind: .card)
    switch effect {
    case .account(.readAccount):
      return .account(
        .state(
          AccountState(keys: known ? [held] : [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true)))
    case .account(.checkUsername): return .account(.usernameFree)
    case .account: return nil
    case .key(.verify(_, let ceremony)): return .key(.verified(.yellow, ceremony))
    case .key: return nil
    case .card(.find): return .card(known ? .found(.card) : .unknown)
    case .card(.verifySignature(_, let purpose)): return .card(.signatureVerified(.card, purpose))
    case .card(.register): return .card(.registered(.card))
    case .card(.commit(let key, _, _)): return .card(.committed(key))
    case .card(.noteBackup): return .card(.backupNoted)
    case .way(.attach(let key, _, _)): return .way(.attached(key))
    case .way, .run, .service: return nil
    }
  }

  @Test("D-33 D-59: whatever happens to the card during a login, reinserting it completes the login")
  func login() throws {
    try expectsToFinish(.init(), .keys, .loggedIn, as: CardLogin.self)
  }
  @Test("D-20 D-59: creating an account on a blank card survives every fault") func generating() throws {
    try expectsToFinish(.init(), .blank, .signedIn, known: false, as: CardOnboarding.self)
  }
  @Test("D-19 D-59: putting an account's phrase onto a blank card survives every fault") func importing() throws {
    try expectsToFinish(
      .init(), .blank, .signedIn, known: false, preferring: ["Bring an account from its phrase"],
      as: CardOnboarding.self)
  }
  @Test("D-25 D-29 D-59: a card with an account, known here or not, survives every fault", arguments: [true, false])
  func existing(
    known: Bool
  ) throws {
    try expectsToFinish(
      .init(), .keys, .signedIn, known: known, preferring: ["Use a card that has an account"], as: CardOnboarding.self)
  }
  @Test("D-30 D-59: making a second card, signed in or signed out, survives every fault") func backup() throws {
    try expectsToFinish(.init(signedIn: true), .blank, .backedUp, as: CardBackup.self)
    try expectsToFinish(.init(signedIn: false), .blank, .signedIn, as: CardBackup.self)
    try expectsToFinish(.init(signedIn: true), .keys, .backedUp, preferring: ["Erase the card"], as: CardBackup.self)
  }
  @Test("D-38 D-59: adding a card to an existing account survives every fault") func migration() throws {
    try expectsToFinish(.init(signedIn: true), .blank, .migrated, known: false, as: CardMigration.self)
  }
  @Test("D-35 D-59: signing survives every fault")
  func signing() throws { try expectsToFinish(.init(), .keys, .done, as: CardSigning.self) }
  @Test("D-36 D-59: changing a secret survives every fault", arguments: CardSecret.allCases)
  func changing(_ secret: CardSecret) throws {
    try expectsToFinish(.init(of: secret), .keys, .done, as: CardChange.self)
  }
  @Test("D-59: naming, status, unpairing and confirming with the card survive every fault") func care() throws {
    try expectsToFinish(.init(), .keys, .done, as: CardNaming.self)
    try expectsToFinish(.init(), .keys, .done, as: CardStatus.self)
    try expectsToFinish(.init(), .keys, .done, preferring: ["Give this computer's place back"], as: CardStatus.self)
    try expectsToFinish(.init(), .keys, .done, preferring: ["Erase the card", "Close"], as: CardReset.self)
    try expectsToFinish(
      .init(.journal), .keys, .ready(.card, opened: true), preferring: ["Confirm with your card"], as: Opening.self)
  }
}
