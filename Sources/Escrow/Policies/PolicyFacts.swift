/// A provider, as far as it matters for policies.
public struct PolicyProvider: Hashable, Sendable, Identifiable {
  /// Base URL, ending in `/`.
  public var url: String
  /// As it last said of itself; `nil` where it was never reached.
  public var configuration: ProviderConfiguration?
  /// Whether it answers now, and is wanted.
  public var isUsable: Bool
  /// Who runs it. Two providers of one operator are one when it comes to trust.
  public var operatorName: String

  public var id: String { url }

  /// - Parameter operatorName: `nil` takes the business name, or else the URL.
  public init(url: String, configuration: ProviderConfiguration?, isUsable: Bool = true, operatorName: String? = nil) {
    self.url = url; self.configuration = configuration; self.isUsable = isUsable
    let name = operatorName ?? configuration?.businessName ?? ""
    self.operatorName = name.allSatisfy(\.isWhitespace) ? url : name
  }

  /// What each use of this kind of method costs; `nil` where it does not offer it.
  public func cost(of type: MethodType) -> Amount? { configuration?.methods.first { $0.type == type }?.cost }
  /// Whether it can keep a challenge of this kind today.
  public func offers(_ type: MethodType) -> Bool { isUsable && cost(of: type) != nil }
}

/// What policies are made of and judged by.
public struct PolicyFacts: Hashable, Sendable {
  /// The person's methods, in their order; policies name them by their place.
  public var methods: [MethodType]
  /// In the person's order: where nothing else tells, the first is taken.
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

  /// Whether an answer that can be guessed, or found out, is all that a policy asks.
  func isQuestionsAlone(_ policy: PlannedPolicy) -> Bool { policy.challenges.allSatisfy { type(of: $0.method) == .question } }
  /// Those who run its providers; a provider that is not known stands for itself.
  func operators(of policy: PlannedPolicy) -> Set<String> { Set(policy.providers.map { provider($0)?.operatorName ?? $0 }) }
}
