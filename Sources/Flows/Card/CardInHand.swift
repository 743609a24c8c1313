import Vocabulary
import HandsProtocol

/// The common part of the card flows: they begin at the reader, and return there whenever the card is gone.
protocol AtCard: Staged {
  /// The card's report about itself when it was last reached.
  var card: CardFacts? { get set }
  /// This flow's requirements for a card.
  var policy: CardAccess.Policy { get }
  static func reaching(_ access: CardAccess.State) -> Place
}

/// How the way to a card ended without one.
enum CardEnd {
  /// The card was erased on the way, and its account is to be restored first (D-56).
  case toBackup
  /// No card that fits is in the reader, or the person cancelled.
  case without
}

extension AtCard {
  /// Passes the signal to the access subflow, for a flow that needs a card with an account on it. `then` continues with a
  /// card that is ready.
  ///
  /// - Returns: How it ended, or `nil` if it goes on; and what is to be ordered.
  mutating func pass<Action: FlowAction>(
    _ signal: Signal<Action>, to child: CardAccess.State, then go: (inout Self) -> Void
  ) -> (end: CardEnd?, orders: [Order]) {
    let (child, step) = signal.passed(to: CardAccess.self, child)
    switch step.output {
    case nil: stage = Self.reaching(child)
    case .ready(let card):
      self.card = card
      go(&self)
    case .toBackup: return (.toBackup, step.orders)
    case .blank, .noAccount, .notFrozen, .cancelled: return (.without, step.orders)
    }
    return (nil, step.orders)
  }

  /// Returns to the reader, where the flow waits for the same card.
  mutating func interrupt(_ trouble: CardTrouble) {
    go(Self.reaching(CardAccess.State(policy, wanting: CardWanted(card), after: trouble)))
  }
}

/// The card that a conversation is about.
enum CardWanted: Codable, Hashable, Sendable {
  case any
  /// Any card except a rehearsal card.
  case real
  /// The card with the instance UID that the conversation began with.
  case only(String, isRehearsal: Bool = false)
  /// Any card except this one. If this card is real, the other card must be real too.
  case except(String, isRehearsal: Bool = false)

  /// Requires the same card again. A blank card has no identity of its own, so any real card is accepted in its place,
  /// or any card if the blank one was simulated.
  init(_ card: CardFacts?) {
    guard let card else { self = .any; return }
    self = card.instance.map { .only($0, isRehearsal: card.isRehearsal) } ?? (card.isRehearsal ? .any : .real)
  }
  /// Returns the requirement for a card that may have been erased in the meantime and so have a different instance UID.
  static func erased(_ card: CardFacts?) -> Self { card.map(\.isRehearsal) == false ? .real : .any }

  func admits(_ card: CardFacts) -> Bool {
    switch self {
    case .any: true
    case .real: !card.isRehearsal
    case .only(let instance, _): card.instance == instance
    case .except(let instance, let isRehearsal): card.instance != instance && (isRehearsal || !card.isRehearsal)
    }
  }
  /// `true` if only one particular card is accepted.
  var isOne: Bool { if case .only = self { true } else { false } }
  /// `true` if the rehearsal card could be the wanted card.
  var maybeRehearsal: Bool {
    switch self {
    case .any: true
    case .real: false
    case .only(_, let isRehearsal), .except(_, let isRehearsal): isRehearsal
    }
  }
}

extension Screen where Words == AccountWords {
  /// Returns the screen shown while the hands and the card are communicating. If the card is held to the reader, the
  /// prompt to hold it there remains (D-17).
  static func atCard(
    _ says: Copy, _ card: CardFacts?, in title: Copy? = nil, _ register: Register = .working, choices: [Choice<Action>]
  ) -> Self {
    Screen(title: title, register, [says], card.prompt + [.progress(says)], choices: choices, announcement: says)
  }
  /// Returns the same screen, titled with the name of the flow it belongs to.
  func titled(_ title: Copy) -> Self {
    var screen = self
    screen.title = title
    return screen
  }
}

extension Optional<CardFacts> {
  /// A warning that a card of unknown origin may record what it is given for somebody else. A simulated card needs no
  /// warning, because it identifies itself as such.
  var makerWarning: [Block] {
    guard let card = self, let maker = card.maker, maker != .official, !card.isRehearsal else { return [] }
    return [.banner(.nobodyVouches, .warning)]
  }
  var prompt: [Block] { self?.isContactless == true ? [.banner(.holdCard, .warning)] : [] }
  /// The card's name, given by its owner. It is shown so that the PIN is typed for the right card.
  var named: [Block] {
    guard let name = self?.name else { return [] }
    return [.facts([Fact(.cardName, .ownName(name))])]
  }
}
