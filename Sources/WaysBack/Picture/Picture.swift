import Access
import Sentences

/// Who can open the account: its things, numbered once, and four structures over them, one for each goal and counting.
///
/// What opens by `proved` also opens by `hoped`. While the data are where they were, who can open can also sign in.
public struct Picture: Sendable {
  public let holdings: Holdings
  public let things: [Thing]
  /// The host of the data, which is not the person's to lose. It is empty if the data are on the person's own computer.
  public let host: Things
  /// Objects of which nobody said where they lie.
  public let unplaced: Things
  /// Papers of which only three words were ever read. They count as proved, and nobody saw that their words open.
  public let onlyRead: Things
  /// PINs of which nobody said that they differ.
  public let unsaidPINs: Things
  private let structures: [Pair: AccessStructure]
  private struct Pair: Hashable { var goal: Goal, counting: Counting }

  /// Returns `nil` if there are more things or more ways than can be judged: over 64 and over
  /// `AccessStructure.mostWays`.
  public init?(_ holdings: Holdings) {
    var numbered = NumberedThings(holdings), needs: [Pair: Need] = [:]
    for goal in Goal.allCases {
      for counting in Counting.allCases {
        needs[Pair(goal: goal, counting: counting)] = numbered.need(goal, counting)
      }
    }
    let things = numbered.toldApart
    var structures: [Pair: AccessStructure] = [:]
    for (pair, need) in needs {
      guard let structure = AccessStructure(need, of: things.count) else { return nil }
      structures[pair] = structure
    }
    self.holdings = holdings; self.things = things; self.structures = structures
    unplaced = numbered.unplaced
    unsaidPINs = numbered.unsaidPINs
    let read = (holdings.code?.papersOnlyRead).map(Set.init) ?? []
    onlyRead = Things(things.indices.filter { things[$0].kind == .paper && read.contains(things[$0].id) })
    host = Things(things.indices.filter { things[$0].kind == .site })
  }

  public func structure(_ goal: Goal, _ counting: Counting) -> AccessStructure {
    structures[Pair(goal: goal, counting: counting)] ?? AccessStructure(ways: [], of: things.count)
  }
  /// Returns the same structure for as long as the host stands.
  public func standing(_ goal: Goal, _ counting: Counting) -> AccessStructure {
    structure(goal, counting).keeping(host)
  }

  /// Returns the names of things as they stand by themselves.
  public func names(_ set: Things) -> [Sentence] { set.numbers.map { things[$0].name } }
  /// Returns the names of things for use inside a sentence.
  public func namesInSentence(_ set: Things) -> [Sentence] { set.numbers.map { things[$0].nameInSentence } }

  /// Returns the things with these ids or names. A name may be in English or in the reader's language.
  public func set(_ named: [String]) -> Things {
    let wanted = Set(named)
    return Things(
      things.indices.filter { at in
        let thing = things[at]
        let names = [thing.name, thing.nameInSentence].flatMap { [$0.english, $0.said] }
        return wanted.contains(thing.id) || !wanted.isDisjoint(with: names)
      })
  }
}
