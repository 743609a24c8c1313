import Vocabulary
import HandsProtocol
import Sentences

extension Asking {
  /// Returns the explanation of Enter alone, `?` and Esc at a question that is not a choice.
  /// - Parameter preset: The text that Enter alone submits.
  func keys(on screen: Screen<String>, offering preset: String? = nil) -> Sentence {
    var keys: [Sentence] = [(preset ?? "").isEmpty ? "Enter alone: choices" : "Enter alone: what stands in brackets"]
    if screen.aside != nil, takesCommands(on: screen) { keys.append("?: explain") }
    if let back = screen.wayBack { keys.append("Esc or Control-C: \(back.label.inWords)") }
    let line: Sentence = "\(keys.dropFirst().reduce(keys[0]) { "\($0), \($1)" })."
    // The warning is shown before anything is typed, because a mistyped word that is not shown may be close to a secret
    // word.
    if case .phrase = self { return "\(line) Near words are shown if one is mistyped." }
    return line
  }

  private func takesCommands(on screen: Screen<String>) -> Bool {
    switch self {
    case .field(let field): screen.takesCommands(field.kind)
    case .phrase, .threeWords, .box: true
    case .press, .choice: false
    }
  }
}

extension Screen<String> {
  /// `true` if a single letter or question mark is not a valid answer here, so that `q` and `?` can be commands.
  func takesCommands(_ kind: FieldKind) -> Bool {
    switch kind {
    case .secret(.digits), .secret(.phrase), .secret(.words): return true
    case .secret(.repeats(let first)):
      let original = blocks.lazy.compactMap {
        if case .field(let field) = $0, field.id == first { field.kind } else { nil }
      }.first
      if case .secret(.digits) = original { return true }
      return false
    default: return false
    }
  }
}

extension Question {
  static let atBox = yesOrNo.union(["q", "?"])
}
