import FlowKit

/// Everything that a library's flows can request, receive and show.
public enum LoanWords: FlowVocabulary {
  public enum HandsEffect: Codable, Hashable, Sendable { case scan }
  public enum HandsReply: Codable, Hashable, Sendable { case scanned(String), unreadable }
  public enum HandsOrder: Codable, Hashable, Sendable { case beep }
  public enum ServerEffect: Codable, Hashable, Sendable { case lend(String) }
  public enum ServerReply: Codable, Hashable, Sendable { case lent(until: String), reserved }
  public typealias ServerOrder = Never
  public enum Register: Codable, Hashable, Sendable { case plain }
  public enum Block: ScreenBlock {
    case note(Copy)

    public typealias Secret = Never
    public var fields: [FieldID: FieldKind<Never>] { [:] }
  }

  public static func answers(_ reply: Reply<Self>, to effect: Effect<Self>) -> Bool {
    switch (effect, reply) {
    case (.hands, .hands), (.server, .server): true
    default: false
    }
  }
  public static func passingField(of _: ServerEffect) -> FieldID? { nil }
}

/// The one law of a library: no book is handed out unless the library lent it.
public struct LoanLaws: FlowLaws {
  public typealias Words = LoanWords
  public typealias Law = Never

  public private(set) var hasEvidence = false

  public init() {}
  public mutating func note(_ news: LoanWords.ServerReply) {
    if case .lent = news { hasEvidence = true } else { hasEvidence = false }
  }
  public func breach(awaiting _: [Effect<LoanWords>]) -> Never? { nil }
  public func breach(
    hearing _: LoanWords.HandsReply, awaiting _: [Effect<LoanWords>], with _: [Order<LoanWords>]
  ) -> Never? { nil }
  public func breach(
    endingFrom _: [Effect<LoanWords>], with _: [Order<LoanWords>], isCancelled _: Bool
  ) -> Never? { nil }
}
