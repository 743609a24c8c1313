import FlowKit
import Model
import Testing

@testable import Flows

/// DESIGN §4 on every conversation with a card: no dead end, Cancel ends it, every state is stored, nothing is granted or written on the hands' word.
@Suite struct CardExplorerTests {
  private func prove<F: Flow>(_ world: World<F>) throws -> Set<F.Output> {
    let map = try Explorer<F>(world)
    print(map)
    #expect(map.outputs.contains(.cancelled))
    #expect(!(try Explorer<F>(world, server: false).outputs.contains(where: \.grants)), "hands alone must open nothing")
    return map.outputs
  }

  @Test("connection, pairing, erasing") func parts() throws {
    #expect(try prove(CardConnection.world).count == 2)
    #expect(try prove(CardPairing.world) == [.paired, .pairedForNow, .eraseAsked, .anotherAsked, .cancelled])
    #expect(try prove(CardErasing.world) == [.erased, .kept, .cancelled])
    #expect(try prove(CardErasing.world(forAnother: true)) == [.erased, .anotherAsked, .cancelled])
  }
  @Test("PIN entry") func pinEntry() throws {
    #expect(try prove(PINEntry.world) == [.verified, .eraseAsked, .cancelled])
  }
  @Test("access, for everything that a card is wanted for", arguments: CardAccess.Policy.allCases) func access(_ policy: CardAccess.Policy) throws {
    let outputs = try prove(CardAccess.world(policy))
    let cards = Set(outputs.compactMap { if case .ready(let card) = $0 { card.contents } else { nil } })
    switch policy {
    case .account, .existing: #expect(cards == [.keys], "a card without an account is never ready")
    case .toErase, .reset: #expect(cards.isEmpty && outputs.contains(.blank(CardAccess.blankCard)), "what is on the card is gone first")
    case .initialized, .paired, .frozen, .onboarding: #expect(cards == [.keys, .noKeys])
    }
  }
  @Test("setting up") func setUp() throws {
    _ = try prove(CardPreparation.world)
    for source in [CardPhrase.Source.drawn, .typed(for: nil)] { #expect(try prove(CardPhrase.world(source)) == [.ready, .back, .cancelled]) }
    _ = try prove(CardSetUp.world)
  }
  @Test("login grants on a verified signature alone") func login() throws {
    #expect(try prove(CardLogin.world) == [.loggedIn, .startBackup, .startOnboarding, .cancelled])
  }
  @Test("onboarding") func onboarding() throws { #expect(try prove(CardOnboarding.world) == [.signedIn, .cancelled]) }
  @Test("a second card, signed in and signed out") func backup() throws {
    #expect(try prove(CardBackup.world) == [.backedUp, .addCard, .cancelled])
    #expect(try prove(CardBackup.world(signedIn: false)) == [.signedIn, .cancelled])
  }
  @Test("migration writes a card only after its own signature and the account's holder") func migration() throws {
    #expect(try prove(CardMigration.world) == [.migrated, .cancelled])
    #expect(try prove(NewCard.world) == [.ready(NewCard.someCard, label: "Keycard"), .back, .cancelled])
  }
  @Test("caring for a card", arguments: CardSecret.allCases) func changes(_ secret: CardSecret) throws {
    #expect(try prove(CardChange.world(secret)) == [.done, .startBackup, .cancelled])
  }
  @Test("signing, unfreezing, erasing, naming, status") func care() throws {
    #expect(try prove(CardSigning.world) == [.done, .startBackup, .cancelled])
    #expect(try prove(CardUnblock.world) == [.done, .startBackup, .cancelled])
    #expect(try prove(CardReset.world) == [.done, .startBackup, .cancelled])
    #expect(try prove(CardNaming.world) == [.done, .startBackup, .cancelled])
    #expect(try prove(CardStatus.world) == [.done, .startBackup, .cancelled])
  }
  @Test("a flow that writes a card on its own signature alone, with nobody of the account there, is caught") func lonely() {
    #expect { try Explorer<Lonely>() } throws: { ($0 as? Explorer<Lonely>.Broken)?.rule == .unconfirmedWrap }
  }
}

/// Believes that whoever holds a card may add it to the account that is signed in.
private enum Lonely: Flow {
  enum Output: Outcome { case cancelled; var grants: Bool { false } }
  enum State: Codable, Hashable, Sendable { case verifying, committing }
  static let lifetime = Lifetime.session
  static func reduce(_ state: inout State, _ signal: Signal<Bool>) -> Transition<Output> {
    if case .action = signal { return .done(.cancelled, .server(.rollBackWraps)) }
    if case .reply(.server(.card(.signatureVerified))) = signal { state = .committing }
    return .stay
  }
  static func awaited(_ state: State) -> [Effect] {
    switch state {
    case .verifying: [.server(.card(.verifySignature(.signed, .enroll)))]
    case .committing: [.server(.card(.commit(.card, label: "", nil)))]
    }
  }
  static func screen(_ state: State) -> Screen<Bool> { Screen(.plain, [], choices: [Choice(.cancel, true, .cancel)]) }
  static var world: World<Self> {
    World(start: .verifying, hands: [], server: [.card(.signatureVerified(.card, .enroll)), .card(.committed(.card))])
  }
}
