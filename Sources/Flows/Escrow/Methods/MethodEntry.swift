import Escrow
import Vocabulary
import HandsProtocol

/// Asks for the data that a method needs, as soon as the method is chosen. All of the data stays with the hands. C-11,
/// C-26, C-27, C-28, C-29.
public enum MethodEntry: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var kind: EscrowKind
    /// The country where the person lives, from which some fields can be prefilled (C-28).
    var country: String
    /// The providers that would be used for this method, if the screen says something about them.
    var providers: [EscrowProviderFacts]
    init(_ kind: EscrowKind, in country: String, with providers: [EscrowProviderFacts] = []) {
      self.kind = kind; self.country = country;
      self.providers = kind == .video ? providers.filter { $0.offers(kind) } : []
      stage = kind == .totp ? .drawing : .entering([])
    }
  }
  enum Stage: Codable, Hashable, Sendable { case drawing, entering([EscrowMisfit]), adding }
  public enum Action: String, CancellableAction, ReversibleAction { case add, back, cancel }
  public enum Output: Outcome {
    case added(EscrowMethodFacts)
    /// The hands have lost their work, including the facts about the person.
    case lost
    /// The person goes back. If something went wrong, the state describes it.
    case back
    case cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return Transition(orders: state.forgetting, output: .cancelled)
    case (_, .action(.back)): return Transition(orders: state.forgetting, output: .back)
    case (.drawing, .reply(.hands(.escrow(.shown)))): state.stage = .entering([])
    case (.entering, .action(.add)): state.go(.adding)
    case (.adding, .reply(.hands(.escrow(.methodAdded(let method))))):
      return Transition(orders: state.forgetting, output: .added(method))
    case (.adding, .reply(.hands(.escrow(.misfit(let misfits))))): state.go(.entering(misfits))
    case (.drawing, .reply(.hands(.escrow(.lost)))), (.adding, .reply(.hands(.escrow(.lost)))):
      return Transition(orders: state.forgetting, output: .lost)
    case (.drawing, .reply(.hands(let news))):
      state.notice = news.escrowProblem.map(Notice.escrow)
      return .done(.back)
    case (.adding, .reply(.hands(let news))): state.go(.entering([]), news.escrowProblem.map(Notice.escrow))
    case (.entering, .secretsLost) where state.kind == .totp, (.adding, .secretsLost) where state.kind == .totp:
      state.go(.drawing, .escrow(.newClock))  // another key than the one that was scanned
    case (.adding, .secretsLost): state.go(.entering([]), .escrow(.lost))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .drawing: [.hands(.escrow(.drawClock(clock)))]
    case .entering: []
    case .adding: [.hands(.escrow(.addMethod(state.kind, fields: state.kind.fields)))]
    }
  }

  static let clock: FieldID = "clock"

  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ blocks: [Block], _ choices: [Choice<Action>] = [], _ announcement: Copy?) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: state.kind.copy, .working, state.kind.says, blocks,
        choices: choices + [.back, .cancel],
        announcement: announcement, aside: .methods)
    }
    switch state.stage {
    case .drawing: return screen([.progress(.drawingClock)], [], .drawingClock)
    case .adding: return screen([.progress(.checkingHere)], [], .checkingHere)
    case .entering(let misfits):
      let typed = state.kind.fields.filter { $0 != clock }
      let wrong: [Block] = misfits.isEmpty ? [] : [.banner(.methodDoesNotFit, .error)]
      let key: [Block] = state.kind == .totp ? [.clockKey(clock)] : []
      return screen(
        state.notice.blocks + wrong + key + state.meetings
          + typed.map { $0.methodBlock(in: state.country, misfits.first { [field = $0] in $0.field == field }?.fault) },
        [Choice(.addMethod, .add, needs: typed.map(Need.ready))],
        misfits.isEmpty ? state.notice?.copy ?? state.kind.says.first : .methodDoesNotFit)
    }
  }
}

extension MethodEntry.State: Staged {
  /// The providers' words on meeting. They are shown before the photo is chosen, so that its owner entrusts it only to
  /// people whom they can meet.
  fileprivate var meetings: [Block] {
    let facts = providers.compactMap { provider in
      provider.meeting.map { Fact(providers.label(of: provider.url), .meetsYou($0)) }
    }
    return facts.isEmpty ? [] : [.facts(facts)]
  }
  fileprivate var forgetting: [Order] { kind.fields.map { .hands(.forget($0)) } }
}
