import Vocabulary
import HandsProtocol

/// The common part of the flows around a card: they begin at the reader, and go back there whenever the card is gone.
protocol AtCard: Staged {
  /// The card's own account of itself when it was last reached.
  var card: CardFacts? { get set }
  /// This flow's demands on a card.
  var policy: CardAccess.Policy { get }
  static func reaching(_ access: CardAccess.State) -> Place
}

extension AtCard {
  /// Back to the reader, where the same card is waited for.
  mutating func interrupt(_ trouble: CardTrouble) {
    go(Self.reaching(CardAccess.State(policy, wanting: CardWanted(card), after: trouble)))
  }
}

/// The card that a conversation is about.
enum CardWanted: Codable, Hashable, Sendable {
  case any
  /// No rehearsal card.
  case real
  /// The instance UID that it began with.
  case only(String, isRehearsal: Bool = false)
  /// Another one than this; another real one where this is real.
  case except(String, isRehearsal: Bool = false)

  /// The same card again. A blank one has no name of its own: then it is any real card, or any card at all if that one
  /// was only played.
  init(_ card: CardFacts?) {
    guard let card else { self = .any; return }
    self = card.instance.map { .only($0, isRehearsal: card.isRehearsal) } ?? (card.isRehearsal ? .any : .real)
  }
  /// A card that may have been erased meanwhile, so that it has another name.
  static func erased(_ card: CardFacts?) -> Self { card.map(\.isRehearsal) == false ? .real : .any }

  func admits(_ card: CardFacts) -> Bool {
    switch self {
    case .any: true
    case .real: !card.isRehearsal
    case .only(let instance, _): card.instance == instance
    case .except(let instance, let isRehearsal): card.instance != instance && (isRehearsal || !card.isRehearsal)
    }
  }
  /// `true` if only one card will do.
  var isOne: Bool { if case .only = self { true } else { false } }
  /// `true` if the rehearsal card may be the one.
  var maybeRehearsal: Bool {
    switch self {
    case .any: true
    case .real: false
    case .only(_, let isRehearsal), .except(_, let isRehearsal): isRehearsal
    }
  }
}

extension Screen where Words == AccountWords {
  /// Something goes on between the hands and the card. If the card is held to the reader, the prompt to hold it there
  /// stays (D-17).
  static func atCard(
    _ says: Copy, _ card: CardFacts?, in title: Copy? = nil, _ register: Register = .working, choices: [Choice<Action>]
  ) -> Self {
    Screen(title: title, register, [says], card.prompt + [.progress(says)], choices: choices, announcement: says)
  }
  /// The same screen under the name of the flow that it is part of.
  func titled(_ title: Copy) -> Self {
    var screen = self
    screen.title = title
    return screen
  }
}

extension Optional<CardFacts> {
  /// A card of unknown origin may keep what it is given for somebody else. One that is only played says what it is.
  var makerWarning: [Block] {
    guard let card = self, let maker = card.maker, maker != .official, !card.isRehearsal else { return [] }
    return [.banner(.nobodyVouches, .warning)]
  }
  var prompt: [Block] { self?.isContactless == true ? [.banner(.holdCard, .warning)] : [] }
  /// The name that its owner gave it, so that a PIN is typed for the right one.
  var named: [Block] {
    guard let name = self?.name else { return [] }
    return [.facts([Fact(.cardName, .ownName(name))])]
  }
}
