import Sentences

/// The suggestion for a person who chose methods and providers (C-33, C-34), or the reason why there is none.
public enum PolicySuggestion: Hashable, Sendable {
  case policies([PlannedPolicy])
  case none(PolicyObstacle)

  public var policies: [PlannedPolicy] { if case .policies(let all) = self { all } else { [] } }
}

/// The reason why no combination can be suggested, and what would help.
public enum PolicyObstacle: Hashable, Sendable {
  /// There are fewer than two methods, so whoever gets hold of a single one has everything. `helpful` lists the kinds
  /// that some provider offers.
  case tooFewMethods(have: Int, helpful: [MethodType])
  /// No provider answers. `silent` lists the providers that do not answer.
  case noProvider(silent: [String])
  /// No usable provider offers these methods, given by index, so no combination is complete. `silent` lists providers
  /// that do not answer but would offer one of the methods.
  case notOffered(methods: [Int], silent: [String])
  /// All methods are questions, whose answers can be guessed or found out. `helpful` lists the kinds that some provider
  /// offers.
  case questionsAlone(helpful: [MethodType])
  /// One operator would keep every challenge, and could open the backup by itself. `silent` lists other operators'
  /// providers that do not answer.
  case oneOperator(name: String, silent: [String])

  /// A sentence that tells the person what is missing and what to do.
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
  /// The provider's base URL, ending in `/`.
  public var url: String
  /// The provider's last known configuration; `nil` if the provider was never reached.
  public var configuration: ProviderConfiguration?
  /// `true` if the provider is currently answering and the person wants to use it.
  public var isUsable: Bool
  /// The operator's name. Two providers with the same operator count as one when it comes to trust.
  public var operatorName: String

  public var id: String { url }

  /// - Parameter operatorName: The operator's name. `nil` uses the business name, or else the URL.
  public init(url: String, configuration: ProviderConfiguration?, isUsable: Bool = true, operatorName: String? = nil) {
    self.url = url; self.configuration = configuration; self.isUsable = isUsable
    let name = operatorName ?? configuration?.businessName ?? ""
    self.operatorName = name.allSatisfy(\.isWhitespace) ? url : name
  }

  /// Returns the cost of each use of this kind of method, or `nil` if the provider does not offer it.
  public func cost(of type: MethodType) -> Amount? { configuration?.methods.first { $0.type == type }?.cost }
  /// Returns `true` if the provider can currently keep a challenge of this kind.
  public func offers(_ type: MethodType) -> Bool { isUsable && cost(of: type) != nil }
}

/// The facts from which policies are created and judged.
public struct PolicyFacts: Hashable, Sendable {
  /// The person's methods, in order; policies refer to them by index.
  public var methods: [MethodType]
  /// The providers in the person's order. All else being equal, the first provider is chosen.
  public var providers: [PolicyProvider]

  public init(methods: [MethodType], providers: [PolicyProvider]) {
    self.methods = methods
    var seen: Set<String> = []
    self.providers = providers.filter { seen.insert($0.url).inserted }
  }

  public func provider(_ url: String) -> PolicyProvider? { providers.first { $0.url == url } }
  public func type(of method: Int) -> MethodType? { methods.indices.contains(method) ? methods[method] : nil }

  /// Returns the providers that can keep this kind of method, in the person's order.
  public func providers(for type: MethodType) -> [PolicyProvider] { providers.filter { $0.offers(type) } }

  /// Returns `true` if the policy requires only answers that can be guessed or found out.
  func isQuestionsAlone(_ policy: PlannedPolicy) -> Bool {
    policy.challenges.allSatisfy { type(of: $0.method) == .question }
  }
  /// Returns the operators of the policy's providers. An unknown provider counts as its own operator.
  func operators(of policy: PlannedPolicy) -> Set<String> {
    Set(policy.providers.map { provider($0)?.operatorName ?? $0 })
  }
}

extension PolicyFacts {
  /// Returns how many of `count` methods a policy requires: both of two, all but one of three or four, all but two of
  /// five or six, and four of any larger set (C-33).
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
  /// of all policies. When such an operator disappears, no policy remains. Among those choices, it prefers the widest
  /// spread over operators and providers, then the lowest cost, then the fewest truths to upload (C-34). The same facts
  /// always yield the same policies. Combinations of only questions, or with only one operator, are left out.
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

  /// Returns the subsets in lexicographic order, such as 0 1, 0 2, 1 2 for two of three.
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

  /// The kinds other than questions that at least one usable provider offers, in our order.
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
