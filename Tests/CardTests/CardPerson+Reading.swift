import Vocabulary
import Model
import TestCards

@testable import Runner
@testable import TerminalSurface

/// A person who reads each screen, does what it says, and goes on.
extension CardPerson {
  /// Goes to the end of the flow.
  @discardableResult
  mutating func finish() async throws -> RunEnd {
    try await go { $0.isOver }
    guard let end = answer?.end else { throw stuck("it is over without an end") }
    return end
  }
  /// Goes on until a condition holds.
  mutating func go(until isSo: (CardPerson) -> Bool) async throws {
    for _ in 0..<400 {
      if isSo(self) { return }
      if isOver { throw stuck("it was over before") }
      if let work = pending.values.filter({ !$0.isWatch }).min(by: { $0.ticket < $1.ticket }) {
        try await perform(work)
      } else if let watch = asked {
        try putCardIn()
        try await perform(watch)
      } else {
        fillIn()
        try await press(try next())
      }
    }
    throw stuck("it never ends")
  }

  /// Does what a person does who is told that there is no card, a wrong one, or one that does not answer.
  func putCardIn() throws {
    guard let card else { throw stuck("a card is wanted") }
    slot.take()
    try slot.put(card)
  }

  /// Fills every field with what this person has for it.
  mutating func fillIn() {
    guard let screen = answer?.screen else { return }
    for block in screen.blocks {
      switch block {
      case .field(let field):
        if case .text(let preset) = field.kind, !preset.isEmpty { continue }
        // The word asked back is on the paper, and the question says which word it is.
        if let word = papers.word(field.label.text) {
          type(word, into: field.id)
        } else if let entry = papers.entry(field.id.rawValue) {
          type(entry, into: field.id)
        }
      case .cardPhraseEntry(let id): if let entry = papers.entry(id.rawValue) { type(entry, into: id) }
      case .box(let id, _): answers.tick(id)
      default: break
      }
    }
  }

  private mutating func next() throws -> String {
    let can = buttons
    if let index = once.firstIndex(where: can.contains) { return once.remove(at: index) }
    if let wanted = prefers.first(where: can.contains) { return wanted }
    let onward: Set<ChoiceStyle> = [.primary, .outline, .quiet, .close, .row]
    let choice = answer?.screen.choices.first { onward.contains($0.style) && can.contains($0.label.text) }
    guard let choice else { throw stuck("nothing to press") }
    return choice.label.text
  }
}
