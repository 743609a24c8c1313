import Sentences

/// The reason why a command cannot start or continue, such as an unusable setting. The command ends with its one
/// sentence.
public struct ConfigurationProblem: Error, CustomStringConvertible {
  public var sentence: Sentence
  /// The code that identifies the problem to programs.
  public var code: String
  public init(_ sentence: Sentence, code: String = "setting") { self.sentence = sentence; self.code = code }

  /// The sentence in the reader's language.
  public var description: String { sentence.said }
}
