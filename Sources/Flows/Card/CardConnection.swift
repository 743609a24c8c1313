import Vocabulary
import HandsProtocol

/// Finds a card to communicate with, and asks for a card if there is none. D-16, D-17, D-26, D-59.
public enum CardConnection: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var wanted: CardWanted
    init(_ wanted: CardWanted = .any, after trouble: CardTrouble? = nil) {
      self.wanted = wanted
      switch trouble {
      case nil, .removed, .letGo, .taken: stage = .looking
      case .absent(let why): stage = .absent(why)
      case .declined, .lost, .unwritten, .failed: stage = .paused
      }
      notice = trouble?.notice
    }
    /// Returns a state that waits until the card in the reader is removed.
    static func anotherCard(than card: CardFacts) -> Self {
      var state = Self(card.instance.map { .except($0, isRehearsal: card.isRehearsal) } ?? .erased(card))
      state.stage = .absent(.otherCard)
      if card.isRehearsal { state.notice = .rehearsalIsOther }  // it cannot be taken out
      return state
    }
  }
  enum Stage: Codable, Hashable, Sendable { case looking, absent(CardAbsence), paused, meeting, beginningRehearsal }
  public enum Action: String, CancellableAction { case lookAgain, meet, rehearse, cancel }
  public enum Output: Outcome {
    case connected(CardFacts), cancelled
  }

  static let code: FieldID = "handsCode"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.lookAgain)): state.go(.looking)
    case (_, .action(.rehearse)): state.go(.beginningRehearsal)
    case (_, .action(.meet)): state.go(.meeting)
    case (.looking, .reply(.hands(.card(.present(let card))))):
      guard state.wanted.admits(card) else {
        state.go(
          .absent(.otherCard),
          card.isRehearsal ? (state.wanted == .real ? .rehearsalIsNoWayBack : .rehearsalIsOther) : nil)
        break
      }
      return .done(.connected(card))
    case (.absent, .reply(.hands(.card(.changed)))): state.stage = .looking  // what went wrong before is still said
    case (.beginningRehearsal, .reply(.hands(.card(.absent(.inUse))))): state.go(.absent(.noReader), .rehearsalInUse)
    case (_, .reply(.hands(.card(.absent(let why))))): state.stage = .absent(why)
    case (.looking, .reply(.hands(.card(.removed)))): state.stage = .absent(.noCard)
    case (.beginningRehearsal, .reply(.hands(.card(.rehearsing)))): state.go(.looking)
    case (.beginningRehearsal, .reply(.hands(let news))): state.go(.absent(.noReader), .card(news.trouble ?? .failed))
    case (.meeting, .reply(.hands(.card(.met)))): state.go(.looking)
    case (.meeting, .reply(.hands(.card(.wrongCode)))):
      state.go(.absent(.handsUnknown), .wrongHandsCode)
      return .order(.hands(.forget(code)))
    case (.meeting, .reply(.hands(.card(.noCodeTaken)))):
      state.go(.absent(.handsUnknown), .noHandsCode)
      return .order(.hands(.forget(code)))
    case (.meeting, .reply(.hands)), (.meeting, .secretsLost): state.go(.absent(.handsUnknown), .card(.lost))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .looking: [.hands(.card(.look))]
    case .absent(.handsUnasked), .paused: []  // only the person can change it
    case .absent(let why): [.hands(.card(.watch(why)))]
    case .meeting: [.hands(.card(.meet(code)))]
    case .beginningRehearsal: [.hands(.card(.rehearse))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let rehearse = Choice<Action>(.useRehearsalCard, .rehearse, .outline)
    let again = Choice<Action>(.lookAgain, .lookAgain, .outline)
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>] = []) -> Screen<Action> {
      Screen(
        .working, says, state.notice.blocks + blocks, choices: choices + [.cancel],
        announcement: state.notice?.copy ?? says.first, aside: .card)
    }
    switch state.stage {
    case .looking, .beginningRehearsal: return screen([.lookingForCard], [.progress(.lookingForCard)])
    case .meeting: return screen([.meetingHands], [.progress(.meetingHands)])
    case .paused: return screen([.cardPaused], [], [Choice(.cardTryAgain, .lookAgain)])
    case .absent(.handsUnasked): return screen([.handsUnasked], [], [Choice(.askForHands, .lookAgain)])
    case .absent(.handsUnknown):
      return screen(
        [.letIn, .handsUnknown, .openTheAddress, .orTypeTheCode],
        [.field(code, label: .handsCode, hint: .handsCodeHint, .secret(.code))],
        [Choice(.proceed, .meet, needs: [.ready(code)])])
    case .absent(let why):
      switch why {
      case .noDaemon, .noReader:
        let help: [Block] = why == .noDaemon ? [.command(.installCardService, .installCardService)] : []
        return screen([why.copy], help, state.wanted.maybeRehearsal ? [rehearse, again] : [again])
      case .noCard:
        return screen([why.copy], [], state.wanted.maybeRehearsal ? [Choice(.useRehearsalCard, .rehearse, .quiet)] : [])
      case .noHands: return screen([why.copy], [.command(.lendHands, .lendHands)], [again])
      case .handsForbidden, .handsDiffer, .unreadable, .inUse, .severalCards:
        return screen([why.copy], [], [again])
      case .handsUnasked, .handsUnknown, .notKeycard, .counterfeit, .otherCard: return screen([why.copy])
      }
    }
  }
}

extension CardConnection.State: Staged {}

extension CardAbsence {
  /// `true` if the hands themselves are missing, so that nothing is known about readers and cards.
  var isOfHands: Bool {
    switch self {
    case .noHands, .handsUnasked, .handsForbidden, .handsUnknown, .handsDiffer: true
    case .noDaemon, .noReader, .noCard, .severalCards, .notKeycard, .counterfeit, .inUse, .unreadable, .otherCard: false
    }
  }
}
