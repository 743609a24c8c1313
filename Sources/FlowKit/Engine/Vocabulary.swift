/// Everything that a product's flows can ask for, hear and show: the closed lists that every runner and every surface
/// has to handle.
///
/// The engine knows none of it by name, so that it serves any product that declares its own.
public protocol FlowVocabulary: Sendable {
  /// Work that is done where the person is. Secrets exist only there.
  associatedtype HandsEffect: Codable & Hashable & Sendable
  /// A claim of the hands. Nothing in it may be a secret, and nothing in it is believed without a verdict.
  associatedtype HandsReply: Codable & Hashable & Sendable
  /// Work that the hands do without an answer, because it cannot fail alone.
  associatedtype HandsOrder: Codable & Hashable & Sendable
  /// Work that the runner does, in the transaction that stores the state.
  associatedtype ServerEffect: Codable & Hashable & Sendable
  associatedtype ServerReply: Codable & Hashable & Sendable
  /// Work that the runner does in that transaction without an answer.
  associatedtype ServerOrder: Codable & Hashable & Sendable
  /// A part of a screen.
  associatedtype Block: ScreenBlock
  /// The voice of a moment.
  associatedtype Register: Codable & Hashable & Sendable

  /// `true` if the reply is news that the effect can bring. Everything else is refused, and never offered by the
  /// Explorer.
  static func answers(_ reply: Reply<Self>, to effect: Effect<Self>) -> Bool
  /// The `.passing` field whose value this effect gets, and no other effect.
  static func passingField(of effect: ServerEffect) -> FieldID?
}

/// An effect that a flow waits for.
///
/// The two sides are two types, so that the endpoint of the page *cannot* accept a reply that only the server may give.
public enum Effect<Words: FlowVocabulary>: Codable, Hashable, Sendable {
  case hands(Words.HandsEffect), server(Words.ServerEffect)
}
public enum Reply<Words: FlowVocabulary>: Codable, Hashable, Sendable {
  case hands(Words.HandsReply), server(Words.ServerReply)

  /// `true` if this is news that the effect can bring.
  public func answers(_ effect: Effect<Words>) -> Bool { Words.answers(self, to: effect) }
}
/// An order, which needs no answer.
public enum Order<Words: FlowVocabulary>: Codable, Hashable, Sendable {
  case hands(Words.HandsOrder), server(Words.ServerOrder)
}
