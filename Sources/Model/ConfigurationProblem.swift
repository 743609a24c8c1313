import Sentences

/// The reason why a command cannot start or continue, such as an unusable setting: the one sentence with which it ends.
public struct ConfigurationProblem: Error, CustomStringConvertible {
  public var sentence: Sentence
  /// A code for programs.
  public var code: String
  public init(_ sentence: Sentence, code: String = "setting") { self.sentence = sentence; self.code = code }

  /// The sentence in the reader's language.
  public var description: String { sentence.said }
}
