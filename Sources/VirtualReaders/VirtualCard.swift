import SimulatedCard

/// A played card, as a virtual reader meets it. Its three functions are called one at a time, on a thread of the
/// reader's own.
public struct VirtualCard: Sendable {
  /// The card's answer when it is powered. Readers verify its check byte (ISO/IEC 7816-3 §8.2.5) and see no card if
  /// that is wrong.
  public var answerToReset: [UInt8]
  /// Answers a command APDU with a response APDU, which is passed on unchanged, well-formed or not.
  public var answer: @Sendable ([UInt8]) -> [UInt8]
  /// Reports that power came or went; after either the card has forgotten what it keeps only while powered.
  public var powered: @Sendable (PowerEvent) -> Void

  public enum PowerEvent: UInt8, Sendable { case off = 0, on = 1, reset = 2 }

  public init(
    answerToReset: [UInt8], powered: @escaping @Sendable (PowerEvent) -> Void = { _ in },
    answer: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.answerToReset = answerToReset; self.powered = powered; self.answer = answer
  }
}

/// A fault for tests: the card is torn out at the n-th command APDU since it was inserted, counted from 1.
public enum VirtualTear: Hashable, Sendable {
  /// The card never got that command.
  case before(Int)
  /// The card did what it was told, and its answer was lost.
  case unanswered(Int)
  /// The answer got through.
  case after(Int)
}

/// The reason why a virtual card could not be inserted. Errors are equal if their codes are.
public struct VirtualReaderError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// Nobody listens on that port.
    case noReader = "no-reader"
    /// This reader holds a card already.
    case occupied
  }
  public var code: Code
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension VirtualCard {
  /// A Keycard that this computer plays, for a virtual reader.
  public init(_ card: SimulatedCard) {
    self.init(answerToReset: AnswerToReset.bytes, powered: { _ in card.reset() }, answer: card.answer)
  }
}
