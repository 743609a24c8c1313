import Sentences

extension Sentence {
  /// This name, and what is said of it. After a name that is a sentence of its own, there is no colon.
  func introducing(_ text: Sentence) -> Sentence { said.endsSentence ? "\(self) \(text)" : "\(self): \(text)" }
}

extension String {
  var endsSentence: Bool { last.map { ".?!…".contains($0) } ?? false }
}
