/// What is left when providers are gone and methods are lost.
public struct PolicyLoss: Hashable, Sendable {
  /// Combinations that still suffice, by their places.
  public var remaining: [Int]
  /// Providers that are left and have the document.
  public var documentProviders: [String]
  /// Whether the person still gets in.
  public var isRecoverable: Bool { !remaining.isEmpty && !documentProviders.isEmpty }
}

extension [PlannedPolicy] {
  /// - Parameters:
  ///   - providers: Gone.
  ///   - methods: Lost, by their places: a phone that is broken, an address that is no more.
  ///   - documentProviders: Who keeps the recovery document; `nil` for those that keep a challenge.
  public func loss(ofProviders providers: Set<String> = [], methods: Set<Int> = [], documentProviders: [String]? = nil) -> PolicyLoss {
    PolicyLoss(
      remaining: indices.filter {
        !self[$0].challenges.isEmpty && self[$0].providers.isDisjoint(with: providers) && self[$0].methods.isDisjoint(with: methods)
      },
      documentProviders: (documentProviders ?? distinctProviders).filter { !providers.contains($0) })
  }

  /// Providers without which nobody gets in any more: each a single point of failure.
  public func indispensableProviders(documentProviders: [String]? = nil) -> [String] {
    distinctProviders.filter { !loss(ofProviders: [$0], documentProviders: documentProviders).isRecoverable }
  }
  /// Methods without which nobody gets in any more, by their places.
  public var indispensableMethods: [Int] { Set(flatMap(\.challenges).map(\.method)).sorted().filter { !loss(methods: [$0]).isRecoverable } }
}
