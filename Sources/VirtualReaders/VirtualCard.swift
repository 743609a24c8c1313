import SimulatedCard

/// A simulated card, as seen by a virtual reader. Its three functions are called one at a time, on a thread that
/// belongs to the reader.
public struct VirtualCard: Sendable {
  /// The card's answer when it is powered. Readers verify its check byte (ISO/IEC 7816-3 §8.2.5) and detect no card if
  /// that byte is wrong.
  public var answerToReset: [UInt8]
  /// Answers a command APDU with a response APDU, which is passed on unchanged, well-formed or not.
  public var answer: @Sendable ([UInt8]) -> [UInt8]
  /// Reports that power was turned on or off. In either case, the card forgets the state that it keeps only while
  /// powered.
  public var powered: @Sendable (PowerEvent) -> Void

  public enum PowerEvent: UInt8, Sendable { case off = 0, on = 1, reset = 2 }

  public init(
    answerToReset: [UInt8], powered: @escaping @Sendable (PowerEvent) -> Void = { _ in },
    answer: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.answerToReset = answerToReset; self.powered = powered; self.answer = answer
  }
}

/// A fault for tests: the card is pulled out at the n-th command APDU since it was inserted, counted from 1.
public enum VirtualTear: Hashable, Sendable {
  /// The card never received that command.
  case before(Int)
  /// The card executed the command, but its response was lost.
  case unanswered(Int)
  /// The response was delivered.
  case after(Int)
}

/// The reason why a virtual card could not be inserted. Two errors are equal if their codes are equal.
public struct VirtualReaderError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// No reader is listening on that port.
    case noReader = "no-reader"
    /// This reader already holds a card.
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
  /// A Keycard simulated by this computer, for a virtual reader.
  public init(_ card: SimulatedCard) {
    self.init(answerToReset: AnswerToReset.bytes, powered: { _ in card.reset() }, answer: card.answer)
  }
}
