/// One challenge of a policy: a method of the person's, kept by one provider.
public struct PlannedChallenge: Hashable, Sendable, Codable {
  /// Its place in the list of the person's methods.
  public var method: Int
  /// The provider's base URL, ending in `/`.
  public var provider: String
  public init(method: Int, provider: String) { self.method = method; self.provider = provider }

  // As Anastasis' states have it.
  private enum CodingKeys: String, CodingKey { case method = "authentication_method", provider }
}

/// Challenges that together suffice, before anything is uploaded. Their order is the order in which their shares are joined.
public struct PlannedPolicy: Hashable, Sendable, Codable {
  public var challenges: [PlannedChallenge]
  public init(_ challenges: [PlannedChallenge]) { self.challenges = challenges }

  private enum CodingKeys: String, CodingKey { case challenges = "methods" }

  public var methods: Set<Int> { Set(challenges.map(\.method)) }
  public var providers: Set<String> { Set(challenges.map(\.provider)) }
}

extension [PlannedPolicy] {
  /// Every challenge of these policies once, in the order of their first use: for each, one truth is uploaded.
  public var distinctChallenges: [PlannedChallenge] {
    var seen: Set<PlannedChallenge> = []
    return flatMap(\.challenges).filter { seen.insert($0).inserted }
  }
  /// The providers that keep a challenge, in the order of their first use.
  public var distinctProviders: [String] {
    var seen: Set<String> = []
    return flatMap(\.challenges).map(\.provider).filter { seen.insert($0).inserted }
  }
}
