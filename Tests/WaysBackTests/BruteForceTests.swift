import Access
import Testing

@testable import WaysBack

/// 10,000 drawn accounts of at most ten things, and every subset of their things as a loss: 3.6 million losses.
@Suite("every loss of 10,000 drawn accounts") struct BruteForceTests {
  @Test("the headline is never wrong, nor what is left, nor the way back", .timeLimit(.minutes(5)))
  func everySubset() {
    let drawn = DrawnAccounts(seed: 11).lazy.compactMap(Picture.init).filter { $0.things.count <= 10 }
    var checked = 0, accounts = 0
    for picture in drawn.prefix(10_000) {
      let plain = EverySubset(picture)
      let problems =
        wrongLosses(picture, plain) + wrongVerdict(picture, plain) + plain.harderWays(picture)
        + (accounts.isMultiple(of: 10) ? wrongArrangements(picture) : [])
      if !problems.isEmpty { Issue.record("\(problems.prefix(3)) \(picture.sentence) \(picture.holdings)") }
      accounts += 1
      checked += plain.losses.count
    }
    #expect(accounts == 10_000 && checked > 1_000_000, "\(checked)")
  }

  private func wrongLosses(_ picture: Picture, _ plain: EverySubset) -> [String] {
    let all = Things.first(picture.things.count)
    var problems: [String] = []
    for lost in plain.losses {
      let answer = plain[lost]
      for goal in Goal.allCases {
        for (counting, certainty) in [(Counting.proved, PlainReading.Certainty.proved), (.hoped, .hoped)]
        where picture.structure(goal, counting).survives(losing: lost) != (answer.certainty(goal) >= certainty) {
          problems.append("\(goal) \(counting) without \(plain.names(lost))")
        }
      }
      let left = picture.left(after: lost), way = picture.wayBack(after: lost)
      if left != plain.left(after: lost) { problems.append("\(left) without \(plain.names(lost))") }
      guard let way else {
        if left != .out { problems.append("no way back without \(plain.names(lost))") }
        continue
      }
      // With only that, and nothing else.
      let then = plain[all.subtracting(way.takes)], wanted: PlainReading.Certainty = way.isTried ? .proved : .hoped
      let isEnough = (left == .noData || then.open >= wanted) && (left == .noAccount || then.signIn >= wanted)
      if way.takes.meets(lost) || !isEnough { problems.append("way back without \(plain.names(lost))") }
    }
    return problems
  }

  private func wrongVerdict(_ picture: Picture, _ plain: EverySubset) -> [String] {
    let verdict = Verdict(picture), smallest = plain.smallestLosses(.open)
    var problems: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { problems.append(what) } }
    check(verdict.strength == smallest.first?.count ?? 4, "strength")
    let losses = Set(verdict.losses.map { $0.map(\.english) })
    check(losses == Set(verdict.strength == 0 ? [] : smallest.map(plain.names)), "losses")
    let closing = smallest.filter { verdict.strength > 0 && plain[$0].signIn == .proved }
    check(Set(verdict.closing.map { $0.map(\.english) }) == Set(closing.map(plain.names)), "closing")
    let hopeful = smallest.filter { verdict.strength > 0 && plain.left(after: $0) == .hopedIn }
    check(Set(verdict.hopeful.map { $0.map(\.english) }) == Set(hopeful.map(plain.names)), "hopeful")
    check(verdict.account == min(verdict.strength, plain.smallestLosses(.signIn).first?.count ?? 4), "account")
    check(verdict.hoped == plain.smallestLosses(.open, .hoped).first?.count ?? 4, "hoped")
    check(verdict.survivesHost == (picture.host.isEmpty || plain[picture.host].open == .proved), "survives host")
    check(verdict.sure <= verdict.strength, "sure")
    check(plain.isTrue(verdict.sentence.english), "sentence")
    if picture.unplaced.isEmpty, picture.unsaidPINs.isEmpty {
      check(!verdict.sentence.english.contains(", as long as no two"), "needless condition")
      check(verdict.sure == verdict.strength, "needless doubt")
    }
    return problems
  }

  /// A sentence without a condition is also true if unplaced things lie together and unsaid PINs are shared, and one
  /// with a condition is true if only what the condition does not name comes true.
  private func wrongArrangements(_ picture: Picture) -> [String] {
    let verdict = Verdict(picture), sentence = verdict.sentence.english
    guard verdict.strength > 1 else { return [] }
    let isConditional = verdict.sure < 2, size = isConditional ? 1 : verdict.sure - 1
    let mayLieTogether = !sentence.contains("lie in one place"), maySharePIN = !sentence.contains("share a PIN")
    let known = picture.holdings.keys.map(\.pin) + picture.holdings.cards.map(\.pin)
    let pins: Set<Holdings.PIN?> = maySharePIN ? Set(known).union([.init(id: "n", "new")]) : [nil]
    let places: [String?] = mayLieTogether ? DrawnAccounts.places + ["elsewhere"] : [nil]
    let accountSize = verdict.account < 2 ? 0 : min(size, max(verdict.sureAccount - 1, 0))
    var problems: [String] = []
    for place in places {
      for pin in pins {
        guard let then = Picture(picture.holdings.arranged(at: place, pin: pin)), then.things.count <= 12 else {
          continue
        }
        let plain = EverySubset(then)
        if !plain.survives(size, signsIn: false) { problems.append("\(size) at \(place ?? "no place")") }
        if !plain.survives(accountSize, signsIn: true) { problems.append("account at \(place ?? "no place")") }
      }
    }
    return problems
  }
}
