extension [PlannedPolicy] {
  /// More would be a document that nobody can read.
  public static var most: Int { 100 }

  /// Puts another provider beside those that keep a method (C-35): every combination with it exists once more, with that provider.
  ///
  /// - Returns: The same list where the method is in no combination, or there would be more than `most`.
  public func adding(provider: String, toMethod method: Int) -> [PlannedPolicy] {
    var result = self
    for policy in self {
      guard let place = policy.challenges.firstIndex(where: { $0.method == method }) else { continue }
      var other = policy
      other.challenges[place].provider = provider
      let asked = Set(other.challenges)
      if asked.count == other.challenges.count, !result.contains(where: { Set($0.challenges) == asked }) { result.append(other) }
    }
    return result.count <= Self.most ? result : self
  }

  /// Takes a provider from a method: combinations in which it keeps it go.
  public func removing(provider: String, fromMethod method: Int) -> [PlannedPolicy] {
    filter { !$0.challenges.contains(PlannedChallenge(method: method, provider: provider)) }
  }

  /// Who keeps this method, in the order of their first use.
  public func providers(ofMethod method: Int) -> [String] { distinctChallenges.filter { $0.method == method }.map(\.provider) }

  /// After a method was taken from the person's list: combinations with it go, and the places of later ones move up.
  public func removing(method: Int) -> [PlannedPolicy] {
    filter { !$0.methods.contains(method) }.map { policy in
      PlannedPolicy(policy.challenges.map { PlannedChallenge(method: $0.method > method ? $0.method - 1 : $0.method, provider: $0.provider) })
    }
  }
}
