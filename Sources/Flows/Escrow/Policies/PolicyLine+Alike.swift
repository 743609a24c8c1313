import Escrow
import Sentences
import Vocabulary

extension PolicyLine {
  /// Returns one line for all ways that are alike, and one for each other way. Review, recovery, receipt and terminal
  /// name the ways by these lines.
  static func lines<Part: Hashable>(of ways: [[Part]], _ part: (Part) -> PolicyLine.Part?) -> [PolicyLine] {
    let sets = AlikeWays.sets(of: ways)
    return sets.map { set in
      PolicyLine(.name(of: set, isAll: sets.count == 1), set.parts.compactMap(part), needed: set.needed)
    }
  }
}

extension Copy {
  /// Returns the name of ways that are alike: "Any 2 of these 3".
  ///
  /// - Parameter isAll: `true` if there are no other ways, so that these need not be told apart from them.
  static func name<Part>(of set: AlikeWays<Part>, isAll: Bool) -> Copy {
    guard !set.isAlone else { return .way(set.ways[0]) }
    let (needed, all) = (set.needed, set.parts.count)
    return isAll
      ? alike(needed, of: all)
      : Copy("C-32.alike.ways", "\(Copy.ways(set.ways)): any \(needed) of these \(all)")
  }
  static func alike(_ needed: Int, of all: Int) -> Copy { Copy("C-32.alike", "Any \(needed) of these \(all)") }
}
