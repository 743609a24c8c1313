import Sentences

extension Holdings {
  /// The names, for the inside of a sentence, of what opens the journal and is not in a copy: it was added, or began to
  /// open, after the copy was made.
  public func namesOfWays(notIn copy: Copy) -> [Sentence] {
    let keys = keys.filter { $0.power == .opens }.map { ($0.id, $0.nameInSentence) }
    let others = cards.map { ($0.id, $0.nameInSentence) } + (code.map { [($0.record, nameOfKit(of: $0))] } ?? [])
    return (keys + others).filter { !copy.holds.contains($0.0) }.map(\.1)
  }

  private func nameOfKit(of code: Code) -> Sentence { "kit no. \(code.kit)" }
}
