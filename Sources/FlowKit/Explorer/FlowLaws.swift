/// A product's own laws for its flows, together with the ledger they need: the relevant part of the path to a state.
/// The ledger is kept separately from the state, because a state could lie about its path. It holds as little as
/// possible, because every member multiplies the Explorer's walk.
public protocol FlowLaws<Words>: Hashable, Sendable {
  associatedtype Words: FlowVocabulary
  /// The type that names the laws.
  associatedtype Law: Hashable & Sendable

  /// Creates the ledger for the start of a run.
  init()
  mutating func note(_ news: Words.ServerReply)
  /// Notes what a state on the path awaits.
  mutating func note(awaiting effects: [Effect<Words>])
  /// `true` if the server's last verdict was positive and has not been used, so that a grant may rely on it.
  var hasEvidence: Bool { get }
  /// Returns the law broken by a state that awaits these effects, or `nil` if no law is broken.
  func breach(awaiting effects: [Effect<Words>]) -> Law?
  /// Returns the law broken by a step in which the hands report this, or `nil` if no law is broken.
  ///
  /// - Parameters:
  ///   - effects: The effects awaited before the step.
  ///   - orders: The orders of the step.
  func breach(hearing news: Words.HandsReply, awaiting effects: [Effect<Words>], with orders: [Order<Words>]) -> Law?
  /// Returns the law broken by a run that ends this way, or `nil` if no law is broken.
  ///
  /// - Parameters:
  ///   - effects: The effects awaited before the last step.
  ///   - orders: The orders of the last step.
  func breach(endingFrom effects: [Effect<Words>], with orders: [Order<Words>], isCancelled: Bool) -> Law?
}

extension FlowLaws {
  /// Most laws depend on nothing that was awaited before.
  public mutating func note(awaiting _: [Effect<Words>]) {}
}

/// The laws of a product that grants nothing and has no laws beyond those of the engine.
public struct NoLaws<Words: FlowVocabulary>: FlowLaws {
  public typealias Law = Never

  public init() {}
  public mutating func note(_: Words.ServerReply) {}
  public var hasEvidence: Bool { false }
  public func breach(awaiting _: [Effect<Words>]) -> Law? { nil }
  public func breach(
    hearing _: Words.HandsReply, awaiting _: [Effect<Words>], with _: [Order<Words>]
  ) -> Law? { nil }
  public func breach(endingFrom _: [Effect<Words>], with _: [Order<Words>], isCancelled _: Bool) -> Law? { nil }
}
