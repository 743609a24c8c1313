import Sentences

extension [String] {
  /// The names joined into a list, such as "a", "a and b" or "a, b and c".
  var listed: Sentence { map { Sentence(verbatim: $0) }.listed }
}
