import Escrow
import FlowKit

/// What speaks against a plan.
enum PlanFault: Hashable, Sendable {
  /// Nothing in it.
  case empty
  /// By the policy's place: only questions, which whoever knows the person could answer.
  case questionsAlone(Int)
  /// All of it lies with one operator, which could open it.
  case oneProvider(Int)
  /// A provider that does not do it now.
  case notOffered(Int, url: String)
}

extension EscrowPlan {
  /// The cheapest spread that holds (C-33, C-34).
  static func suggested(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [EscrowPolicyFacts] {
    let parts = methods.enumerated().compactMap { place, method -> EscrowPolicyFacts.Part? in
      let able = providers.filter { $0.offers(method.kind) }
      return able.isEmpty ? nil : EscrowPolicyFacts.Part(method.number, able[place % able.count].url)
    }
    guard parts.count > 2 else { return parts.isEmpty ? [] : [EscrowPolicyFacts(parts)] }
    return parts.indices.map { left in EscrowPolicyFacts(parts.enumerated().filter { $0.offset != left }.map(\.element)) }
  }

  func faults(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [PlanFault] {
    guard policies.contains(where: { !$0.parts.isEmpty }) else { return [.empty] }
    func kind(_ part: EscrowPolicyFacts.Part) -> EscrowKind? { methods.first { $0.number == part.method }?.kind }
    return policies.enumerated().flatMap { place, policy -> [PlanFault] in
      let missing = policy.parts.filter { part in
        !providers.contains { provider in provider.url == part.url && kind(part).map(provider.offers) ?? false }
      }
      return (policy.parts.allSatisfy { kind($0) == .question } ? [.questionsAlone(place)] : [])
        + (Set(policy.parts.map(\.url)).count < 2 ? [.oneProvider(place)] : []) + missing.map { .notOffered(place, url: $0.url) }
    }
  }

  /// Providers that together hold all parts of a policy, the fewest first.
  var openers: [[String]] {
    let groups = Set(policies.map { Set($0.parts.map(\.url)) })
    return groups.filter { group in !groups.contains { $0.isStrictSubset(of: group) } }.map { $0.sorted() }
      .sorted { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
  }
}

/// What a plan costs, in each currency that its providers take.
struct PlanCost: Hashable, Sendable {
  /// For the first year or years, and at once.
  var dueNow: [Amount]
  var yearly: [Amount]
  /// Of the dearest policy.
  var recovery: [Amount]

  init(_ plan: EscrowPlan, _ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) {
    let parts = Set(plan.policies.flatMap(\.parts)), used = providers.filter { provider in parts.contains { $0.url == provider.url } }
    yearly = Self.sum(
      used.map(\.annualFee) + parts.compactMap { part in used.first { $0.url == part.url }?.truthUploadFee })
    dueNow = yearly.compactMap { $0.times(plan.years) }
    let each = plan.policies.map { policy in
      Self.sum(
        policy.parts.compactMap { part in
          let kind = methods.first { $0.number == part.method }?.kind
          return used.first { $0.url == part.url }?.offers.first { $0.kind == kind }?.cost
        })
    }
    recovery =
      each.max { one, other in
        (one.map(\.value).max() ?? 0, one.map(\.fraction).max() ?? 0) < (other.map(\.value).max() ?? 0, other.map(\.fraction).max() ?? 0)
      } ?? []
  }

  var isFree: Bool { dueNow.isEmpty }

  /// By currency, without what is nothing.
  private static func sum(_ amounts: [String]) -> [Amount] {
    let sums = amounts.compactMap { Amount($0) }.reduce(into: [String: Amount]()) { sums, amount in
      sums[amount.currency] = sums[amount.currency].map { $0.adding(amount) ?? $0 } ?? amount
    }
    return sums.values.filter { !$0.isZero }.sorted { $0.currency < $1.currency }
  }
}
