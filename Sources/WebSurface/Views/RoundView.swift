import AccountService
import Flows
import Model
import Sentences
import WaysBack

/// What should be tried, and when: the ways in and the copies, by when they were last tried.
struct RoundView {
  let holdings: Holdings
  let safety: Accounts.Safety
  /// `true` if the page can reach the hands on its reader's computer.
  let hasHands: Bool

  static let promise: Sentence = "Nothing changes but a date."

  var values: [String: Any] {
    let round = Round(holdings)
    var page: [String: Any] = [
      "title": say("What to try"), "register": "working", "back": Origin.account.link, "origin": Origin.round.path,
      "heading": Self.title(of: round).said,
      "promise": round.toTry.isEmpty ? "" : Self.promise.said,
      "hasToTry": !round.toTry.isEmpty, "toTry": round.toTry.map { values(of: $0, isAsked: true) },
      "hasInOrder": !round.inOrder.isEmpty, "inOrder": round.inOrder.map { values(of: $0, isAsked: false) },
      "whatIf": AccountRoutes.whatIfPath, "recovery": SettingsRoom.recovery.path,
    ]
    // Only the hands know more than that it is set up.
    if hasHands, let lookup = holdings.escrowLookup { page["escrow"] = ["lookup": lookup] }
    return page
  }

  static func title(of round: Round) -> Sentence {
    switch (round.toTry.count, round.minutes) {
    case (0, _): "There is nothing to try now."
    case (1, 1): "One thing to try. It takes one minute."
    case (1, let minutes): "One thing to try. It takes \(minutes) minutes."
    case (let count, let minutes): "\(count) things to try. They take \(minutes) minutes."
    }
  }

  private func values(of trial: Trial, isAsked: Bool) -> [String: Any] {
    let way = WayInView(
      name: holdings.name(of: trial).alone, role: nil, standing: trial.triedOn == nil ? .untried : .tried,
      facts: facts(of: trial), act: isAsked ? act(for: trial) : nil)
    return way.values.merging(["path": path(of: trial)]) { $1 }
  }

  private func facts(of trial: Trial) -> [WayInView.Fact] {
    func day(_ day: Int) -> Sentence { Moment(unixDay: day, now: safety.at).onDay }
    var facts: [WayInView.Fact] = []
    if let tried = trial.triedOn {
      switch trial.thing {
      case .key, .card: facts.append(.init(words: "Opened your journal \(day(tried))"))
      case .paper(let at) where holdings.code?.papers[at].isOnlyRead == true:
        facts.append(.init(words: "Three of its words were read off the paper \(day(tried))"))
      case .paper: facts.append(.init(words: "Its words opened your journal \(day(tried))"))
      case .check: facts.append(.init(words: "The paper was there \(day(tried))"))
      case .copy: facts.append(.init(words: "Read back \(day(tried))"))
      }
    }
    switch trial.standing(today: holdings.today) {
    case .never: facts.append(.init(words: "Never tried", isDue: true))
    case .due(let since):
      facts.append(.init(words: "Due since \(Moment(unixDay: since, now: safety.at).day)", isDue: true))
    case .fresh(let until): facts.append(.init(words: "Due \(day(until))"))
    }
    facts.append(.init(words: trial.minutes == 1 ? "One minute" : "\(trial.minutes) minutes"))
    switch trial.thing {
    case .copy: facts.append(.init(words: "In a terminal: latchstring copy FILE --check"))
    case .key, .card, .paper, .check: break
    }
    return facts
  }

  /// Returns the flow that tries it, or `nil` if this page can't begin one.
  private func act(for trial: Trial) -> WayInView.Act? {
    switch trial.thing {
    case .key(let at): .init(flow: .keyTest, label: "Touch it", key: KeyID(rawValue: holdings.keys[at].id))
    case .card(let at):
      hasHands ? .init(flow: .cardTest, label: "Try it", key: KeyID(rawValue: holdings.cards[at].id)) : nil
    case .paper: .init(flow: .codeTest, label: "Take it out")
    case .check: .init(flow: .kitCheck, label: "Check this paper")
    case .copy: nil
    }
  }

  private func path(of trial: Trial) -> String {
    switch trial.thing {
    case .key(let at): KeyRowView.path(of: KeyID(rawValue: holdings.keys[at].id))
    case .card(let at): KeyRowView.path(of: KeyID(rawValue: holdings.cards[at].id))
    case .paper, .check, .copy: SettingsRoom.recovery.path
    }
  }
}
