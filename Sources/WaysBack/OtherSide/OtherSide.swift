import Access
import Sentences

/// Who else could get in: the smallest sets of acts that let somebody in who is not the account's holder (WAYS-BACK §6).
///
/// That is another question than how its holder comes back. A PIN protects, and does not help; providers can act
/// without anybody; and a paper that was replaced still opens a copy from its time.
public struct OtherSide: Sendable {
  public struct Way: Hashable, Sendable {
    /// In the order in which a sentence names them.
    public var acts: [Act]
    /// How many finds, accounts and providers it takes. What lies at one place is one find.
    public var somebodies: Int
    /// `true` if it may take more, because nobody here knows how many.
    public var isAtLeast: Bool
    /// `true` if it opens the journal, and does not only sign in.
    public var opens: Bool
  }
  /// Those that take the fewest come first.
  public let ways: [Way]

  /// Returns `nil` if there are more acts or more ways than can be judged, as with a `Picture`.
  public init?(_ holdings: Holdings) {
    var numbered = NumberedActs(holdings)
    let enters = numbered.need(opening: false), opens = numbered.need(opening: true)
    let acts = numbered.toldApart
    guard let entering = AccessStructure(enters, of: acts.count), let opening = AccessStructure(opens, of: acts.count)
    else { return nil }
    let signingIn = entering.ways.filter { !opening.opens(with: $0) }
    // The sort keeps the order of equals.
    let sets = (opening.ways + signingIn).sorted(by: Things.isBefore)
    ways = sets.map { set in Way(set.numbers.map { acts[$0] }, opens: opening.opens(with: set)) }
      .sorted { ($0.somebodies, $0.isAtLeast ? 1 : 0) < ($1.somebodies, $1.isAtLeast ? 1 : 0) }
  }
}

extension OtherSide.Way {
  fileprivate init(_ acts: [Act], opens: Bool) {
    let finds = Set(acts.filter(\.kind.isApart).map { $0.place.map { "at \($0)" } ?? "\($0.kind.rawValue) \($0.id)" })
    self.acts = acts.enumerated().sorted { ($0.element.kind.order, $0.offset) < ($1.element.kind.order, $1.offset) }
      .map(\.element)
    somebodies = max(1, finds.count)
    isAtLeast = acts.contains { $0.kind == .providers }
    self.opens = opens
  }
}
