import Access
import Sentences

/// What is left after a loss. The raw value is the code that pages and programs read.
public enum Left: String, Hashable, Sendable, CaseIterable {
  case `in`
  case hopedIn = "hoped"
  case noAccount, noData, out

  public var words: Sentence {
    switch self {
    case .in: "In"
    case .hopedIn: "In, if it works"
    case .noAccount: "Data, no account"
    case .noData: "In, but no data"
    case .out: "Locked out"
    }
  }
}

/// What brings somebody back after a loss.
public struct WayBack: Hashable, Sendable {
  public var takes: Things
  /// What somebody shows or does, by its names inside a sentence. The places, the PINs and the site are left out.
  public var names: [Sentence]
  public var isTried: Bool
}

extension Picture {
  public func left(after lost: Things) -> Left {
    func survives(_ goal: Goal, _ counting: Counting) -> Bool { structure(goal, counting).survives(losing: lost) }
    if survives(.open, .proved), survives(.signIn, .proved) { return .in }
    switch (survives(.open, .hoped), survives(.signIn, .hoped)) {
    case (true, true): return .hopedIn
    case (true, false): return .noAccount
    case (false, true): return .noData
    case (false, false): return .out
    }
  }

  /// Returns the way back after a loss, or `nil` if there is none. Tried ways come first, then those with the fewest
  /// things. No thing in it is lost, the site included: if the site is lost, a copy is in the way.
  public func wayBack(after lost: Things) -> WayBack? {
    let goals: [Goal]
    switch left(after: lost) {
    case .in, .hopedIn: goals = [.open, .signIn]
    case .noAccount: goals = [.open]
    case .noData: goals = [.signIn]
    case .out: return nil
    }
    for counting in Counting.allCases {
      let ways = goals.map { structure($0, counting).ways(without: lost) }
      guard ways.allSatisfy({ !$0.isEmpty }) else { continue }
      // Where the data are, one way usually does both.
      let both = ways[0].first { way in goals.allSatisfy { structure($0, counting).opens(with: way) } }
      let takes = both ?? ways.reduce(Things.none) { $0.union($1[0]) }
      let shown = Things(takes.numbers.filter { things[$0].kind.isShown })
      return WayBack(takes: takes, names: namesInSentence(shown), isTried: counting == .proved)
    }
    return nil
  }
}
