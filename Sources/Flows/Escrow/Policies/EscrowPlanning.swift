import Escrow
import Vocabulary
import HandsProtocol
import Sentences

extension PolicyFacts {
  init(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) {
    self.init(
      methods: methods.map { MethodType(rawValue: $0.kind.rawValue) }, providers: providers.map(PolicyProvider.init))
  }
}

extension PolicyProvider {
  fileprivate init(_ facts: EscrowProviderFacts) {
    self.init(url: facts.url, configuration: ProviderConfiguration(facts), isUsable: facts.isUsable)
  }
}

extension ProviderConfiguration {
  /// Creates the parts of the configuration that matter for policies. Returns `nil` if an amount cannot be parsed.
  fileprivate init?(_ facts: EscrowProviderFacts) {
    guard let annual = Amount(facts.annualFee), let upload = Amount(facts.truthUploadFee),
      let nothing = Amount.zero(annual.currency)
    else {
      return nil
    }
    self.init(
      version: "", businessName: facts.name, currency: annual.currency,
      methods: facts.offers.compactMap { offer in
        Amount(offer.cost).map { Method(MethodType(rawValue: offer.kind.rawValue), cost: $0) }
      },
      storageLimitInMegabytes: 0, annualFee: annual, truthUploadFee: upload, liabilityLimit: nothing,
      providerSalt: Base32Bytes([]))
  }
}

extension EscrowPolicyFacts {
  fileprivate init(_ policy: PlannedPolicy, _ methods: [EscrowMethodFacts]) {
    self.init(
      policy.challenges.filter { methods.indices.contains($0.method) }.map {
        Part(methods[$0.method].number, $0.provider)
      })
  }
  /// Returns the policy for planning. A removed method gets an index that no method has.
  fileprivate func planned(_ methods: [EscrowMethodFacts]) -> PlannedPolicy {
    PlannedPolicy(
      parts.map { part in
        PlannedChallenge(method: methods.firstIndex { $0.number == part.method } ?? methods.count, provider: part.url)
      })
  }
}

extension EscrowPlan {
  /// Returns the cheapest sound distribution (C-33, C-34), which is empty if there is an obstacle. Practice providers
  /// are included only if the others are not enough, because a single practice provider makes the whole set-up
  /// practice.
  static func suggested(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [EscrowPolicyFacts] {
    let real = PolicyFacts(methods, providers.filter { !$0.isPractice }).suggestion().policies
    return (real.isEmpty ? PolicyFacts(methods, providers).suggestion().policies : real).map {
      EscrowPolicyFacts($0, methods)
    }
  }
  /// Returns the reason why nothing can be suggested.
  static func obstacle(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> PolicyObstacle? {
    if case .none(let obstacle) = PolicyFacts(methods, providers).suggestion() { obstacle } else { nil }
  }

  /// The numbers of the methods used in the plan's ways.
  var methods: Set<Int> { Set(policies.flatMap(\.parts).map(\.method)) }

  func findings(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [PolicyFinding] {
    PolicyFacts(methods, providers).findings(in: policies.map { $0.planned(methods) })
  }
  /// Returns the addresses of the providers that every policy needs. If one of them vanishes, no way is left.
  func indispensableProviders(_ methods: [EscrowMethodFacts]) -> [String] {
    policies.map { $0.planned(methods) }.indispensableProviders()
  }
  /// Returns the cost in each currency that the plan's providers use.
  func costs(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> PolicyCosts {
    PolicyFacts(methods, providers).costs(of: policies.map { $0.planned(methods) }, years: years)
  }
  /// Returns the groups of providers that together hold all parts of a policy, smallest first.
  func collusions(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [Collusion] {
    PolicyFacts(methods, providers).collusions(in: policies.map { $0.planned(methods) })
  }
}

extension PolicyFinding {
  /// `true` if the plan cannot be uploaded, or if nobody should rely on it because it has only questions or only one
  /// operator.
  var forbids: Bool {
    switch self {
    case .questionsAlone, .oneOperator: true
    default: isBlocking
    }
  }
  func copy(_ plan: EscrowPlan, _ providers: [EscrowProviderFacts]) -> Copy {
    func provider(_ policy: Int, _ challenge: Int) -> Sentence {
      providers.label(of: plan.policies[policy].parts[challenge].url)
    }
    return switch self {
    case .noPolicy: Copy("C-32.none", "There is no way back in yet. Add one.")
    case .empty(let place):
      Copy("C-38.emptyWay", "Nothing is in \(Copy.wayInside(place)) yet. Add a method to it, or delete it.")
    case .unknownMethod(let place, _):
      Copy("C-38.unknown", "\(Copy.way(place)) needs a method that you removed. Take it out.")
    case .unknownProvider(let place, let challenge), .notOffered(let place, let challenge):
      Copy(
        "C-35.notOffered",
        """
        \(Copy.way(place)) needs \(provider(place, challenge)), which doesn't offer that. Choose another provider for \
        it.
        """)
    case .silentProvider(let place, let challenge):
      Copy(
        "C-35.silent",
        """
        \(Copy.way(place)) needs \(provider(place, challenge)), which doesn't answer now. Choose another provider for \
        it, or try later.
        """)
    case .duplicate(let place, let other):
      Copy("C-38.duplicate", "\(Copy.way(place)) is the same as \(Copy.wayInside(other)). Delete one of them.")
    case .superset(let place, let other):
      Copy(
        "C-38.superset", "\(Copy.way(place)) is never needed: \(Copy.wayInside(other)) is enough already, with less.")
    case .methodTwice(let place, _):
      Copy("C-38.methodTwice", "\(Copy.way(place)) has one method twice. That makes it no safer.")
    case .questionsAlone(let place):
      Copy(
        "C-32.questions",
        """
        \(Copy.way(place)) takes only questions, and whoever finds out the answers needs nothing else. Add another \
        kind of method to it.
        """)
    case .oneOperator(let place, let name):
      Copy(
        "C-32.operator",
        """
        \(Copy.way(place)) lies with \(operatorLabel(name, providers)) alone, who could open it. Move one of its parts \
        to another provider.
        """)
    }
  }
  /// Returns the operator's name, or the provider's label if only an address of the operator is known.
  private func operatorLabel(_ name: String, _ providers: [EscrowProviderFacts]) -> Sentence {
    providers.contains { $0.url == name } ? providers.label(of: name) : Sentence(verbatim: name)
  }
}

extension PolicyCosts {
  /// Returns the costs, which are updated after every action that affects them (C-36, C-37).
  ///
  /// - Parameter isPaidInPart: `true` if part of the sum was paid before, so that less than the whole sum is due.
  func facts(years: Int, isPaidInPart: Bool = false) -> [Fact] {
    guard !isFree else { return [Fact("Cost", .noCost)] }
    let years = Copy.years(years), sum: Sentence = isPaidInPart ? "In all, for \(years)" : "Due now, for \(years)"
    return [
      Fact("Every year", Self.copy(yearly)), Fact("To recover, at most", Self.copy(dearestRecovery)),
      Fact("To recover, at least", Self.copy(cheapestRecovery)), Fact(sum, Self.copy(signUp)),
    ]
  }
  private static func copy(_ money: Money?) -> Copy {
    let amounts = money?.amounts ?? []
    return amounts.isEmpty ? .free : Copy("C-36.sum", "\(amounts.map(\.price).joined { "\($0) + \($1)" })")
  }
}
