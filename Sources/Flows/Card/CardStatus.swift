import Vocabulary
import HandsProtocol

/// Shows a card's report about itself, and its slots for computers. D-57, issue "full slots".
public enum CardStatus: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage = Stage.access(CardAccess.State(.paired))
    var notice: Notice?
    var card: CardFacts?
    /// The work to do once the PIN has been verified.
    var work: Work?
    public init() {}
    var policy: CardAccess.Policy { work == nil ? .paired : .initialized }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  public enum Work: String, Codable, Hashable, Sendable { case freeSlots, unpair }
  enum Stage: Codable, Hashable, Sendable {
    case access(CardAccess.State), reading, showing(CardTries), asking(Work), working(Work), forgotten
    case identifying(CardTries)
    /// The card is new and blank. It counts no tries and has no slots to free.
    case blank
  }
  public enum Action: CancellableAction, ReversibleAction {
    case access(CardAccess.Action), again, ask(Work), really, back, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .again: "again"
      case .ask(let work): "ask.\(work.rawValue)"
      case .really: "really"
      case .back: "back"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.showing, .action(.leave)), (.blank, .action(.leave)), (.forgotten, .action): return .done(.done)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.access(let child), _):
      return state.reach(child, signal, blank: { $0.go(.blank) }) { state in
        state.go(state.work.map(Stage.working) ?? .reading)
      }
    case (.reading, .reply(.hands(.card(.tries(let tries))))): state.go(.identifying(tries))
    case (.identifying(let tries), .reply(.hands(.card(.maker(let maker))))):
      state.card?.maker = maker
      state.go(.showing(tries))
    case (.showing, .action(.again)), (.blank, .action(.again)), (.asking, .action(.back)): state.lookAnew()
    case (.showing, .action(.ask(let work))): state.go(.asking(work))
    case (.asking(let work), .action(.really)):
      state.work = work
      state.go(.access(CardAccess.State(.initialized, wanting: CardWanted(state.card))))
    case (.working(.freeSlots), .reply(.hands(.card(.unpaired)))): state.lookAnew()
    case (.working(.unpair), .reply(.hands(.card(.unpaired)))): state.go(.forgotten)
    case (.reading, .reply(.hands(let news))), (.identifying, .reply(.hands(let news))),
      (.working, .reply(.hands(let news))):
      if let trouble = news.trouble { state.interrupt(trouble) }
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .access(let child): CardAccess.awaited(child)
    case .reading: [.hands(.card(.readTries))]
    case .identifying: [.hands(.card(.identifyMaker))]
    case .working(.freeSlots): [.hands(.card(.freeSlots))]
    case .working(.unpair): [.hands(.card(.unpair))]
    case .showing, .blank, .asking, .forgotten: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.statusTitle
    switch state.stage {
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(title)
    case .reading, .identifying: return .atCard(.readingCard, state.card, in: title, choices: [.cancel])
    case .showing(let tries):
      return Screen(
        title: title, .working, [tries.standing(of: state.card)] + state.card.makerMeaning,
        [.facts((state.card.map { $0.facts + $0.more } ?? []) + tries.facts)],
        choices: [
          Choice(.closeCard, .leave, .close), Choice(.lookAgain, .again, .outline),
          Choice(.freeSlots, .ask(.freeSlots), .quiet),
          Choice(.givePairingBack, .ask(.unpair), .quiet), .cancel,
        ], announcement: tries.standing(of: state.card), aside: .pairing)
    case .blank:
      return Screen(
        title: title, .working,
        [.cardIsBlank, state.card?.isRehearsal == true ? .blankRehearsalIsSetUp : .blankIsSetUp]
          + state.card.makerMeaning,
        [.facts(state.card.map { $0.facts + $0.more } ?? [])],
        choices: [Choice(.closeCard, .leave, .close), Choice(.lookAgain, .again, .outline), .cancel],
        announcement: .cardIsBlank, aside: .card)
    case .asking(let work):
      return Screen(
        title: title, .plain, [work == .freeSlots ? .reallyFree : .reallyUnpair],
        choices: [Choice(work == .freeSlots ? .freeSlots : .givePairingBack, .really, .danger), .back, .cancel],
        aside: .pairing)
    case .working: return .atCard(.checkingCard, state.card, in: title, choices: [.cancel])
    case .forgotten:
      return Screen(
        title: title, .working, [.pairingGiven], choices: [Choice(.closeCard, .leave, .close)],
        announcement: .pairingGiven)
    }
  }
}

extension CardStatus.State {
  fileprivate mutating func lookAnew() {
    work = nil
    go(.access(CardAccess.State(.paired, wanting: CardWanted(card))))
  }
}

extension CardTries {
  func standing(of card: CardFacts?) -> Copy {
    pin > 0 ? .cardIsWell : puk > 0 ? .frozen : card?.canBeErased ?? true ? .blocked : .blockedForGood
  }
  var facts: [Fact] {
    [Fact(.pinTries, Copy("D-57.pin", "\(pin) left")), Fact(.pukTries, Copy("D-57.puk.left", "\(puk) left"))]
  }
}

extension CardMaker {
  var copy: Copy {
    switch self {
    case .official: Copy("card.maker.official", "Keycard; the card has proved it")
    case .test: Copy("card.maker.test", "Keycard, as a card for tests")
    case .unknown: Copy("card.maker.unknown", "None that we know")
    case .forged: Copy("card.maker.forged", "Not proved: the certificate that it shows is not its own")
    case .none: Copy("card.maker.none", "The card has no certificate")
    }
  }
}

extension Optional<CardFacts> {
  /// Explains what it means if nobody vouches for the maker, and what to do. A simulated card identifies itself as
  /// such.
  fileprivate var makerMeaning: [Copy] {
    guard let card = self, !card.isRehearsal, card.maker == .unknown || card.maker == CardMaker.none else { return [] }
    return [.nobodyVouchesMeans]
  }
}

extension CardFacts {
  /// The facts that are shown only in the status.
  var more: [Fact] {
    [
      version.map { Fact(.cardVersion, Copy("card.version.is", "\($0)")) },
      freeSlots.map { Fact(.cardSlots, Copy("card.slots.is", "\($0) free")) },
      maker.map { Fact(.cardMaker, $0.copy) },
      keyUID.map { Fact(.cardKey, Copy("card.key.is", "\($0.prefix(16))")) },
    ].compactMap { $0 }
  }
}

extension Copy {
  static let statusTitle = Copy("card.status", "Card status")
  static let cardIsBlank = Copy("card.blank", "This card is empty: it has no PIN and no account yet.")
  static let blankIsSetUp = Copy(
    "card.blank.next",
    """
    To set it up for your account, press Add a card in Settings. For a new account, sign out first, \
    then press Start with a card on the first page.
    """,
    inTerminal: """
      latchstring card init sets it up, and so does the first choice in the menu of latchstring card.
      """)
  static let blankRehearsalIsSetUp = Copy(
    "card.blank.next.played",
    """
    To set it up for your account, press Add a card in Settings. For a new account, sign out first, \
    then press Start with a card on the first page.
    """,
    inTerminal: """
      latchstring card init --rehearsal sets it up, and so does the first choice in the menu of \
      latchstring card --rehearsal. If you named a file with --rehearsal-file, name it there too.
      """)
  static let cardIsWell = Copy("card.well", "The card is in order.")
  static let pinTries = Copy("D-57.pin.line", "PIN tries"), pukTries = Copy("D-57.puk.line", "PUK tries")
  static let cardVersion = Copy("card.version", "Version"), cardSlots = Copy("card.slots", "Places for computers")
  static let cardKey = Copy("card.key", "Key number")
  static let cardMaker = Copy("card.maker", "Maker")
  static let nobodyVouchesMeans = Copy(
    "card.maker.means",
    """
    No maker that we know vouches for this card. That is normal for older cards and for those that you programmed \
    yourself. If you bought it as new, ask the shop before you trust it.
    """)
  static let freeSlots = Copy("card.free", "Free the other computers' places")
  static let givePairingBack = Copy("card.unpair", "Give this computer's place back")
  static let reallyFree = Copy(
    "card.free.really", "Free the places of all other computers? Each of them will ask for the pairing password again.")
  static let reallyUnpair = Copy(
    "card.unpair.really", "Let this computer forget the card? It will ask for the pairing password next time.")
  static let pairingGiven = Copy("card.unpair.done", "This computer has forgotten the card, and its place is free.")
}
