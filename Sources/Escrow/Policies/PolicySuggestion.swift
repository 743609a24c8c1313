import Sentences

/// The suggestion for a person who chose methods and providers (C-33, C-34), or the reason why there is none.
public enum PolicySuggestion: Hashable, Sendable {
  case policies([PlannedPolicy])
  case none(PolicyObstacle)

  public var policies: [PlannedPolicy] { if case .policies(let all) = self { all } else { [] } }
}

/// The reason why no combination can be suggested, and what would help.
public enum PolicyObstacle: Hashable, Sendable {
  /// Fewer than two methods: whoever gets hold of the only one has everything. `helpful` lists the kinds that some
  /// provider offers.
  case tooFewMethods(have: Int, helpful: [MethodType])
  /// No provider answers. `silent` lists those that do not answer.
  case noProvider(silent: [String])
  /// Methods, by index, that no usable provider offers, so no combination is complete. `silent` lists providers that
  /// would offer one of them.
  case notOffered(methods: [Int], silent: [String])
  /// All methods are questions, whose answers can be guessed or found out. `helpful` lists the kinds that some provider
  /// offers.
  case questionsAlone(helpful: [MethodType])
  /// One operator would keep every challenge, and could open the backup by itself. `silent` lists other operators'
  /// providers that do not answer.
  case oneOperator(name: String, silent: [String])

  /// Tells the person what is missing and what to do.
  public var sentence: Sentence {
    switch self {
    case .tooFewMethods(let have, _):
      have == 0
        ? "Add two ways to show that it is you."
        : "Add one more way to show that it is you. One alone would open everything."
    case .noProvider(let silent):
      silent.isEmpty ? "Add a provider." : "No provider answers. Add another one, or try again later."
    case .notOffered: "No provider that answers offers what you chose. Add a provider that does, or choose another way."
    case .questionsAlone: "Questions alone are too easy to answer for others. Add another way, such as e-mail."
    case .oneOperator(let name, _):
      "\(name) would keep everything, and could open it alone. Add a provider that somebody else runs."
    }
  }
}

/// The facts about a provider that matter for policies.
public struct PolicyProvider: Hashable, Sendable, Identifiable {
  /// Base URL, ending in `/`.
  public var url: String
  /// Its last known configuration; `nil` if it was never reached.
  public var configuration: ProviderConfiguration?
  /// `true` if the provider answers now and the person wants it.
  public var isUsable: Bool
  /// The operator. Two providers with the same operator count as one when it comes to trust.
  public var operatorName: String

  public var id: String { url }

  /// - Parameter operatorName: `nil` uses the business name, or else the URL.
  public init(url: String, configuration: ProviderConfiguration?, isUsable: Bool = true, operatorName: String? = nil) {
    self.url = url; self.configuration = configuration; self.isUsable = isUsable
    let name = operatorName ?? configuration?.businessName ?? ""
    self.operatorName = name.allSatisfy(\.isWhitespace) ? url : name
  }

  /// The cost of each use of this kind of method; `nil` if the provider does not offer it.
  public func cost(of type: MethodType) -> Amount? { configuration?.methods.first { $0.type == type }?.cost }
  /// `true` if the provider can keep a challenge of this kind today.
  public func offers(_ type: MethodType) -> Bool { isUsable && cost(of: type) != nil }
}

/// The facts used to create and judge policies.
public struct PolicyFacts: Hashable, Sendable {
  /// The person's methods, in order; policies refer to them by index.
  public var methods: [MethodType]
  /// The providers in the person's order; all else being equal, the first is chosen.
  public var providers: [PolicyProvider]

  public init(methods: [MethodType], providers: [PolicyProvider]) {
    self.methods = methods
    var seen: Set<String> = []
    self.providers = providers.filter { seen.insert($0.url).inserted }
  }

  public func provider(_ url: String) -> PolicyProvider? { providers.first { $0.url == url } }
  public func type(of method: Int) -> MethodType? { methods.indices.contains(method) ? methods[method] : nil }

  /// The providers that can keep this method, in the person's order.
  public func providers(for type: MethodType) -> [PolicyProvider] { providers.filter { $0.offers(type) } }

  /// `true` if the policy requires only answers that can be guessed or found out.
  func isQuestionsAlone(_ policy: PlannedPolicy) -> Bool {
    policy.challenges.allSatisfy { type(of: $0.method) == .question }
  }
  /// The operators of the policy's providers; an unknown provider counts as its own operator.
  func operators(of policy: PlannedPolicy) -> Set<String> {
    Set(policy.providers.map { provider($0)?.operatorName ?? $0 })
  }
}

extension PolicyFacts {
  /// The number of methods that a policy requires out of `count`: all of two, all but one of three or four, and leaving
  /// out more than one of larger sets (C-33).
  static func required(of count: Int) -> Int {
    switch count {
    case ...2: count
    case 3, 4: count - 1
    case 5, 6: count - 2
    default: 4
    }
  }

  /// The maximum number of combinations to examine.
  static let mostSubsets = 200

  /// Suggests one policy for each combination of `required(of:)` methods, so that as few operators as possible are part
  /// of all of them: when such an operator disappears, every way is closed. Among those, it prefers the widest spread
  /// over operators and providers, then the lowest cost, then the fewest truths to upload (C-34). The same facts always
  /// yield the same policies. Combinations of only questions, or with only one operator, are left out.
  public func suggestion() -> PolicySuggestion {
    guard methods.count >= 2 else { return .none(.tooFewMethods(have: methods.count, helpful: helpfulTypes)) }
    let usable = providers.filter { $0.isUsable && $0.configuration != nil }
    guard !usable.isEmpty else { return .none(.noProvider(silent: providers.map(\.url))) }
    let subsets = Self.subsets(of: methods.count, choosing: Self.required(of: methods.count), limit: Self.mostSubsets)
    let offered = subsets.filter { $0.allSatisfy { !providers(for: methods[$0]).isEmpty } }
    guard !offered.isEmpty else { return .none(notOffered) }
    let mixed = offered.filter { $0.contains { methods[$0] != .question } }
    guard !mixed.isEmpty else { return .none(.questionsAlone(helpful: helpfulTypes)) }
    let budget = min(PolicyCandidate.mostAssignments, PolicyCandidate.mostAssignmentsOfAll / mixed.count)
    let choices = mixed.map { PolicyAssignments(of: $0, in: self).candidates(budget: budget) }.filter { !$0.isEmpty }
    guard !choices.isEmpty else { return .none(oneOperator(in: usable)) }
    return .policies(PolicyChoice.best(self, choices))
  }

  /// The subsets in lexicographic order: 0 1, 0 2, 1 2 for two of three.
  static func subsets(of count: Int, choosing size: Int, limit: Int) -> [[Int]] {
    guard size > 0, size <= count else { return [] }
    var current = Array(0..<size), found: [[Int]] = []
    while found.count < limit {
      found.append(current)
      guard let place = current.indices.last(where: { current[$0] < count - size + $0 }) else { break }
      current[place] += 1
      for next in current.indices where next > place { current[next] = current[next - 1] + 1 }
    }
    return found
  }

  /// Kinds other than questions that some usable provider offers, in our order.
  private var helpfulTypes: [MethodType] { MethodType.known.filter { $0 != .question && !providers(for: $0).isEmpty } }
  private var notOffered: PolicyObstacle {
    let missing = methods.indices.filter { providers(for: methods[$0]).isEmpty }
    let silent = providers.filter { provider in
      !provider.isUsable && missing.contains { provider.cost(of: methods[$0]) != nil }
    }
    return .notOffered(methods: missing, silent: silent.map(\.url))
  }
  private func oneOperator(in usable: [PolicyProvider]) -> PolicyObstacle {
    let name = usable.first { provider in methods.contains { provider.offers($0) } }?.operatorName ?? ""
    return .oneOperator(name: name, silent: providers.filter { !$0.isUsable && $0.operatorName != name }.map(\.url))
  }
}
