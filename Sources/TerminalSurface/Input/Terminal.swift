import Encoding
import Vocabulary
import HandsProtocol
import Sentences

/// A place where a person reads lines and types answers. Tests replace it with a script, so that whole conversations
/// can be compared.
public protocol Terminal: Sendable {
  /// The number of characters that fit on a line.
  var columns: Int { get }
  /// `true` if color may be used; color alone never carries meaning.
  var hasColor: Bool { get }
  /// Prints one complete line. Printed lines are never redrawn in place (M-03).
  func write(_ line: String)
  /// Puts everything that was printed out of sight.
  func cover()
  /// Signals briefly that something was read (M-02).
  func buzz()
  /// Asks and waits for the answer. When the task is cancelled, returns `abandoned` and discards what was typed so far.
  func ask(_ question: Question) async -> Typed
}

/// A question that the terminal asks.
public struct Question: Hashable, Sendable {
  /// The prompt in the reader's language.
  public var prompt: String
  /// `true` if the answer is typed without echo.
  public var isHidden: Bool
  /// The accepted answers, if this is a choice. An accepted answer is shown once it is entered. Any other input is
  /// never shown, because it may be the PIN for a different question.
  public var words: Set<String>?
  /// The field that receives the answer, if any.
  public var field: FieldID?
  public init(_ prompt: Sentence, isHidden: Bool = false, field: FieldID? = nil) {
    self.prompt = prompt.said; self.isHidden = isHidden; self.field = field
  }
  public init(_ prompt: Sentence, words: Set<String>) {
    self.init(prompt)
    self.words = words
  }

  /// Returns the answers to a choice: the numbers from 1, and the other accepted words.
  public static func words(upTo count: Int, and others: String...) -> Set<String> {
    Set((1...max(count, 1)).map { "\($0)" } + others)
  }
  public static let yesOrNo: Set<String> = ["yes", "y", "no", "n"]

  /// Returns the answer to a choice, as spelled in `words`, or `nil` for any other input.
  public func word(_ typed: Secret) -> String? {
    // Input that is too long to be one of the words is not read.
    guard let words, typed.count <= 2 * (words.map(\.count).max() ?? 0) else { return nil }
    let word = typed.text.filter { !$0.isWhitespace }.lowercased()
    return words.contains(word) ? word : nil
  }
}

/// The result of a question.
public enum Typed: Sendable {
  case text(String)
  /// Text typed without echo, as UTF-8. Answers to a choice are returned like this too.
  case hidden(Secret)
  /// Esc or Control-C (M-07).
  case back
  /// The input has ended, so nobody can answer any more.
  case end
  case abandoned
}
