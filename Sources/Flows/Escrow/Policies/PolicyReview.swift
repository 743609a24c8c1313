import Vocabulary
import HandsProtocol

/// Shows the ways back in, the provider of each part, and the cost, and lets the person edit them. C-13, C-14,
/// C-32…C-38.
public enum PolicyReview: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.reviewing
    var notice: Notice?
    var methods: [EscrowMethodFacts]
    var providers: [EscrowProviderFacts]
    var plan: EscrowPlan
    /// `true` while a sheet asks whether to delete the policy.
    var asksToDelete = false
    /// Creates a state that keeps an earlier plan if it uses exactly these methods, and otherwise suggests a plan.
    init(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts], _ plan: EscrowPlan? = nil) {
      self.methods = methods; self.providers = providers
      let isWhole = plan?.methods == Set(methods.map(\.number))
      self.plan =
        plan.flatMap { isWhole ? $0 : nil }
        ?? EscrowPlan(EscrowPlan.suggested(methods, providers), years: plan?.years ?? 1)
    }
  }
  /// The stages. Policies are identified by their index, methods by their number.
  enum Stage: Codable, Hashable, Sendable {
    case reviewing, editing(Int), choosingMethod(Int), choosingProvider(Int, method: Int)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case edit(Int), addWay, choose(Int), addMethod, put(String), takeOut, delete, reallyDelete, keep, done, longer,
      shorter, changeMethods, proceed, back, cancel

    public var actionName: ActionName {
      switch self {
      case .edit(let number): "edit.\(number)"
      case .addWay: "addWay"
      case .choose(let number): "choose.\(number)"
      case .addMethod: "addMethod"
      case .put(let text): "put.\(text)"
      case .takeOut: "takeOut"
      case .delete: "delete"
      case .reallyDelete: "reallyDelete"
      case .keep: "keep"
      case .done: "done"
      case .longer: "longer"
      case .shorter: "shorter"
      case .changeMethods: "changeMethods"
      case .proceed: "proceed"
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case planned(EscrowPlan), back, cancelled
  }

  /// The number of years that can be paid for. Providers accept no more.
  static let years = 1...5

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    guard case .action(let action) = signal else { return .stay }
    switch (state.stage, action) {
    case (_, .cancel): return .done(.cancelled)
    case (.reviewing, .back), (.reviewing, .changeMethods): return .done(.back)
    case (.reviewing, .proceed): return .done(.planned(state.plan))
    case (.reviewing, .edit(let place)): state.go(.editing(place))
    case (.reviewing, .addWay):
      state.plan.policies.append(EscrowPolicyFacts([]))
      state.go(.editing(state.plan.policies.count - 1))
    case (.reviewing, .longer): state.plan.years = min(state.plan.years + 1, years.upperBound)
    case (.reviewing, .shorter): state.plan.years = max(state.plan.years - 1, years.lowerBound)
    case (.editing, .done), (.editing, .back): state.tidyUp()
    case (.editing(let place), .addMethod): state.go(.choosingMethod(place))
    case (.editing(let place), .choose(let method)), (.choosingMethod(let place), .choose(let method)):
      state.go(.choosingProvider(place, method: method))
    case (.editing, .delete): state.asksToDelete = true
    case (.editing, .keep): state.asksToDelete = false
    case (.editing(let place), .reallyDelete):
      state.asksToDelete = false
      state.plan.policies.remove(at: place)
      state.go(.reviewing)
    case (.choosingProvider(let place, let method), .put(let url)):
      state.change(place) { $0.filter { $0.method != method } + [EscrowPolicyFacts.Part(method, url)] }
    case (.choosingProvider(let place, let method), .takeOut): state.change(place) { $0.filter { $0.method != method } }
    case (.choosingMethod(let place), .back), (.choosingProvider(let place, _), .back): state.go(.editing(place))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] { [] }
}

extension PolicyReview.State: Staged {
  /// Changes one policy and keeps its parts in the order of the methods.
  fileprivate mutating func change(_ place: Int, _ change: ([EscrowPolicyFacts.Part]) -> [EscrowPolicyFacts.Part]) {
    plan.policies[place].parts = change(plan.policies[place].parts).sorted { $0.method < $1.method }
    go(.editing(place))
  }
  /// Removes empty and duplicate policies.
  fileprivate mutating func tidyUp() {
    let full = plan.policies.filter { !$0.parts.isEmpty }
    plan.policies = full.enumerated().filter { place, policy in !full[..<place].contains(policy) }.map(\.element)
    go(.reviewing, plan.policies.count < full.count ? .escrow(.policyTwice) : nil)
  }
}
