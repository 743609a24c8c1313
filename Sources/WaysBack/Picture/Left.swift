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
  /// `true` if a paper is in it of which only three words were ever read, so that nobody saw it open anything.
  public var isOnlyRead: Bool
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

  /// Returns the way back after a loss, or `nil` if there is none. No thing in it is lost, the site included: if the
  /// site is lost, a copy is in the way.
  ///
  /// Tried ways come first, then those with the fewest things to show, then those whose shown things are of the earlier
  /// kinds (`Thing.Kind.order`): a key that takes a PIN comes before a paper. Among equals, the way of the fewest
  /// things comes first (WAYS-BACK §2).
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
      let both = ways[0].filter { way in goals.allSatisfy { structure($0, counting).opens(with: way) } }
      let takes = easiest(both) ?? ways.compactMap(easiest).reduce(.none) { $0.union($1) }
      return WayBack(
        takes: takes, names: namesInSentence(shown(takes)), isTried: counting == .proved,
        isOnlyRead: takes.meets(onlyRead))
    }
    return nil
  }

  private func shown(_ way: Things) -> Things { Things(way.numbers.filter { things[$0].kind.isShown }) }

  /// Returns the way that a way back names; `nil` if there are no ways. Of equal ways it is the first.
  private func easiest(_ ways: [Things]) -> Things? {
    func rank(_ way: Things) -> [Int] {
      let kinds = shown(way).numbers.map { things[$0].kind.order }.sorted()
      return [kinds.count] + kinds
    }
    return ways.min { rank($0).lexicographicallyPrecedes(rank($1)) }
  }
}
