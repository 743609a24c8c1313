import Testing

@testable import WaysBack

/// 2,000 drawn accounts of at most nine acts, and every set of these acts.
@Suite("who else gets into 2,000 drawn accounts") struct OtherSideDrawnTests {
  @Test("no way is missing, none takes more than it needs, and none is invented", .timeLimit(.minutes(3)))
  func everySet() {
    var accounts = 0, kinds: Set<Act.Kind> = []
    for holdings in Self.drawn(2000) {
      guard let side = OtherSide(holdings) else { continue }
      let problems = wrongWays(side, of: holdings)
      if !problems.isEmpty { Issue.record("\(problems.prefix(3)) \(side.ways.map(\.sentence)) \(holdings)") }
      accounts += 1
      kinds.formUnion(side.ways.flatMap(\.acts).map(\.kind))
    }
    #expect(accounts == 2000 && kinds == Set(Act.Kind.allCases), "each kind is among the acts")
  }

  /// Drawn accounts, some of which practice, and some with a copy from before everything was replaced.
  static func drawn(_ count: Int) -> [Holdings] {
    var accounts = DrawnAccounts(seed: 26), drawn: [Holdings] = []
    while drawn.count < count, var holdings = accounts.next() {
      holdings.hasPractice = drawn.count % 7 == 0
      if drawn.count % 5 == 0 {
        holdings.spentCopies = [.init(id: "spent", .accounts, holds: ["gone"], readOn: 1, at: "office")]
      }
      if acts(of: holdings).count <= 9 { drawn.append(holdings) }
    }
    return drawn
  }
  private static func acts(of holdings: Holdings) -> [Act] {
    var numbered = NumberedActs(holdings)
    _ = numbered.need(opening: false)
    return numbered.acts
  }

  private struct Key: Hashable { var kind: Act.Kind, id: String }

  private func wrongWays(_ side: OtherSide, of holdings: Holdings) -> [String] {
    let acts = Self.acts(of: holdings)
    let bits = Dictionary(uniqueKeysWithValues: acts.enumerated().map { (Key(kind: $1.kind, id: $1.id), 1 << $0) })
    func getsIn(_ done: Int, opening: Bool) -> Bool {
      PlainOtherSide(holdings: holdings) { kind, id in
        bits[Key(kind: kind, id: id)].map { done & $0 != 0 } ?? false
      }.getsIn(opening: opening)
    }
    let all = 0..<1 << acts.count
    let opening = all.map { getsIn($0, opening: true) }, entering = all.map { getsIn($0, opening: false) }
    /// Nothing can be left out of it.
    func isSmallest(_ done: Int, _ table: [Bool]) -> Bool {
      table[done] && acts.indices.allSatisfy { done >> $0 & 1 == 0 || !table[done & ~(1 << $0)] }
    }
    let wanted = all.filter { isSmallest($0, opening) || (isSmallest($0, entering) && !opening[$0]) }
    var problems: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { problems.append(what) } }
    let found = side.ways.map { way in
      way.acts.reduce(0) { done, act in done | (bits[Key(kind: act.kind, id: act.id)] ?? 1 << acts.count) }
    }
    check(found.sorted() == wanted, "\(found.sorted()) instead of \(wanted)")
    for (way, done) in zip(side.ways, found) {
      check(way.opens == (done < opening.count && opening[done]), "opens: \(way.sentence)")
      check(way.somebodies == PlainOtherSide.somebodies(way.acts, of: holdings), "somebodies: \(way.sentence)")
      check(way.isAtLeast == way.acts.contains { $0.kind == .providers }, "at least: \(way.sentence)")
      check(way.sentence.english.hasSuffix(", to sign in only.") == !way.opens, "says: \(way.sentence)")
      let names = way.acts.map(\.name.english).filter { !$0.isEmpty }
      check(names.allSatisfy(way.sentence.english.contains), "names: \(way.sentence)")
    }
    check(Set(side.ways.map(\.sentence.english)).count == found.count, "two ways in the same words")
    check(zip(side.ways, side.ways.dropFirst()).allSatisfy { $0.somebodies <= $1.somebodies }, "order")
    return problems
  }
}
