import Vocabulary

extension Screen {
  /// Adds choices before those that lead away from the screen.
  mutating func offer(_ more: [Choice<Action>]) {
    let last = choices.firstIndex { $0.style == .back || $0.style == .cancel } ?? choices.endIndex
    choices.insert(contentsOf: more, at: last)
  }
}
