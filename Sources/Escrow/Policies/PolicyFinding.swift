/// A problem with a list of policies that a person edited.
public enum PolicyFinding: Hashable, Sendable {
  case noPolicy
  case empty(policy: Int)
  /// The method is not, or no longer, in the list.
  case unknownMethod(policy: Int, challenge: Int)
  case unknownProvider(policy: Int, challenge: Int)
  /// The provider does not offer this kind of method.
  case notOffered(policy: Int, challenge: Int)
  /// The provider offers this kind of method, but is currently not answering.
  case silentProvider(policy: Int, challenge: Int)
  /// Another policy requires the same challenges.
  case duplicate(policy: Int, of: Int)
  /// The policy requires everything that another policy requires, and more, so it is redundant.
  case superset(policy: Int, of: Int)
  /// The policy uses one method twice, which adds a provider but no obstacle for a thief.
  case methodTwice(policy: Int, method: Int)
  case questionsAlone(policy: Int)
  case oneOperator(policy: Int, name: String)

  /// `true` if the policies cannot be uploaded in this state. The person may ignore any other finding.
  public var isBlocking: Bool {
    switch self {
    case .noPolicy, .empty, .unknownMethod, .unknownProvider, .notOffered, .silentProvider, .duplicate: true
    case .superset, .methodTwice, .questionsAlone, .oneOperator: false
    }
  }

  /// The index of the policy that the finding concerns.
  public var policy: Int? {
    switch self {
    case .noPolicy: nil
    case .empty(let policy), .unknownMethod(let policy, _), .unknownProvider(let policy, _), .notOffered(let policy, _),
      .silentProvider(let policy, _), .duplicate(let policy, _), .superset(let policy, _), .methodTwice(let policy, _),
      .questionsAlone(let policy),
      .oneOperator(let policy, _):
      policy
    }
  }
}

extension PolicyFacts {
  /// Returns the findings, in the order of the policies.
  public func findings(in policies: [PlannedPolicy]) -> [PolicyFinding] {
    guard !policies.isEmpty else { return [.noPolicy] }
    let sets = policies.map { Set($0.challenges) }
    return policies.indices.flatMap { index in
      policies[index].challenges.isEmpty
        ? [.empty(policy: index)] : findings(in: policies[index], at: index) + overlaps(of: index, among: sets)
    }
  }

  private func findings(in policy: PlannedPolicy, at index: Int) -> [PolicyFinding] {
    var found: [PolicyFinding] = []
    for (place, challenge) in policy.challenges.enumerated() {
      let type = type(of: challenge.method), provider = provider(challenge.provider)
      if type == nil { found.append(.unknownMethod(policy: index, challenge: place)) }
      if let provider {
        if let type, provider.configuration != nil, provider.cost(of: type) == nil {
          found.append(.notOffered(policy: index, challenge: place))
        }
        if !provider.isUsable || provider.configuration == nil {
          found.append(.silentProvider(policy: index, challenge: place))
        }
      } else {
        found.append(.unknownProvider(policy: index, challenge: place))
      }
    }
    let counts = Dictionary(grouping: policy.challenges, by: \.method).filter { $0.value.count > 1 }.keys.sorted()
    found += counts.map { .methodTwice(policy: index, method: $0) }
    if isQuestionsAlone(policy) { found.append(.questionsAlone(policy: index)) }
    let operators = operators(of: policy)
    if operators.count == 1, let name = operators.first { found.append(.oneOperator(policy: index, name: name)) }
    return found
  }

  private func overlaps(of index: Int, among sets: [Set<PlannedChallenge>]) -> [PolicyFinding] {
    if let same = sets[..<index].firstIndex(of: sets[index]) { return [.duplicate(policy: index, of: same)] }
    let smaller = sets.indices.first { !sets[$0].isEmpty && sets[$0].isStrictSubset(of: sets[index]) }
    return smaller.map { [.superset(policy: index, of: $0)] } ?? []
  }
}
