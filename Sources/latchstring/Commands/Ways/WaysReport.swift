import Access
import Foundation
import Sentences
import TerminalSurface
import WaysBack

/// What `latchstring ways` prints: the verdict, the ways in, what each loss leaves, and what to do next.
struct WaysReport {
  let account: String
  let picture: Picture
  let otherSide: OtherSide
  /// What was named with `--lose`; empty if everything is asked about.
  let lost: Things

  /// Every single loss or, if things were named, their loss together.
  private var losses: [Things] { lost.isEmpty ? picture.things.indices.map { Things([$0]) } : [lost] }
  private var escrow: [EscrowLine] {
    guard case .known(let plan) = picture.holdings.escrow else { return [] }
    return EscrowLine.all(of: plan, today: picture.holdings.today)
  }
  private var advice: [Advice] { picture.advice(atMost: 3) }

  // MARK: For a person

  func print() {
    let summary = Summary(picture)
    say(summary.sentence)
    for sentence in summary.more { say(sentence) }
    guard lost.isEmpty else {
      let answer = LossAnswer(picture, losing: lost)
      say("")
      say("Without \(picture.namesInSentence(lost).listed): \(answer.left.words).")
      say(answer.sentence)
      return
    }
    say("")
    say("Your ways in")
    for way in WayLine.all(of: picture.holdings) { row(way.name.said, way.standing) }
    let escrow = escrow
    if !escrow.isEmpty {
      say("")
      say("Account recovery, as this computer knows it")
      for line in escrow { row(line.name.said, line.isDue ? "\(line.standing) (due)" : line.standing) }
      say("  Ask the providers: latchstring escrow status. That takes a minute, and costs nothing.", indent: 4)
      say("  Try one way: latchstring escrow try. That takes five minutes; a code's price is said before.", indent: 4)
    }
    say("")
    say("If you lose …")
    for loss in losses {
      let answer = LossAnswer(picture, losing: loss)
      row(picture.names(loss).listed.said, answer.left.words)
      say("    \(answer.sentence)", indent: 4)
    }
    let advice = advice
    if !advice.isEmpty {
      say("")
      say("What to do next")
    }
    for one in advice {
      say("  \(one.title(picture.holdings)) \(one.effect)", indent: 4)
    }
    say("")
    say("Who else could get in")
    for way in otherSide.ways { say("  \(way.many)\(way.sentence)", indent: Self.manyWidth + 2) }
    say("  \(picture.holdings.onlooker)", indent: 4)
  }

  private static let nameWidth = 40
  /// The width of the column with how many finds, accounts and providers it takes.
  fileprivate static let manyWidth = 4

  private func row(_ name: String, _ words: Sentence) {
    let gap = String(repeating: " ", count: max(2, Self.nameWidth - name.count))
    say("  \(name)\(gap)\(words)", indent: 4)
  }

  // MARK: For a program

  /// The members' names are documented in docs/WAYS-COMMAND.md.
  private struct Printed: Encodable {
    struct Way: Encodable { var name: String, power: String, proved: String? }
    struct Recovery: Encodable { var name: String, says: String, answered: String?, due: Bool }
    struct Loss: Encodable { var lose: [String], left: String, says: String, by: [String], tried: Bool? }
    struct Next: Encodable { var title: String, effect: String, minutes: Int }
    struct Other: Encodable {
      var says: String
      var somebodies: Int?
      var atLeast, opens: Bool?
    }
    var account: String
    var says: [String]
    var ways: [Way]
    var recovery: [Recovery]
    var losses: [Loss]
    var next: [Next]
    var others: [Other]
  }

  private var others: [Printed.Other] {
    let ways = otherSide.ways.map { way in
      Printed.Other(says: way.sentence.said, somebodies: way.somebodies, atLeast: way.isAtLeast, opens: way.opens)
    }
    return ways + [Printed.Other(says: picture.holdings.onlooker.said)]
  }

  func json() throws -> String {
    let summary = Summary(picture)
    let printed = Printed(
      account: account, says: ([summary.sentence] + summary.more).map(\.said),
      ways: WayLine.all(of: picture.holdings).map { .init(name: $0.name.said, power: $0.power, proved: $0.date) },
      recovery: escrow.map {
        .init(name: $0.name.said, says: $0.standing.said, answered: $0.answered, due: $0.isDue)
      },
      losses: losses.map { loss in
        let answer = LossAnswer(picture, losing: loss)
        return .init(
          lose: picture.names(loss).map(\.said), left: answer.left.rawValue, says: answer.sentence.said,
          by: answer.way?.names.map(\.said) ?? [], tried: answer.way.map { $0.isTried && !$0.isOnlyRead })
      },
      next: advice.map {
        .init(title: $0.title(picture.holdings).said, effect: $0.effect.said, minutes: $0.minutes)
      },
      others: others)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(printed), as: UTF8.self)
  }
}

extension OtherSide.Way {
  /// How many it takes, as wide as its column.
  fileprivate var many: String {
    let many = isAtLeast ? "\(somebodies)+" : "\(somebodies)"
    return many.padding(toLength: WaysReport.manyWidth, withPad: " ", startingAt: 0)
  }
}

extension Advice {
  /// What to do, as a sentence.
  fileprivate func title(_ holdings: Holdings) -> Sentence {
    let titles = steps.map { $0.title(holdings) }.listed
    return minutes == 1 ? "\(titles). One minute." : "\(titles). \(minutes) minutes."
  }
}
