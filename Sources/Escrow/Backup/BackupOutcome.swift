/// How far a backup is: complete, or what is missing where and which policies would not work as things stand.
public struct BackupOutcome: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    /// The truth of a method, by its place.
    case truth(method: Int)
    case document
  }
  public enum Reason: Hashable, Sendable {
    /// It is sent once every truth is stored: no document may name a truth that nobody has.
    case waiting
    case paymentDue(PaymentRequest)
    case trouble(ProviderTrouble)
  }
  public struct Missing: Hashable, Sendable {
    public var provider: ProviderAddress
    public var part: Part
    public var reason: Reason
    public init(provider: ProviderAddress, part: Part, reason: Reason) { self.provider = provider; self.part = part; self.reason = reason }
  }

  /// By provider.
  public var missing: [Missing]
  /// Policies, by their place, that lack a truth, or whose own providers have no document to name it.
  public var unworkablePolicies: [Int]

  /// Everything is everywhere.
  public var isComplete: Bool { missing.isEmpty }
  /// Every policy works by itself, whatever happens to the providers outside it.
  public var isSufficient: Bool { unworkablePolicies.isEmpty }
  /// What is to be paid.
  public var payments: [PaymentRequest] { missing.compactMap { if case .paymentDue(let request) = $0.reason { request } else { nil } } }
}

extension BackupDraft {
  public var outcome: BackupOutcome {
    var missing: [BackupOutcome.Missing] = []
    for truth in truths {
      if let reason = truth.standing.reason(truth.payment) {
        missing.append(.init(provider: truth.provider, part: .truth(method: truth.method), reason: reason))
      }
    }
    for (address, provider) in providers {
      if let reason = provider.standing.reason(provider.payment) { missing.append(.init(provider: address, part: .document, reason: reason)) }
    }
    let stored = Set(truths.filter { $0.standing == .stored }.map { PolicyPart(method: $0.method, provider: $0.provider) })
    let unworkable = policies.indices.filter { index in
      !policies[index].allSatisfy(stored.contains) || !policies[index].contains { providers[$0.provider]?.standing == .stored }
    }
    // A provider's truths come in the order of the policies, and its document last.
    return BackupOutcome(
      missing: missing.enumerated().sorted { ($0.element.provider.text, $0.offset) < ($1.element.provider.text, $1.offset) }.map(\.element),
      unworkablePolicies: unworkable)
  }
}

extension BackupDraft.Standing {
  fileprivate func reason(_ payment: PaymentRequest?) -> BackupOutcome.Reason? {
    switch self {
    case .stored: nil
    case .open: .waiting
    case .paymentDue: payment.map(BackupOutcome.Reason.paymentDue) ?? .waiting
    case .failed(let trouble): .trouble(trouble)
    }
  }
}
