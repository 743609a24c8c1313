/// A product's own laws for its flows, and what has happened on the way to a state as far as they need it. It is kept
/// beside the state, because a state could lie about it. As little as the laws need: every member multiplies the
/// Explorer's walk.
public protocol FlowLaws<Words>: Hashable, Sendable {
  associatedtype Words: FlowVocabulary
  /// The laws by their names.
  associatedtype Law: Hashable & Sendable

  /// At the start of a run.
  init()
  mutating func note(_ news: Words.ServerReply)
  /// Whether the last verdict of the server vouches, and was not used: what a grant may rest on.
  var hasEvidence: Bool { get }
  /// The law that is broken where a state awaits this; `nil` where none is.
  func breach(awaiting effects: [Effect<Words>]) -> Law?
  /// The law that is broken where a run ends.
  ///
  /// - Parameters:
  ///   - effects: What was awaited before the last step.
  ///   - orders: What the last step orders.
  func breach(endingFrom effects: [Effect<Words>], with orders: [Order<Words>], isCancelled: Bool) -> Law?
}

/// The laws of a product that has none beside the engine's, and grants nothing.
public struct NoLaws<Words: FlowVocabulary>: FlowLaws {
  public typealias Law = Never

  public init() {}
  public mutating func note(_: Words.ServerReply) {}
  public var hasEvidence: Bool { false }
  public func breach(awaiting _: [Effect<Words>]) -> Law? { nil }
  public func breach(endingFrom _: [Effect<Words>], with _: [Order<Words>], isCancelled _: Bool) -> Law? { nil }
}
