import Vocabulary
import HandsProtocol
import Model
import Testing

@testable import FlowWorlds
@testable import Flows

/// DESIGN §4 for every card flow: no dead end, Cancel ends it, every state can be stored, and nothing is granted or
/// written on the hands' word.
@Suite struct CardExplorerTests {
  @Test("the Explorer proves connection, pairing and erasing") func parts() async throws {
    #expect(try await outputs(of: CardConnection.self).count == 2)
    #expect(
      try await outputs(of: CardPairing.self) == [.paired, .pairedForNow, .eraseAsked, .anotherAsked, .cancelled])
    #expect(try await outputs(of: CardErasing.self) == [.erased, .kept, .cancelled])
    #expect(try outputs(in: CardErasing.world(.forAnother)) == [.erased, .anotherAsked, .cancelled])
    #expect(try outputs(in: CardErasing.world(.forSame)) == [.erased, .anotherAsked, .readersChanged, .cancelled])
  }
  @Test("the Explorer proves PIN entry") func pinEntry() async throws {
    #expect(try await outputs(of: PINEntry.self) == [.verified, .eraseAsked, .cancelled])
  }
  @Test("the Explorer proves access for every purpose of a card", arguments: CardAccess.Policy.allCases) func access(
    _ policy: CardAccess.Policy
  ) throws {
    let ends = try outputs(in: CardAccess.world(policy))
    let cards = Set(ends.compactMap { if case .ready(let card) = $0 { card.contents } else { nil } })
    switch policy {
    case .account, .existing: #expect(cards == [.keys], "a card without an account is never ready")
    case .toErase, .reset:
      #expect(cards.isEmpty && ends.contains(.blank(CardAccess.blankCard)), "what is on the card is gone first")
    case .initialized, .paired, .frozen, .onboarding, .adding: #expect(cards == [.keys, .noKeys])
    }
  }
  @Test("the Explorer proves set-up") func setUp() async throws {
    _ = try await outputs(of: CardPreparation.self)
    for source in [CardPhrase.Source.drawn, .typed(for: nil)] {
      #expect(try outputs(in: CardPhrase.world(source)) == [.ready, .back, .cancelled])
    }
    _ = try await outputs(of: CardSetUp.self)
  }
  @Test("login grants access only on a verified signature") func login() async throws {
    #expect(try await outputs(of: CardLogin.self) == [.loggedIn, .startBackup, .startOnboarding, .cancelled])
  }
  @Test("the Explorer proves onboarding") func onboarding() async throws {
    #expect(try await outputs(of: CardOnboarding.self) == [.signedIn, .cancelled])
  }
  @Test("the Explorer proves making a second card, both signed in and signed out") func backup() async throws {
    #expect(try await outputs(of: CardBackup.self) == [.backedUp, .addCard, .cancelled])
    #expect(try outputs(in: CardBackup.world(signedIn: false)) == [.signedIn, .cancelled])
  }
  @Test("migration adds a card only after its own signature and the account holder's confirmation")
  func migration() async throws {
    #expect(try await outputs(of: CardMigration.self) == [.migrated, .cancelled])
    #expect(try await outputs(of: NewCard.self) == [.ready(NewCard.someCard, label: "Keycard"), .back, .cancelled])
  }
  @Test("the Explorer proves care of a card", arguments: CardSecret.allCases)
  func changes(_ secret: CardSecret) throws {
    #expect(try outputs(in: CardChange.world(secret)) == [.done, .startBackup, .cancelled])
  }
  @Test("the Explorer proves signing, unfreezing, erasing, naming and status") func care() async throws {
    #expect(try await outputs(of: CardSigning.self) == [.done, .startBackup, .cancelled])
    #expect(try await outputs(of: CardUnblock.self) == [.done, .startBackup, .cancelled])
    #expect(try await outputs(of: CardReset.self) == [.done, .startBackup, .cancelled])
    #expect(try await outputs(of: CardNaming.self) == [.done, .startBackup, .cancelled])
    #expect(try await outputs(of: CardStatus.self) == [.done, .startBackup, .cancelled])
  }
  @Test("trying a card is proven, whatever card lies in the reader") func test() async throws {
    #expect(try await outputs(of: CardTest.self) == [.tested, .cancelled], "no card is erased in a drill")
  }
  @Test("the Explorer catches a flow that adds a card only on that card's own signature") func lonely() {
    #expect { try Explorer<Lonely>() } throws: { ($0 as? Explorer<Lonely>.Broken)?.rule == .law(.unconfirmedWrap) }
  }
}

/// A flow that wrongly lets any card holder add the card to the signed-in account.
private enum Lonely: Flow, Explorable {
  enum Output: Outcome { case cancelled; var grants: Bool { false } }
  enum State: Codable, Hashable, Sendable { case verifying, committing }
  static let lifetime = Lifetime.session
  static func reduce(_ state: inout State, _ signal: Signal<OnlyCancel>) -> Transition<Output> {
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
  static func screen(_ state: State) -> Screen<OnlyCancel> {
    Screen(.plain, [], choices: [Choice(.cancel, .cancel, .cancel)])
  }
  static var world: World<Self> {
    World(start: .verifying, hands: [], server: [.card(.signatureVerified(.card, .enroll)), .card(.committed(.card))])
  }
}
