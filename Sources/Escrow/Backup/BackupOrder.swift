/// One part of a policy: a method, and the provider that keeps a share for it.
public struct PolicyPart: Hashable, Sendable, Codable {
  /// Its place among the methods.
  public var method: Int
  public var provider: ProviderAddress
  public init(method: Int, provider: ProviderAddress) { self.method = method; self.provider = provider }
}

/// A backup as the person wants it, before anything is drawn or sent.
public struct BackupOrder: Sendable, CustomStringConvertible {
  /// What identifies the person, as at recovery.
  public var attributes: [String: String]
  public var methods: [BackupMethod]
  /// Each suffices by itself.
  public var policies: [[PolicyPart]]
  /// All that get the document, with what they said of themselves; those of the policies among them.
  public var providers: [ProviderAddress: ProviderConfiguration]
  public var secret: CoreSecret
  /// What the person calls it; providers cannot read it.
  public var secretName: String?
  /// How long it is kept, 1 to 5 years.
  public var years: Int

  public static let years = 1...5
  /// The name travels in a header: so many bytes.
  public static let maximumNameCount = 500

  public init(
    attributes: [String: String], methods: [BackupMethod], policies: [[PolicyPart]], providers: [ProviderAddress: ProviderConfiguration],
    secret: CoreSecret, secretName: String?, years: Int
  ) {
    self.attributes = attributes; self.methods = methods; self.policies = policies; self.providers = providers; self.secret = secret
    self.secretName = secretName; self.years = years
  }

  /// - Throws: `invalid` where a policy names what is not there or not offered, is empty, or names one thing twice; where a method has not
  ///   its form; for another number of years, or a name that is too long.
  func check() throws(EscrowError) {
    guard !attributes.isEmpty, !policies.isEmpty, Self.years.contains(years), (secretName ?? "").utf8.count <= Self.maximumNameCount else {
      throw EscrowError(.invalid, "a backup that lacks something, or has too much of it")
    }
    guard methods.allSatisfy({ $0.checked != nil }) else { throw EscrowError(.invalid, "a method whose data has not its form") }
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

  public var description: String { "a backup of \(methods.count) methods, \(policies.count) policies and \(providers.count) providers" }
}
