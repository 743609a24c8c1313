import Vocabulary
import HandsProtocol
import Model

/// Obtains a card's phrase in the hands. The card generates the phrase and the person writes it down, or the person
/// types it from paper. D-19, D-23, D-24, D-32, G-42.
public enum CardPhrase: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var source: Source
    var purpose: CardSetUp.Purpose
    /// `true` if the words of a generated phrase were on the screen, so that the person may have written them down.
    var wasShown = false
    init(_ source: Source, _ notice: Notice? = nil, for purpose: CardSetUp.Purpose = .account) {
      self.source = source; self.notice = notice; self.purpose = purpose
      stage = source == .drawn ? .drawing : .entering
    }
  }
  enum Source: Codable, Hashable, Sendable {
    case drawn
    /// The phrase is typed. If the account is known, the phrase must be that of this account.
    case typed(for: KeyID?)
  }
  enum Stage: Codable, Hashable, Sendable {
    case drawing, picking([String]), showing(Int), shown(Int), entering, checking
    /// The person is asked for some of the words from the paper. The values are the account's number among those
    /// generated, and the words' positions.
    case choosingWords(Int), recalling(Int, [Int]), comparing(Int, [Int])
    /// The hands that check the phrase may be missing, or may not know the page yet, because the phrase is typed before
    /// any card is requested.
    case reaching(CardConnection.State)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case pick(Int), drawOthers, written, compare, lookAgain, check, reaching(CardConnection.Action), back, cancel

    public var actionName: ActionName {
      switch self {
      case .pick(let number): "pick.\(number)"
      case .drawOthers: "drawOthers"
      case .written: "written"
      case .compare: "compare"
      case .lookAgain: "lookAgain"
      case .check: "check"
      case .reaching(let action): .child("reaching", action)
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready, back, cancelled
  }

  /// Returns `true` if words may be on paper and the person has not yet been told that they belong to no card.
  static func isWritten(_ state: State) -> Bool { state.wasShown || state.notice == .phraseVoided }

  static let field: FieldID = "phrase", box: FieldID = "phraseSaved"
  static let drawn = 4
  /// The fields for the words that the person is asked to repeat.
  static let words: [FieldID] = ["phraseWord1", "phraseWord2", "phraseWord3"]

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(field)))
    case (.picking, .action(.back)), (.entering, .action(.back)): return .done(.back, .hands(.forget(field)))
    case (.drawing, .reply(.hands(.card(.accounts(let addresses))))): state.stage = .picking(addresses)
    case (.picking, .action(.drawOthers)): state.go(.drawing)
    case (.shown, .action(.back)): state.drawAnew(.phraseVoided)
    case (.picking(let addresses), .action(.pick(let number))):
      if addresses.indices.contains(number) { state.go(.showing(number)) }
    case (.showing(let number), .reply(.hands(.card(.shown)))):
      state.wasShown = true
      state.go(.shown(number))
    case (.showing, .reply(.hands(.card(.lost)))), (.showing, .secretsLost), (.shown, .secretsLost),
      (.picking, .secretsLost):
      state.drawAnew(state.wasShown ? .phraseVoided : .phraseLost)
    case (.shown(let number), .action(.written)): state.go(.choosingWords(number))
    case (.choosingWords, _), (.recalling, _), (.comparing, _): return recall(signal, &state)
    case (.entering, .action(.check)): state.go(.checking)
    case (.checking, .reply(.hands(.card(.phraseFits)))): return .done(.ready)
    // D-32: a phrase of a different account is reported while it is being typed.
    case (.checking, .reply(.hands(.card(.phraseOfAnother)))): state.go(.entering, .phraseOfAnother)
    case (.checking, .reply(.hands(.card(.phraseMalformed)))): state.go(.entering, .phraseMalformed)
    case (.checking, .secretsLost): state.go(.entering, .phraseLost)
    case (.checking, .reply(.hands(.card(.absent(let why))))) where why.isOfHands:
      state.go(.reaching(CardConnection.State(after: .absent(why))))
    case (.reaching(let child), _): return reach(child, signal, &state)
    case (.checking, .reply(.hands(let news))):
      state.go(.entering, news.trouble == .lost ? .phraseLost : news.trouble?.notice)
    default: break
    }
    return .stay
  }

  /// Asks for some of the words, to verify that the phrase was written down. A wrong word is named, and the phrase can
  /// be viewed again.
  private static func recall(_ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    let forget = words.map { Order.hands(.forget($0)) }
    switch (state.stage, signal) {
    case (.choosingWords(let number), .reply(.hands(.card(.wordsAsked(let places))))) where places.count == words.count:
      state.stage = .recalling(number, places)
    case (.recalling(let number, let places), .action(.compare)): state.go(.comparing(number, places))
    case (.recalling(let number, _), .action(.lookAgain)), (.recalling(let number, _), .action(.back)):
      state.go(.showing(number))
      return Transition(orders: forget)
    case (.comparing, .reply(.hands(.card(.wordsFit)))): return Transition(orders: forget, output: .ready)
    case (.comparing(let number, let places), .reply(.hands(.card(.wordsWrong(let wrong))))):
      state.go(.recalling(number, places), .wordsWrong(wrong))
      return Transition(orders: forget)
    case (.comparing(let number, _), .reply(.hands(.card(.lost)))), (.comparing(let number, _), .secretsLost):
      state.go(.choosingWords(number), .card(.lost))
      return Transition(orders: forget)
    case (.choosingWords, .reply(.hands(.card(.lost)))): state.drawAnew(.phraseVoided)
    default: break
    }
    return .stay
  }

  /// Waits until the hands answer. Their reports about readers and cards are ignored.
  private static func reach(_ child: CardConnection.State, _ signal: Signal<Action>, _ state: inout State)
    -> Transition<Output>
  {
    let (child, step) = signal.passed(to: CardConnection.self, child)
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
    case .choosingWords: [.hands(.card(.askWords))]
    case .comparing: [.hands(.card(.checkWords(words)))]
    case .checking:
      if case .typed(let key) = state.source { [.hands(.card(.checkPhrase(field, for: key)))] } else { [] }
    case .picking, .shown, .recalling, .entering: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .drawing:
      let says = state.purpose.draws
      return Screen(.working, [says], state.notice.blocks + [.progress(says)], choices: [.cancel], announcement: says)
    case .picking(let addresses):
      let picks = addresses.enumerated().map { place, address in
        Choice<Action>(
          .account(place + 1, address), .pick(place), .row, detail: Copy("D-24.address", "\(address)"))
      }
      return Screen(
        .working, [state.purpose.picks], state.notice.blocks,
        choices: picks + [Choice(.drawOthers, .drawOthers, .quiet), .back, .cancel],
        announcement: state.notice?.copy ?? state.purpose.picks, aside: .cardPhrase)
    case .showing, .shown:
      let waits: [Need] = if case .showing = state.stage { [.news] } else { [] }
      return Screen(
        .plain, [state.purpose.writes, .notTheCode], [.cardPhrase(field), .box(box, .savedOffline)],
        choices: [Choice(.proceed, .written, needs: [.ticked(box)] + waits), .back, .cancel],
        announcement: state.purpose.writes, aside: .cardPhrase)
    case .choosingWords, .comparing: return .atCard(.checkingPhrase, nil, .plain, choices: [.cancel])
    case .recalling(_, let places):
      let fields = zip(words, places).map {
        Block.field($0, label: .word($1), .secret(.line(example: "", isRequired: true)))
      }
      return Screen(
        .plain, [.proveWritten], state.notice.blocks + fields,
        choices: [
          Choice(.proceed, .compare, needs: words.map(Need.ready)), Choice(.showPhraseAgain, .lookAgain, .quiet), .back,
          .cancel,
        ],
        announcement: state.notice?.copy ?? .proveWritten, aside: .cardPhrase)
    case .entering:
      let isKnown = state.source != .typed(for: nil)
      return Screen(
        .plain, [isKnown ? .typeAccountsPhrase : .typePhrase, .notTheCode],
        state.notice.blocks + [.cardPhraseEntry(field)],
        choices: [Choice(.proceed, .check, needs: [.ready(field)]), .back, .cancel],
        announcement: state.notice?.copy ?? .typePhrase,
        aside: .cardPhrase)
    case .checking: return .atCard(.checkingPhrase, nil, .plain, choices: [.cancel])
    case .reaching(let child): return CardConnection.screen(child).embedded(Action.reaching)
    }
  }
}

extension CardPhrase.State: Staged {
  fileprivate mutating func drawAnew(_ notice: Notice) {
    wasShown = false
    go(.drawing, notice)
  }
}
