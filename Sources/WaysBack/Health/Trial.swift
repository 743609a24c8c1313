import Sentences

/// When one thing was last tried, and when it should be tried again (WAYS-BACK §5). Being late takes nothing away.
public struct Trial: Hashable, Sendable {
  /// The thing. Numbers are indices of the holdings' keys, cards, papers and copies.
  public enum Thing: Hashable, Sendable {
    case key(Int), card(Int), paper(Int), copy(Int)
    /// Number and check on a paper: that it is there, and the newest. It is no proof that its words open.
    case check
  }
  public enum Standing: Hashable, Sendable {
    case never
    /// Due since a day.
    case due(since: Int)
    /// In order until a day.
    case fresh(until: Int)
  }

  public let thing: Thing
  public let triedOn: Int?

  /// Roughly how long it takes.
  public var minutes: Int {
    switch thing {
    case .key, .card, .check: 1
    case .paper, .copy: 2
    }
  }

  /// After how many days it is due again. Half a year is what a drawer forgets, whatever lies in it. Words on paper last
  /// longer, and typing all twelve shows them to a page; a file changes only if somebody changes it.
  private var days: Int {
    switch thing {
    case .key, .card, .check: 182
    case .paper: 730
    case .copy: 365
    }
  }

  /// - Parameter today: A clock that was set back makes it due later.
  public func standing(today: Int) -> Standing {
    guard let triedOn else { return .never }
    let due = triedOn + days
    return due > today ? .fresh(until: due) : .due(since: due)
  }
}

extension Holdings {
  /// Everything that can be tried: what opens the journal, and the copies of the accounts. A key that only signs in has
  /// nothing to show but that it is there, which each sign-in shows.
  public var trials: [Trial] {
    var all = keys.indices.filter { keys[$0].power == .opens }.map {
      Trial(thing: .key($0), triedOn: keys[$0].provedOn)
    }
    all += cards.enumerated().map { Trial(thing: .card($0), triedOn: $1.provedOn) }
    all += (code?.papers ?? []).enumerated().map { Trial(thing: .paper($0), triedOn: $1.provedOn) }
    // Words that are read off a paper show that it is there, too. A paper that was never tried shall be tried first.
    if let code, let check = code.check, let read = code.papers.compactMap(\.provedOn).max() {
      all.append(Trial(thing: .check, triedOn: max(read, check.givenOn ?? read)))
    }
    return all + copies.enumerated().map { Trial(thing: .copy($0), triedOn: $1.readOn) }
  }

  public func name(of trial: Trial) -> ThingName {
    switch trial.thing {
    case .key(let at): ThingName(alone: keys[at].name, inSentence: keys[at].nameInSentence)
    case .card(let at): ThingName(alone: cards[at].name, inSentence: cards[at].nameInSentence)
    case .paper(let at):
      code.map { nameOfPaper(at, of: $0) } ?? ThingName(alone: "Your recovery code", inSentence: "your recovery code")
    case .check: nameOfCheck
    case .copy(let at): nameOfCopy(at)
    }
  }
}
