import Sentences

/// Why a command cannot begin or go on, such as a setting that is there and cannot be used: the one sentence with which
/// it ends.
public struct ConfigurationProblem: Error, CustomStringConvertible {
  public var sentence: Sentence
  /// For programs.
  public var code: String
  public init(_ sentence: Sentence, code: String = "setting") { self.sentence = sentence; self.code = code }

  /// In the language of the person who reads.
  public var description: String { sentence.said }
}
