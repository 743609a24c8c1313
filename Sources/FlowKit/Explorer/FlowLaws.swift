/// A product's own laws for its flows, with as much of the path to a state as they need. The ledger is kept beside the
/// state, because a state could lie about its path. It holds as little as possible: every member multiplies the
/// Explorer's walk.
public protocol FlowLaws<Words>: Hashable, Sendable {
  associatedtype Words: FlowVocabulary
  /// The type that names the laws.
  associatedtype Law: Hashable & Sendable

  /// The ledger at the start of a run.
  init()
  mutating func note(_ news: Words.ServerReply)
  /// `true` if the server's last verdict vouches and has not been used: a grant may rest on it.
  var hasEvidence: Bool { get }
  /// The law broken by a state that awaits these effects; `nil` if none is.
  func breach(awaiting effects: [Effect<Words>]) -> Law?
  /// The law broken by a run that ends this way; `nil` if none is.
  ///
  /// - Parameters:
  ///   - effects: The effects awaited before the last step.
  ///   - orders: The orders of the last step.
  func breach(endingFrom effects: [Effect<Words>], with orders: [Order<Words>], isCancelled: Bool) -> Law?
}

/// The laws of a product that has none beyond the engine's and grants nothing.
public struct NoLaws<Words: FlowVocabulary>: FlowLaws {
  public typealias Law = Never

  public init() {}
  public mutating func note(_: Words.ServerReply) {}
  public var hasEvidence: Bool { false }
  public func breach(awaiting _: [Effect<Words>]) -> Law? { nil }
  public func breach(endingFrom _: [Effect<Words>], with _: [Order<Words>], isCancelled _: Bool) -> Law? { nil }
}
