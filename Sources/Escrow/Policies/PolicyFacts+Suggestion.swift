extension PolicyFacts {
  /// How many of so many methods a policy asks: all of two, all but one of three or four, and fewer of more (C-33).
  static func required(of count: Int) -> Int {
    switch count {
    case ...2: count
    case 3, 4: count - 1
    case 5, 6: count - 2
    default: 4
    }
  }

  /// Combinations of this many methods that are looked at.
  static let mostSubsets = 200

  /// One policy for each combination of as many methods as `required` says, so that as few operators as can be are in all of them: whoever is in all
  /// of them closes every way by going. Of those the widest spread over operators and providers, of those the least cost, and of those the fewest
  /// truths to upload (C-34). The same facts always give the same policies. What asks questions alone, or one operator alone, is left out.
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

  /// Lexicographic: 0 1, 0 2, 1 2 for two of three.
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

  /// Kinds beside questions that some usable provider offers, in the order of ours.
  private var helpfulTypes: [MethodType] { MethodType.known.filter { $0 != .question && !providers(for: $0).isEmpty } }
  private var notOffered: PolicyObstacle {
    let missing = methods.indices.filter { providers(for: methods[$0]).isEmpty }
    let silent = providers.filter { provider in !provider.isUsable && missing.contains { provider.cost(of: methods[$0]) != nil } }
    return .notOffered(methods: missing, silent: silent.map(\.url))
  }
  private func oneOperator(in usable: [PolicyProvider]) -> PolicyObstacle {
    let name = usable.first { provider in methods.contains { provider.offers($0) } }?.operatorName ?? ""
    return .oneOperator(name: name, silent: providers.filter { !$0.isUsable && $0.operatorName != name }.map(\.url))
  }
}
