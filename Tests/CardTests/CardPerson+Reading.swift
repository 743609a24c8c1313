import Vocabulary
import Model
import TestCards

@testable import Runner
@testable import TerminalSurface

/// A person who reads each screen, follows its instructions, and continues.
extension CardPerson {
  /// Continues to the end of the flow.
  @discardableResult
  mutating func finish() async throws -> RunEnd {
    try await go { $0.isOver }
    guard let end = answer?.end else { throw stuck("it is over without an end") }
    return end
  }
  /// Continues until a condition holds.
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

  /// Reacts as a person would to a missing, wrong or unresponsive card.
  func putCardIn() throws {
    guard let card else { throw stuck("a card is wanted") }
    slot.take()
    try slot.put(card)
  }

  /// Fills every field for which this person has an entry.
  mutating func fillIn() {
    guard let screen = answer?.screen else { return }
    for block in screen.blocks {
      switch block {
      case .field(let field):
        if case .text(let preset) = field.kind, !preset.isEmpty { continue }
        // The word to be confirmed is on the paper, and the question says which word it is.
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
