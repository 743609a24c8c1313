import Vocabulary
import HandsProtocol

/// Sets up a secure channel between these hands and a card. This is part of every conversation with a card, and almost
/// always invisible. D-05…D-08, D-41…D-45.
public enum CardPairing: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.pairing
    var notice: Notice?
    /// `true` if a full card is paired with only in order to free some of its slots.
    var isForNow = false
    public init() {}
  }
  /// The hands automatically try their stored pairing and then the default password (D-42, D-43).
  enum Stage: Codable, Hashable, Sendable { case pairing, entering, trying, full }
  public enum Action: String, CancellableAction { case submit, tryAgain, free, erase, useAnother, cancel }
  public enum Output: Outcome {
    case paired, pairedForNow, eraseAsked, anotherAsked, cancelled
  }

  static let password: FieldID = "pairing"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)  // D-45: of the whole operation
    case (_, .reply(.hands(.card(.paired)))): return .done(.paired, .hands(.forget(password)))
    case (_, .reply(.hands(.card(.pairedForNow)))): return .done(.pairedForNow, .hands(.forget(password)))
    case (_, .reply(.hands(.card(.noSlot)))):
      state.go(.full, state.isForNow ? .cardStaysFull : nil)
      return .order(.hands(.forget(password)))
    case (.pairing, .reply(.hands(.card(.notPaired)))): state.go(.entering)  // D-44
    case (.entering, .action(.submit)): state.go(.trying)
    case (.trying, .reply(.hands(.card(.notPaired)))):
      state.go(.entering, .wrongPairing)
      return .order(.hands(.forget(password)))
    case (.trying, .secretsLost), (.trying, .reply(.hands(.card(.lost)))): state.go(.entering, .card(.lost))
    case (.full, .action(.tryAgain)):
      state.isForNow = false
      state.go(.pairing)
    case (.full, .action(.free)):
      state.isForNow = true
      state.go(.pairing)
    case (.full, .action(.erase)): return .done(.eraseAsked)
    case (.full, .action(.useAnother)): return .done(.anotherAsked)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .pairing: [.hands(.card(state.isForNow ? .pairForNow(nil) : .pair))]
    case .trying: [.hands(.card(state.isForNow ? .pairForNow(password) : .pairWith(password)))]
    case .entering, .full: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .pairing: return .atCard(.readingCard, nil, choices: [.cancel])
    case .trying: return .atCard(.checkingCard, nil, choices: [.cancel])
    case .entering:
      return Screen(
        .working, [.enterPairing, .pairingHasNoLimit],
        state.notice.blocks + [.field(password, label: .pairingPassword, hint: .pairingHint, .secret(.nonEmpty))],
        choices: [Choice(.proceed, .submit, needs: [.ready(password)]), .cancel],
        announcement: state.notice?.copy ?? .enterPairing, aside: .pairing)
    case .full:
      let free = Choice<Action>(.freeSlots, .free, .outline)
      return Screen(
        .plain, state.isForNow ? [.cardIsFull] : [.cardIsFull, .freeHere], state.notice.blocks,
        choices: [Choice(.cardTryAgain, .tryAgain)] + (state.isForNow ? [] : [free]) + [
          Choice(.useAnotherCard, .useAnother, .outline), Choice(.factoryReset, .erase, .danger), .cancel,
        ], announcement: state.notice?.copy ?? .cardIsFull, aside: .pairing)
    }
  }
}

extension CardPairing.State: Staged {}

extension Copy {
  static let enterPairing = Copy("D-05", "This computer doesn't know your card yet. Type the card's pairing password.")
  static let pairingHasNoLimit = Copy("D-06", "You may try as often as you like.")
  static let pairingPassword = Copy("D-05.field", "Pairing password")
  static let pairingHint = Copy("D-05.hint", "It stands on the paper that you saved when the card was set up.")
  static let cardIsFull = Copy("card.full", "Every place that this card has for a computer is taken.")
  static let freeHere = Copy(
    "card.full.here",
    """
    With its PIN, the places of the other computers can be freed. Each of them will ask for the pairing password \
    again.
    """)
  static let freeElsewhere = Copy(
    "card.full.free",
    """
    This card can't be freed from here. Only a computer that is paired with it can free the others' places: put the \
    card in there, free them under Card status, then try again here.
    """)
}

extension Aside {
  static let pairing = Aside(
    whatStepMeans,
    [
      (
        Copy("D-07.1", "What pairing is"),
        Copy(
          "D-07.1t",
          """
          The card talks only to computers that know its pairing password. It has room for five of them or more, by \
          its version.
          """)
      ),
      (Copy("D-07.2", "It is asked once"), Copy("D-07.2t", "This computer remembers the pairing, not the password.")),
    ])
}
