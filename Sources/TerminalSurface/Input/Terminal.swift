import Encoding
import Vocabulary
import HandsProtocol
import Sentences

/// Where a person reads lines and types answers. Tests replace it with a scripted program, so that whole conversations
/// can be compared.
public protocol Terminal: Sendable {
  /// The number of characters that fit on a line.
  var columns: Int { get }
  /// `true` if color may be used; color alone never carries meaning.
  var hasColor: Bool { get }
  /// Prints one line and ends it. Printed lines are never redrawn in place (M-03).
  func write(_ line: String)
  /// A short signal that something was read (M-02).
  func buzz()
  /// Asks and waits for the answer. Returns `abandoned` when the task is cancelled; what was typed so far is forgotten.
  func ask(_ question: Question) async -> Typed
}

/// One prompt.
public struct Question: Hashable, Sendable {
  /// The prompt in the reader's language.
  public var prompt: String
  /// `true` if the answer is typed without echo.
  public var isHidden: Bool
  /// The accepted answers, if this is a choice. Such an answer is shown once it is entered, anything else never: it may
  /// be the PIN for another question.
  public var words: Set<String>?
  /// The field that the answer goes into, if any.
  public var field: FieldID?
  public init(_ prompt: Sentence, isHidden: Bool = false, field: FieldID? = nil) {
    self.prompt = prompt.said; self.isHidden = isHidden; self.field = field
  }
  public init(_ prompt: Sentence, words: Set<String>) {
    self.init(prompt)
    self.words = words
  }

  /// The answers to a choice: the numbers from 1, and the other accepted words.
  public static func words(upTo count: Int, and others: String...) -> Set<String> {
    Set((1...max(count, 1)).map { "\($0)" } + others)
  }
  public static let yesOrNo: Set<String> = ["yes", "y", "no", "n"]

  /// The answer to a choice, as spelled in `words`; `nil` for anything else.
  public func word(_ typed: Secret) -> String? {
    // Anything longer than any word is not even read.
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
  /// The input has ended: nobody is there any more.
  case end
  case abandoned
}
