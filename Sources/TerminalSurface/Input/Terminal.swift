import Encoding
import Vocabulary
import HandsProtocol
import Sentences

/// Where a person reads lines and types answers. A program of its own plays it in tests, so that whole conversations
/// can be compared.
public protocol Terminal: Sendable {
  /// How many characters fit beside each other.
  var columns: Int { get }
  /// Whether color may be used; nothing is ever said by it alone.
  var hasColor: Bool { get }
  /// Prints one line and ends it. What is printed is never drawn again in place (M-03).
  func write(_ line: String)
  /// A short signal that something was read (M-02).
  func buzz()
  /// Asks and waits for the answer. Gives `abandoned` when the task is cancelled; what was typed until then is
  /// forgotten.
  func ask(_ question: Question) async -> Typed
}

/// One prompt.
public struct Question: Hashable, Sendable {
  /// In the language of the person who reads.
  public var prompt: String
  /// Typed without an echo.
  public var isHidden: Bool
  /// At a choice, what may be answered. It is seen once it is entered, and anything else never: it may be the PIN for
  /// another question.
  public var words: Set<String>?
  /// The field that the answer goes into, where it is one.
  public var field: FieldID?
  public init(_ prompt: Sentence, isHidden: Bool = false, field: FieldID? = nil) {
    self.prompt = prompt.said; self.isHidden = isHidden; self.field = field
  }
  public init(_ prompt: Sentence, words: Set<String>) {
    self.init(prompt)
    self.words = words
  }

  /// The answers to a choice: the numbers from 1, and what else there is.
  public static func words(upTo count: Int, and others: String...) -> Set<String> {
    Set((1...max(count, 1)).map { "\($0)" } + others)
  }
  public static let yesOrNo: Set<String> = ["yes", "y", "no", "n"]

  /// What was answered at a choice, as it stands among the words; `nil` for anything else.
  public func word(_ typed: Secret) -> String? {
    // What is longer than any word is not even read.
    guard let words, typed.count <= 2 * (words.map(\.count).max() ?? 0) else { return nil }
    let word = typed.text.filter { !$0.isWhitespace }.lowercased()
    return words.contains(word) ? word : nil
  }
}

/// What came of a question.
public enum Typed: Sendable {
  case text(String)
  /// What was typed without an echo, as UTF-8. So is what was typed at a choice.
  case hidden(Secret)
  /// Esc or Control-C (M-07).
  case back
  /// Nobody is there any more.
  case end
  case abandoned
}
