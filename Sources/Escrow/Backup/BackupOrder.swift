/// One part of a policy: a method, and the provider that keeps a share for it.
public struct PolicyPart: Hashable, Sendable, Codable {
  /// The method's index among the methods.
  public var method: Int
  public var provider: ProviderAddress
  public init(method: Int, provider: ProviderAddress) { self.method = method; self.provider = provider }
}

/// A backup as requested by the person, before anything is generated or sent.
public struct BackupOrder: Sendable, CustomStringConvertible {
  /// The attributes that identify the person, the same as at recovery.
  public var attributes: [String: String]
  public var methods: [BackupMethod]
  /// The policies, each of which is sufficient by itself.
  public var policies: [[PolicyPart]]
  /// All providers that receive the document, including those of the policies, with their configurations.
  public var providers: [ProviderAddress: ProviderConfiguration]
  public var secret: CoreSecret
  /// The person's name for the backup, which providers cannot read.
  public var secretName: String?
  /// The storage period, 1 to 5 years.
  public var years: Int

  public static let years = 1...5
  /// The maximum length of the name in bytes. It is limited because the name is sent in a header.
  public static let maximumNameCount = 500

  public init(
    attributes: [String: String], methods: [BackupMethod], policies: [[PolicyPart]],
    providers: [ProviderAddress: ProviderConfiguration],
    secret: CoreSecret, secretName: String?, years: Int
  ) {
    self.attributes = attributes; self.methods = methods; self.policies = policies; self.providers = providers;
    self.secret = secret
    self.secretName = secretName; self.years = years
  }

  /// - Throws: `invalid` if a policy is empty, contains a duplicate, or refers to something absent or not offered; if a
  ///   method is malformed; if the number of years is not allowed; or if a name is too long.
  func check() throws(EscrowError) {
    guard !attributes.isEmpty, !policies.isEmpty, Self.years.contains(years),
      (secretName ?? "").utf8.count <= Self.maximumNameCount
    else {
      throw EscrowError(.invalid, "a backup that lacks something, or has too much of it")
    }
    guard methods.allSatisfy({ $0.checked != nil }) else {
      throw EscrowError(.invalid, "a method whose data has not its form")
    }
    for policy in policies {
      guard !policy.isEmpty, Set(policy.map(\.method)).count == policy.count else {
        throw EscrowError(.invalid, "a policy with one method twice, or none")
      }
      for part in policy {
        guard methods.indices.contains(part.method), let provider = providers[part.provider],
          provider.methods.contains(where: { $0.type == methods[part.method].type })
        else { throw EscrowError(.invalid, "a policy that names what is not offered") }
      }
    }
  }

  public var description: String {
    "a backup of \(methods.count) methods, \(policies.count) policies and \(providers.count) providers"
  }
}

/// The progress of a backup: whether it is complete, or which items are missing where and which policies would not work
/// yet.
public struct BackupOutcome: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    /// A method's truth, by its index.
    case truth(method: Int)
    case document
  }
  public enum Reason: Hashable, Sendable {
    /// The document waits until every truth is stored, because no document may name a truth that no provider has.
    case waiting
    case paymentDue(PaymentRequest)
    case trouble(ProviderTrouble)
  }
  public struct Missing: Hashable, Sendable {
    public var provider: ProviderAddress
    public var part: Part
    public var reason: Reason
    public init(provider: ProviderAddress, part: Part, reason: Reason) {
      self.provider = provider; self.part = part; self.reason = reason
    }
  }

  /// The missing items, grouped by provider.
  public var missing: [Missing]
  /// The indices of policies that lack a truth, or whose own providers have no document that names it.
  public var unworkablePolicies: [Int]

  /// `true` if everything is stored everywhere.
  public var isComplete: Bool { missing.isEmpty }
  /// `true` if every policy works by itself, whatever happens to the providers outside it.
  public var isSufficient: Bool { unworkablePolicies.isEmpty }
  /// The payments due.
  public var payments: [PaymentRequest] {
    missing.compactMap { if case .paymentDue(let request) = $0.reason { request } else { nil } }
  }
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
      if let reason = provider.standing.reason(provider.payment) {
        missing.append(.init(provider: address, part: .document, reason: reason))
      }
    }
    let stored = Set(
      truths.filter { $0.standing == .stored }.map { PolicyPart(method: $0.method, provider: $0.provider) })
    let unworkable = policies.indices.filter { index in
      !policies[index].allSatisfy(stored.contains)
        || !policies[index].contains { providers[$0.provider]?.standing == .stored }
    }
    // A provider's truths come in the order of the policies, followed by its document.
    return BackupOutcome(
      missing: missing.enumerated().sorted {
        ($0.element.provider.text, $0.offset) < ($1.element.provider.text, $1.offset)
      }.map(\.element),
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
