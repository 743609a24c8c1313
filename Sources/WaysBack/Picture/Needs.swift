import Access
import Sentences

/// What somebody comes back for.
public enum Goal: String, Hashable, Sendable, CaseIterable { case signIn, open }
/// What counts: only what was tried, or also what nobody tried yet.
public enum Counting: String, Hashable, Sendable, CaseIterable { case proved, hoped }

/// What it takes to sign in or to open, by the table of WAYS-BACK §1.
extension NumberedThings {
  /// One way in.
  private struct Way {
    /// The id of the record by which it opens.
    var record: String
    var need: Need
    /// `true` if it needs no browser at the site, and therefore opens a copy of the journal.
    var opensCopies = false
  }

  mutating func need(_ goal: Goal, _ counting: Counting) -> Need {
    let ways = keys(goal, counting) + cards(counting) + code(counting) + escrow(counting) + password(goal)
    return .any([.all([site(), .any(ways.map(\.need))])] + copies(goal, counting, of: ways))
  }

  private mutating func site() -> Need {
    switch holdings.site {
    case .hosted(let name): .thing(insert(.site, name, ThingName(Sentence(verbatim: name))))
    case .here(let computer): place(computer)
    }
  }

  private mutating func keys(_ goal: Goal, _ counting: Counting) -> [Way] {
    var ways: [Way] = []
    for key in holdings.keys {
      let own = Need.all([
        thing(.key, key.id, ThingName(alone: key.name, inSentence: key.nameInSentence), at: key.place),
        pin(key.pin, of: key.id, holdings.nameOfPIN(of: key)),
      ])
      guard counting == .hoped || key.provedOn != nil, goal == .signIn || key.power == .opens else { continue }
      guard key.saysSynced else {
        ways.append(Way(record: key.id, need: own))
        continue
      }
      // Who keeps the synced copies can take them off every device, so all passkeys of one maker depend on one account.
      // Nobody vouches for the claim, so the account alone is only a hope.
      let cloud = Need.thing(insert(.provider, "synced by \(key.maker ?? "")", .cloud(of: key.maker)))
      ways.append(Way(record: key.id, need: counting == .hoped ? .any([own, cloud]) : .all([own, cloud])))
    }
    return ways
  }

  private mutating func cards(_ counting: Counting) -> [Way] {
    var ways: [Way] = []
    for card in holdings.cards {
      let name = card.nameInSentence
      var known = pin(card.pin, of: card.id, .pin(of: name))
      if let place = card.pukAt {
        known = .any([known, thing(.paper, "puk of \(card.id)", .puk(of: name), at: place)])
      }
      let named = ThingName(alone: card.name, inSentence: name)
      let own = Need.all([thing(.card, card.id, named, at: card.place), known])
      let phrase = card.phraseAt.map { thing(.paper, "phrase of \(card.id)", .phrase(of: name), at: $0) }
      if counting == .hoped || card.provedOn != nil { ways.append(Way(record: card.id, need: own, opensCopies: true)) }
      // The phrase makes an equal card. Nobody tried that.
      if counting == .hoped, let phrase { ways.append(Way(record: card.id, need: phrase, opensCopies: true)) }
    }
    return ways
  }

  private mutating func code(_ counting: Counting) -> [Way] {
    guard let code = holdings.code else { return [] }
    var ways: [Way] = []
    for (at, paper) in code.papers.enumerated() {
      let name = holdings.nameOfPaper(at, of: code)
      let own = thing(.paper, code.idOfPaper(at), name, at: paper.place)
      guard counting == .hoped || paper.provedOn != nil else { continue }
      ways.append(Way(record: code.record, need: own, opensCopies: true))
    }
    return ways
  }

  private mutating func escrow(_ counting: Counting) -> [Way] {
    escrowNeed(counting).map { [Way(record: holdings.escrowRecord, need: $0, opensCopies: true)] } ?? []
  }

  private mutating func password(_ goal: Goal) -> [Way] {
    guard holdings.hasPassword else { return [] }
    let own = Need.thing(insert(.known, "password", .password))
    return goal == .signIn && holdings.isPasswordEnough ? [Way(record: Holdings.passwordRecord, need: own)] : []
  }

  /// Each copy opens by the ways that were in it when it was made. Without the site there is no browser at the site,
  /// so keys open only where the accounts themselves are put up again.
  private mutating func copies(_ goal: Goal, _ counting: Counting, of ways: [Way]) -> [Need] {
    var needs: [Need] = []
    for (at, copy) in holdings.copies.enumerated() {
      let own = thing(.copy, copy.id, holdings.nameOfCopy(at), at: copy.place)
      guard counting == .hoped || copy.readOn != nil, goal == .open || copy.kind == .accounts else { continue }
      let held = ways.filter { copy.holds.contains($0.record) && ($0.opensCopies || copy.kind == .accounts) }
      needs.append(.all([own, .any(held.map(\.need))]))
    }
    return needs
  }
}
