/// Everything that a product's flows can request, receive and show, as closed lists that every runner and every surface
/// must handle.
///
/// The engine refers to none of these items by name, so it serves any product that declares its own lists.
public protocol FlowVocabulary: Sendable {
  /// Work that is done on the person's side. Secrets exist only there.
  associatedtype HandsEffect: Codable & Hashable & Sendable
  /// A claim by the hands. It must contain no secret, and nothing in it is trusted until the server has verified it.
  associatedtype HandsReply: Codable & Hashable & Sendable
  /// Work that the hands do without replying, because it cannot fail on its own.
  associatedtype HandsOrder: Codable & Hashable & Sendable
  /// Work that the runner does, in the transaction that stores the state.
  associatedtype ServerEffect: Codable & Hashable & Sendable
  associatedtype ServerReply: Codable & Hashable & Sendable
  /// Work that the runner does in the same transaction without replying.
  associatedtype ServerOrder: Codable & Hashable & Sendable
  /// A part of a screen.
  associatedtype Block: ScreenBlock
  /// The tone of voice for a moment.
  associatedtype Register: Codable & Hashable & Sendable

  /// Returns `true` if the effect can produce this reply. All other replies are rejected, and are never tried by the
  /// Explorer.
  static func answers(_ reply: Reply<Self>, to effect: Effect<Self>) -> Bool
  /// Returns the `.passing` field whose value is passed only to this effect.
  static func passingField(of effect: ServerEffect) -> FieldID?
}

/// An effect that a flow waits for.
///
/// The two sides are separate types, so that the page's endpoint *cannot* accept a reply that only the server may give.
public enum Effect<Words: FlowVocabulary>: Codable, Hashable, Sendable {
  case hands(Words.HandsEffect), server(Words.ServerEffect)
}
public enum Reply<Words: FlowVocabulary>: Codable, Hashable, Sendable {
  case hands(Words.HandsReply), server(Words.ServerReply)

  /// Returns `true` if the effect can produce this reply.
  public func answers(_ effect: Effect<Words>) -> Bool { Words.answers(self, to: effect) }
}
/// An order, which needs no reply.
public enum Order<Words: FlowVocabulary>: Codable, Hashable, Sendable {
  case hands(Words.HandsOrder), server(Words.ServerOrder)
}
