import Vocabulary
import HandsProtocol

/// Erases the card after asking for confirmation. D-04, D-31, D-50, D-51, D-55.
public enum CardErasing: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.asking
    var notice: Notice?
    var card: CardFacts
    var occasion: Occasion
    init(_ card: CardFacts, _ occasion: Occasion = .wanted) { self.card = card; self.occasion = occasion }
  }
  /// The reason for erasing a card.
  enum Occasion: String, Codable, Hashable, Sendable {
    case wanted
    /// The card's contents do not matter, because a different account is put on it (D-31). The person may prefer to use
    /// another card.
    case forAnother
    /// The card was inserted to be made into a second card.
    case forSame
  }
  enum Stage: Codable, Hashable, Sendable { case asking, erasing }
  public enum Action: String, CancellableAction, ReversibleAction { case reallyReset, useAnother, back, cancel }
  public enum Output: Outcome {
    case erased, kept, anotherAsked
    /// A card was inserted or removed, so the card in the reader must be identified again.
    case readersChanged
    case cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.asking, .action(.reallyReset)) where state.card.canBeErased: state.go(.erasing)
    case (.asking, .action(.useAnother)): return .done(.anotherAsked)
    case (.asking, .reply(.hands(.card(.changed)))): return .done(.readersChanged)
    case (.asking, .action(.back)): return .done(.kept)
    case (.erasing, .reply(.hands(.card(.reset)))): return .done(.erased)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .asking: state.occasion == .forSame ? [.hands(.card(.watch(.otherCard)))] : []
    case .erasing: [.hands(.card(.factoryReset))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let erase = Choice<Action>(.eraseCard, .reallyReset, .danger)
    let other = Choice<Action>(.useAnotherCard, .useAnother)
    let isWanted = state.occasion == .wanted, says = state.says
    switch state.stage {
    case .asking where !state.card.canBeErased:
      return Screen(
        .plain, says, state.card.listed, choices: (isWanted ? [other, .back] : [other]) + [.cancel],
        announcement: says.first, aside: .card)
    case .asking:
      return Screen(
        .plain, says, state.card.listed, choices: [isWanted ? .back : other, erase, .cancel],
        announcement: state.occasion == .forSame ? says.first : .reallyReset, aside: .erasing)
    case .erasing: return .atCard(.resetting, state.card, .plain, choices: [.cancel])
    }
  }
}

extension CardErasing.State: Staged {
  fileprivate var says: [Copy] {
    switch (occasion, card.canBeErased) {
    case (.forSame, true): [card.isRehearsal ? .haveAlreadyPlayed : .haveAlready, .eraseSame]
    case (.forSame, false): [card.isRehearsal ? .haveAlreadyPlayedForGood : .haveAlready]
    case (.forAnother, true): [.mustErase, .reallyReset]
    case (.wanted, true): [.reallyReset]
    case (_, false): [.cannotBeErased]
    }
  }
}

extension CardFacts {
  fileprivate var listed: [Block] { facts.isEmpty ? [] : [.facts(facts)] }
  /// The facts that let a person recognize this card.
  var facts: [Fact] {
    let lines: [Fact?] = [
      name.map { Fact(.cardName, .ownName($0)) },
      instance.map { Fact(.cardNumber, Copy("card.number.is", "\($0.prefix(8))")) },
      contents == .blank ? nil : Fact(.cardHolds, contents == .keys ? .holdsAccount : .holdsNothing),
      isRehearsal ? Fact(.cardKind, .isRehearsal) : nil,
    ]
    return lines.compactMap { $0 }
  }
}

extension Copy {
  static let reallyReset = Copy("D-55", "Erase the card? Every key on it is gone.")
  static let cannotBeErased = Copy(
    "D-51.old",
    "This card can't be erased: cards of its version (3.0) have no reset. What is on it stays. Use another card.")
  static let mustErase = Copy(
    "D-31",
    """
    This card is in use already. Putting another account on it erases what it holds now. Only that account's phrase \
    can bring it back.
    """)
  static let haveAlready = Copy(
    "D-30.same",
    """
    This is a card that you have already: this account is on it. Take it out, and put in the card that is to be the \
    second one.
    """)
  /// A simulated card cannot be taken out.
  static let haveAlreadyPlayed = Copy(
    "D-30.same.played",
    """
    This is the rehearsal card, and this account is on it. Put the second card into a reader, or erase the rehearsal \
    card.
    """)
  static let haveAlreadyPlayedForGood = Copy(
    "D-30.same.played.old", "This is the rehearsal card, and this account is on it. Put the second card into a reader.")
  static let eraseSame = Copy(
    "D-30.same.erase",
    """
    Only if you no longer know its PIN and its PUK: erase it. Every key on it is gone then, and your words put the \
    account back, with a new PIN.
    """)
  static let eraseCard = Copy("D-55.erase", "Erase the card")
  static let resetting = Copy("D-55.erasing", "Erasing the card…")
  static func ownName(_ name: String) -> Copy { Copy("card.name.is", "\(name)") }
  static let cardName = Copy("card.name", "Name")
  static let cardNumber = Copy("card.number", "Card number")
  static let cardHolds = Copy("card.holds", "Holds")
  static let holdsAccount = Copy("card.holds.keys", "An account"), holdsNothing = Copy("card.holds.none", "No account")
  static let cardKind = Copy("card.kind", "Kind")
  static let isRehearsal = Copy("card.kind.played", "A rehearsal card, played by this computer")
}

extension Aside {
  static let erasing = Aside(
    whatStepMeans,
    [
      (
        Copy("D-55.1", "What is lost"),
        Copy(
          "D-55.1t", "The keys on this card. An account that has its phrase on paper, or a second card, is not lost.")
      ),
      (Copy("D-55.2", "What stays"), Copy("D-55.2t", "The card itself: empty, as new, with a new PIN to come.")),
      (
        Copy("D-55.3", "If it is the wrong card"),
        Copy("D-55.3t", "Take it out now. Nothing has been changed on it yet.")
      ),
    ])
}
