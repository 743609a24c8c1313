import FlowKit
import HandsProtocol
import Model

/// A card's phrase in the hands: drawn by the card and written down, or typed from paper. D-19, D-23, D-24, D-32, G-42.
public enum CardPhrase: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var source: Source
    init(_ source: Source, _ notice: Notice? = nil) {
      self.source = source; self.notice = notice
      stage = source == .drawn ? .drawing : .entering
    }
  }
  enum Source: Codable, Hashable, Sendable {
    case drawn
    /// Of this account, where the account is known.
    case typed(for: KeyID?)
  }
  enum Stage: Codable, Hashable, Sendable {
    case drawing, picking([String]), showing(Int), shown(Int), entering, checking
    /// The phrase is typed before any card is asked for: the hands that judge it may not be there, or not know the page yet.
    case reaching(CardConnection.State)
  }
  public enum Action: FlowAction {
    case pick(Int), drawOthers, written, check, reaching(CardConnection.Action), back, cancel

    public var name: String {
      switch self {
      case .pick(let number): "pick.\(number)"
      case .drawOthers: "drawOthers"
      case .written: "written"
      case .check: "check"
      case .reaching(let action): "reaching.\(action.name)"
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready, back, cancelled
    public var grants: Bool { false }
  }

  static let field: FieldID = "phrase", box: FieldID = "phraseSaved"
  static let drawn = 4

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(field)))
    case (.picking, .action(.back)), (.entering, .action(.back)): return .done(.back, .hands(.forget(field)))
    case (.drawing, .reply(.hands(.card(.accounts(let addresses))))): state.stage = .picking(addresses)
    case (.picking, .action(.drawOthers)), (.shown, .action(.back)): state.go(.drawing)
    case (.picking(let addresses), .action(.pick(let number))): if addresses.indices.contains(number) { state.go(.showing(number)) }
    case (.showing(let number), .reply(.hands(.card(.shown)))): state.go(.shown(number))
    case (.showing, .reply(.hands(.card(.lost)))), (.showing, .secretsLost), (.shown, .secretsLost), (.picking, .secretsLost):
      state.go(.drawing, .phraseLost)
    case (.shown, .action(.written)): return .done(.ready)
    case (.entering, .action(.check)): state.go(.checking)
    case (.checking, .reply(.hands(.card(.phraseFits)))): return .done(.ready)
    case (.checking, .reply(.hands(.card(.phraseOfAnother)))): state.go(.entering, .phraseOfAnother)  // D-32: while it is typed
    case (.checking, .reply(.hands(.card(.phraseMalformed)))): state.go(.entering, .phraseMalformed)
    case (.checking, .secretsLost): state.go(.entering, .phraseLost)
    case (.checking, .reply(.hands(.card(.absent(let why))))) where why.isOfHands:
      state.go(.reaching(CardConnection.State(after: .absent(why))))
    case (.reaching(let child), _): return reach(child, signal, &state)
    case (.checking, .reply(.hands(let news))): state.go(.entering, news.trouble == .lost ? .phraseLost : news.trouble?.notice)
    default: break
    }
    return .stay
  }

  /// Until the hands answer, whatever they say of readers and cards.
  private static func reach(_ child: CardConnection.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    var child = child
    guard let step = signal.passed(to: CardConnection.self, &child, { if case .reaching(let action) = $0 { action } else { nil } }) else {
      return .stay
    }
    switch (step.output, child.stage) {
    case (.cancelled, _): return .done(.cancelled, .hands(.forget(field)))
    case (.connected, _): state.go(.checking)
    case (nil, .absent(let why)) where !why.isOfHands: state.go(.checking)
    case (nil, _): state.stage = .reaching(child)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .reaching(let child): CardConnection.awaited(child)
    case .drawing: [.hands(.card(.drawAccounts(drawn)))]
    case .showing(let number): [.hands(.card(.showPhrase(number)))]
    case .checking:
      if case .typed(let key) = state.source { [.hands(.card(.checkPhrase(field, for: key)))] } else { [] }
    case .picking, .shown, .entering: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), back = Choice<Action>(.back, .back, .back)
    switch state.stage {
    case .drawing:
      return Screen(
        .working, [.drawingAccounts], state.notice.blocks + [.progress(.drawingAccounts)], choices: [cancel], announcement: .drawingAccounts)
    case .picking(let addresses):
      let picks = addresses.enumerated().map { Choice<Action>(Copy("D-24.account", $1), .pick($0), .outline) }
      return Screen(
        .working, [.pickAccount], state.notice.blocks, choices: picks + [Choice(.drawOthers, .drawOthers, .quiet), back, cancel],
        announcement: state.notice?.copy ?? .pickAccount, aside: .cardPhrase)
    case .showing, .shown:
      let waits: [Need] = if case .showing = state.stage { [.news] } else { [] }
      return Screen(
        .plain, [.writePhrase, .notTheCode], [.cardPhrase(field), .box(box, .savedOffline)],
        choices: [Choice(.proceed, .written, needs: [.ticked(box)] + waits), back, cancel], announcement: .writePhrase, aside: .cardPhrase)
    case .entering:
      let isKnown = state.source != .typed(for: nil)
      return Screen(
        .plain, [isKnown ? .typeAccountsPhrase : .typePhrase, .notTheCode], state.notice.blocks + [.cardPhraseEntry(field)],
        choices: [Choice(.proceed, .check, needs: [.ready(field)]), back, cancel], announcement: state.notice?.copy ?? .typePhrase,
        aside: .cardPhrase)
    case .checking: return .atCard(.checkingPhrase, nil, .plain, choices: [cancel])
    case .reaching(let child): return CardConnection.screen(child).embedded(Action.reaching)
    }
  }

  static let forms: [Form] = [[box: .ticked], [field: .ready]]
  static let news: [HandsReply] = [.accounts(["0x1"]), .shown, .phraseFits, .phraseMalformed].map(HandsReply.card)
  /// How hands are missed, met and found.
  private static let handsNews: [HandsReply] = [
    .absent(.handsUnknown), .absent(.noHands), .absent(.noCard), .changed, .met, .wrongCode, .present(CardFacts(.blank)),
  ].map(HandsReply.card)
  public static var world: World<CardPhrase> { world(.drawn) }
  static func world(_ source: Source) -> World<CardPhrase> {
    World(
      start: State(source), forms: forms + [[CardConnection.code: .ready]],
      hands: news + [.phraseOfAnother, .lost, .failed, .removed].map(HandsReply.card) + handsNews)
  }
}

extension CardPhrase.State: Staged {}

extension Copy {
  static let drawingAccounts = Copy("D-23", "Your card is drawing new accounts…")
  static let pickAccount = Copy("D-24", "Pick one of these new accounts. They differ only in their address.")
  static let drawOthers = Copy("D-24.others", "Draw others")
  static let writePhrase = Copy(
    "D-23.phrase", "Write down your card's phrase. If the card is lost, only these words bring the account back on another.")
  static let notTheCode = Copy(
    "G-42.card", "This is the card phrase, on the paper named Card phrase. The recovery code is another paper, with other words.")
  static let typePhrase = Copy("D-19", "Type your card phrase: 12 to 24 words, in order.")
  static let typeAccountsPhrase = Copy("D-32.entry", "Type the card phrase of this account: 12 to 24 words, in order.")
  static let checkingPhrase = Copy("D-32.checking", "Checking the words on this computer…")
}

extension Aside {
  static let cardPhrase = Aside(
    whatStepMeans,
    [
      (
        Copy("D-23.1", "Where the words come from"),
        Copy("D-23.1t", "From the card's own random numbers, or from your paper. They stay on this computer and go to the card alone.")
      ),
      (
        Copy("D-30.1", "A second card"),
        Copy("D-30.1t", "The same words on another card make the same account: a spare, or the way back when the first card is lost.")
      ),
      (Copy("D-30.2", "Whoever reads them"), Copy("D-30.2t", "can make such a card too. Keep the paper as you would keep the card.")),
    ])
}
