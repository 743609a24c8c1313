import Vocabulary
import HandsProtocol

/// The way from the reader to a card that trusts the person. It consists of connection, pairing and PIN entry, with
/// which every conversation with a card begins. D-16, D-21, D-27, D-28, D-31, D-41, D-46, D-55, D-56.
public enum CardAccess: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var policy: Policy
    var wanted: CardWanted
    var card: CardFacts?
    /// `true` if the hands still hold the new PIN of a card that was just set up.
    var triesNewPIN: Bool
    /// The way in which the card was being given a new PIN when it was removed. The card may have accepted that PIN.
    var brokeOff: NewPIN.Giving?
    /// The reason why the PIN must be entered again: the hands released the card, or another page took it.
    var closed: CardTrouble?
    init(
      _ policy: Policy, wanting wanted: CardWanted = .any, after trouble: CardTrouble? = nil, triesNewPIN: Bool = false
    ) {
      self.policy = policy; self.wanted = wanted; self.triesNewPIN = triesNewPIN
      stage = .connecting(CardConnection.State(wanted, after: trouble))
      closed = trouble?.closing
    }
    /// Creates a state that waits for a different card from the one in the reader.
    init(_ policy: Policy, awayFrom card: CardFacts?) {
      self.init(policy)
      self.card = card
      askForAnother()
    }
  }
  /// The caller's requirements for a card.
  enum Policy: String, Codable, Hashable, Sendable, CaseIterable {
    /// A card with an account on it. Any other card is reported here, and a different card is requested.
    case account
    /// As with `account`, except that a card without an account is reported to the caller (D-27).
    case existing
    /// A card that is set up, with or without an account.
    case initialized
    /// A card that is set up and paired. No PIN is requested, and a blank card is reported to the caller.
    case paired
    /// A frozen card, to be unfrozen with the PUK.
    case frozen
    /// Any card. A card that is set up may be erased or used as it is (D-21).
    case onboarding
    /// As with `onboarding`, for keys that are to open an existing account.
    case adding
    /// Any card. The card is empty afterwards (D-31).
    case toErase
    /// As with `toErase`, because the person wants the card to be empty.
    case reset
  }
  enum Stage: Codable, Hashable, Sendable {
    case connecting(CardConnection.State), choosing, pairing(CardPairing.State), pin(PINEntry.State), erasing(
      CardErasing.State)
    /// The PIN of a card whose slots are all taken is requested, and then slots are freed.
    case provingToFree(PINEntry.State), freeing
    case unsuitable, emptied
  }
  public enum Action: CancellableAction {
    case connecting(CardConnection.Action), pairing(CardPairing.Action), pin(PINEntry.Action), erasing(
      CardErasing.Action)
    case goOn, erase, useAnother, putBack, cancel

    public var actionName: ActionName {
      switch self {
      case .connecting(let action): .child("connecting", action)
      case .pairing(let action): .child("pairing", action)
      case .pin(let action): .child("pin", action)
      case .erasing(let action): .child("erasing", action)
      case .goOn: "goOn"
      case .erase: "erase"
      case .useAnother: "useAnother"
      case .putBack: "putBack"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready(CardFacts), blank(CardFacts), noAccount(CardFacts), notFrozen(CardTries)
    /// The card was erased on the way, and the person wants to restore the account to it (D-56).
    case toBackup
    case cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.connecting(let child), _): return connect(child, signal, &state)
    case (.pairing(let child), _): return pair(child, signal, &state)
    case (.pin(let child), _): return enterPIN(child, signal, &state)
    case (.provingToFree(let child), _): return enterPIN(child, signal, &state, toFree: true)
    case (.freeing, .reply(.hands(.card(.unpaired)))): state.go(.pairing(CardPairing.State()))
    case (.freeing, .reply): _ = state.breaksOff(signal)
    case (.erasing(let child), _): return erase(child, signal, &state)
    case (.choosing, .action(.goOn)): state.go(.pairing(CardPairing.State()))
    case (.choosing, .action(.erase)): state.askToErase()
    case (.choosing, .action(.useAnother)), (.unsuitable, .action(.useAnother)): state.askForAnother()
    case (.emptied, .action(.putBack)): return .done(.toBackup)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .connecting(let child): CardConnection.awaited(child)
    case .pairing(let child): CardPairing.awaited(child)
    case .pin(let child), .provingToFree(let child): PINEntry.awaited(child)
    case .freeing: [.hands(.card(.freeSlots))]
    case .erasing(let child): CardErasing.awaited(child)
    case .choosing, .unsuitable, .emptied: []
    }
  }
}
