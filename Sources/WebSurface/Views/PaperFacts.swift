import AccountService
import Foundation
import Sentences

/// What is known of the paper with a recovery code: what each of its proofs says, and what it does not.
struct PaperFacts {
  /// What was read off the paper, the strongest first. Empty if nothing was.
  var read: [Sentence] = []
  /// That the paper was there, and the newest; `nil` if that was never checked.
  var checked: Sentence?

  init(_ safety: Accounts.Safety) {
    func day(_ date: Date) -> Sentence { Moment(date: date, now: safety.at).onDay }
    if let date = safety.codeProvedAt { read.append("Its words opened your journal \(day(date))") }
    if let date = safety.codeReadAt { read.append("Three of its words were read off the paper \(day(date))") }
    if let date = safety.paperCheckedAt { checked = "The paper was there, and the newest, \(day(date))" }
  }

  /// All facts, in the order in which they are shown.
  var all: [Sentence] { (read.isEmpty ? [Self.untried] : read) + [checked].compactMap(\.self) }

  static let untried: Sentence = "Its words were never typed: not tried yet"
  static func savedOn(_ date: Date, now: Date) -> Sentence { "Saved \(Moment(date: date, now: now).onDay)" }
}
