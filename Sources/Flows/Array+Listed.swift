import Sentences

extension [String] {
  /// The names as a sentence: "a", "a and b", "a, b and c".
  var listed: Sentence { map { Sentence(verbatim: $0) }.listed }
}
