import Vocabulary
import HandsProtocol
import Sentences

/// Collects, one by one, the methods by which the person could prove who they are. C-11, C-12, C-25, C-29, C-30, G-13.
public enum EscrowMethods: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var country: String
    var methods: [EscrowMethodFacts]
    var providers: [EscrowProviderFacts]
    /// The kinds still to be asked for, one after the other; `nil` unless the person accepted the suggested ones.
    var queue: [EscrowKind]?
    /// The method whose removal the person is asked to confirm, in a sheet over the list.
    var sheet: EscrowMethodFacts?
    init(in country: String, _ methods: [EscrowMethodFacts] = [], _ providers: [EscrowProviderFacts] = []) {
      self.country = country; self.methods = methods; self.providers = providers
      stage = providers.isEmpty ? .contacting : .listing
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case contacting, listing, entering(MethodEntry.State), removing(Int), providers(EscrowProviders.State)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case add(EscrowKind), addSuggested, entering(MethodEntry.Action), remove(Int), reallyRemove, keep, showProviders
    case providers(EscrowProviders.Action), proceed, back, cancel

    public var actionName: ActionName {
      switch self {
      case .add(let kind): "add.\(kind.rawValue)"
      case .addSuggested: "addSuggested"
      case .entering(let action): .child("entering", action)
      case .remove(let number): "remove.\(number)"
      case .reallyRemove: "reallyRemove"
      case .keep: "keep"
      case .showProviders: "showProviders"
      case .providers(let action): .child("providers", action)
      case .proceed: "proceed"
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case chosen([EscrowMethodFacts], [EscrowProviderFacts])
    /// The hands have lost their work, including the facts about the person.
    case lost
    case back, cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.entering(let child), _): return enter(child, signal, &state)
    case (.providers(let child), _): return look(child, signal, &state)
    case (.contacting, .reply(.hands(.escrow(.providers(let providers))))):
      state.providers = providers
      state.go(.listing)
    case (.contacting, .reply(.hands(let news))): state.go(.listing, news.escrowProblem.map(Notice.escrow))
    case (.listing, .action(.add(let kind))): state.enter(kind)
    case (.listing, .action(.addSuggested)):
      state.queue = state.suggestion
      state.enterNext()
    case (.listing, .action(.remove(let number))): state.sheet = state.methods.first { $0.number == number }
    case (.listing, .action(.keep)): state.sheet = nil
    case (.listing, .action(.reallyRemove)):
      if let method = state.sheet { state.go(.removing(method.number)) }
      state.sheet = nil
    case (.removing, .reply(.hands(.escrow(.methodRemoved(let number))))):
      state.methods.removeAll { $0.number == number }
      state.go(.listing)
    case (.removing, .reply(.hands(.escrow(.lost)))): return .done(.lost)
    case (.removing, .reply(.hands(let news))): state.go(.listing, news.escrowProblem.map(Notice.escrow))
    case (.listing, .action(.showProviders)):
      state.go(.providers(EscrowProviders.State(.backup, state.providers, leadsOn: !state.methods.isEmpty)))
    case (.listing, .action(.proceed)): return .done(.chosen(state.methods, state.providers))
    case (.contacting, .action(.back)), (.listing, .action(.back)): return .done(.back)
    default: break
    }
    return .stay
  }

  private static func enter(_ child: MethodEntry.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: MethodEntry.self, child)
    switch step.output {
    case nil: state.stage = .entering(child)
    case .added(let method):
      state.methods = state.methods.filter { $0.number != method.number } + [method]
      switch state.queue {
      case nil: state.go(.listing)
      // The suggested methods are enough for a plan, and the list would ask nothing more.
      case []?: return Transition(orders: step.orders, output: .chosen(state.methods, state.providers))
      case _?: state.enterNext()
      }
    case .back:
      state.queue = nil
      state.go(.listing, child.notice)
    case .lost: return Transition(orders: step.orders, output: .lost)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func look(
    _ child: EscrowProviders.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: EscrowProviders.self, child)
    switch step.output {
    case nil: state.stage = .providers(child)
    case .back(let providers):
      state.providers = providers
      state.go(.listing)
    case .proceed(let providers): return .done(.chosen(state.methods, providers))  // C-13
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .contacting: [.hands(.escrow(.contact(.backup, [])))]
    case .listing: []
    case .entering(let child): MethodEntry.awaited(child)
    case .removing(let number): [.hands(.escrow(.removeMethod(number)))]
    case .providers(let child): EscrowProviders.awaited(child)
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ blocks: [Block], _ choices: [Choice<Action>], _ announcement: Copy?) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: .selectMethods, .working, [.howToProve, .threeIsGood], blocks,
        choices: choices + [.cancel],
        announcement: announcement, aside: .methods)
    }
    switch state.stage {
    case .entering(let child):
      var screen = MethodEntry.screen(child).embedded(Action.entering)
      if let queue = state.queue {
        let place = state.methods.count + 1
        screen.says.append(.methodPlace(place, of: place + queue.count))
      }
      return screen
    case .providers(let child): return EscrowProviders.screen(child).embedded(Action.providers)
    case .contacting: return screen([.progress(.askingProviders)], [.back], .askingProviders)
    case .removing: return screen([.progress(.removingMethod)], [], .removingMethod)
    case .listing:
      if let method = state.sheet {
        var asking = screen([], [Choice(.removeIt, .reallyRemove, .danger), Choice(.keepIt, .keep, .back)], nil)
        asking.sheet = Sheet(.plain, .reallyRemove(method.kind), told: EscrowText.method(method.number))
        return asking
      }
      let held = state.methods.map {
        Choice<Action>($0.kind.copy, .remove($0.number), .removal, told: EscrowText.method($0.number))
      }
      let offered = state.methods.count < EscrowBounds.challenges ? state.offered : []
      let more = offered.map { Choice<Action>($0.adding, .add($0), .row) }
      let suggestion = state.suggestion.map(\.inside.sentence)
      let on = state.methods.isEmpty ? [] : [Choice<Action>(.proceed, .proceed)]
      let begin = suggestion.isEmpty ? [] : [Choice<Action>(.beginWith(suggestion), .addSuggested)]
      return screen(
        state.notice.blocks + [.rows] + state.missing,
        held + more + on + begin + [Choice(.providersAndStatus, .showProviders, .quiet), .back],
        state.notice?.copy)
    }
  }
}

extension EscrowMethods.State: Staged {
  /// The most likely methods, the free ones first, of which a plan can be made at these providers. They are suggested
  /// only to somebody who has none yet.
  fileprivate var suggestion: [EscrowKind] {
    guard methods.isEmpty else { return [] }
    let likely: [EscrowKind] = [.question, .email, .sms, .totp, .post, .iban].filter(offered.contains)
    let free = likely.filter { kind in providers.contains { $0.offers(kind) && $0.isFree(kind) } }
    let kinds = Array((free + likely.filter { !free.contains($0) }).prefix(3))
    let planned = kinds.enumerated().map { EscrowMethodFacts($0, $1) }
    return EscrowPlan.suggested(planned, providers).isEmpty ? [] : kinds
  }
  fileprivate mutating func enter(_ kind: EscrowKind) {
    go(.entering(MethodEntry.State(kind, in: country, with: providers)))
  }
  /// Asks for the first of the queue.
  fileprivate mutating func enterNext() {
    guard let kind = queue?.first else { return }
    queue?.removeFirst()
    enter(kind)
  }
  /// The kinds that can be added because some provider offers them.
  fileprivate var offered: [EscrowKind] {
    EscrowKind.allCases.filter { kind in providers.contains { $0.offers(kind) } }
  }
  fileprivate var missing: [Block] {
    guard providers.contains(where: \.isUsable) else { return [.banner(.noProviderAnswers, .warning)] }
    let kinds = EscrowKind.allCases.filter { !offered.contains($0) }
    return kinds.isEmpty ? [] : [.facts(kinds.map { Fact($0.copy, .nobodyOffersIt) })]
  }
}

extension Copy {
  static let selectMethods = Copy("C-25", "Select authentication methods")
  static let howToProve = Copy("C-25.says", "How could you prove it's you, on a bad day?")
  static let threeIsGood = Copy("C-25.three", "Three or more is a good number. Choose ways that don't fail together.")
  static func reallyRemove(_ kind: EscrowKind) -> Copy { Copy("C-29.really", "Remove this \(kind.inside)?") }
  static func beginWith(_ kinds: [Sentence]) -> Copy { Copy("C-25.begin", "Begin with \(kinds.listed)") }
  static func methodPlace(_ place: Int, of count: Int) -> Copy {
    Copy("C-25.place", "Method \(place) of \(count). You can add others afterwards.")
  }
  static let removeIt = Copy("C-29.yes", "Remove it"), keepIt = Copy("C-29.no", "Keep it")
  static let removingMethod = Copy("C-29.removing", "Removing it…")
  static let nobodyOffersIt = Copy("C-25.nobody", "None of your providers offers it.")
  static let noProviderAnswers = Copy(
    "C-30.none", "No provider answers right now. Look at the providers and their status, and add one or ask again.")
}

extension Aside {
  static let methods = Aside(
    whatStepMeans,
    [
      (
        Copy("C-25.1", "A method"),
        Copy("C-25.1t", "One way to prove it's you, later, to one provider. The provider then hands over its part.")
      ),
      (
        Copy("C-25.2", "Spread them out"),
        Copy("C-25.2t", "Choose ways that don't fail together. An e-mail on a phone that you lost is not a second way.")
      ),
      (
        Copy("C-25.3", "What providers see"),
        Copy("C-25.3t", "A salted hash of your answer. An e-mail or postal address only when they have to write to it.")
      ),
    ])
}
