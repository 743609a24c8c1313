extension Holdings {
  /// The days on which something was tried. Three words that were read off a paper count and are no try.
  var proofs: Set<Int> {
    var days = keys.map(\.provedOn) + cards.map(\.provedOn) + copies.map(\.readOn)
    days += code?.papers.filter { !$0.isOnlyRead }.map(\.provedOn) ?? []
    switch escrow {
    case .none: break
    case .somewhere(let day): days.append(day)
    case .known(let plan): days += plan.parts.map(\.provedOn)
    }
    return Set(days.compactMap(\.self))
  }

  /// Returns the holdings as if nothing had been tried before a day.
  func tried(since first: Int) -> Holdings {
    func late(_ day: Int?) -> Int? { day.flatMap { $0 < first ? nil : $0 } }
    var then = self
    for at in keys.indices { then.keys[at].provedOn = late(keys[at].provedOn) }
    for at in cards.indices { then.cards[at].provedOn = late(cards[at].provedOn) }
    for at in copies.indices { then.copies[at].readOn = late(copies[at].readOn) }
    for at in code?.papers.indices ?? 0..<0 { then.code?.papers[at].provedOn = late(code?.papers[at].provedOn) }
    switch escrow {
    case .none: break
    case .somewhere(let day): then.escrow = .somewhere(joinedOn: late(day))
    case .known(var plan):
      for at in plan.parts.indices { plan.parts[at].provedOn = late(plan.parts[at].provedOn) }
      then.escrow = .known(plan)
    }
    return then
  }

  /// `true` if something of account recovery was tried, however long ago.
  var hasTriedEscrow: Bool {
    switch escrow {
    case .none: false
    case .somewhere(let joinedOn): joinedOn != nil
    case .known(let plan): plan.parts.contains { $0.provedOn != nil }
    }
  }
  /// `true` if something of account recovery counts for nothing until it is tried.
  public var hasUntriedEscrow: Bool {
    switch escrow {
    case .none: false
    case .somewhere(let joinedOn): joinedOn.map { today - $0 > Self.joinedLasts } ?? true
    case .known(let plan): plan.parts.contains { $0.provedOn == nil }
    }
  }
}
