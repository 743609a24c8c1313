import Sentences

extension [String] {
  /// The names joined into a list: "a", "a and b", "a, b and c".
  var listed: Sentence { map { Sentence(verbatim: $0) }.listed }
}
