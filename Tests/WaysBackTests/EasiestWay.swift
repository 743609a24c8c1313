import Access

@testable import WaysBack

extension EverySubset {
  /// The ways back after no loss and after each single one that are harder than they need be: fewer shown things, or as
  /// many of earlier kinds, would do the same. Whether they would is read from the plain answers alone.
  func harderWays(_ picture: Picture) -> [String] {
    let kinds = things.map { thing in Self.order.firstIndex { $0.contains(thing.kind) } }
    func rank(_ held: Things) -> [Int] { held.numbers.compactMap { kinds[$0] }.sorted() }
    let all = Things.first(things.count), unshown = Things(things.indices.filter { kinds[$0] == nil })
    return losses.filter { $0.count < 2 }.compactMap { lost in
      guard let way = picture.wayBack(after: lost) else { return nil }
      let left = left(after: lost), wanted: PlainReading.Certainty = way.isTried ? .proved : .hoped
      let named = rank(way.takes), shown = all.subtracting(lost.union(unshown))
      let easier = losses.first { held in
        guard held.count <= named.count, held.isSubset(of: shown) else { return false }
        guard held.count < named.count || rank(held).lexicographicallyPrecedes(named) else { return false }
        let answer = self[all.subtracting(held.union(unshown.subtracting(lost)))]
        return (left == .noData || answer.open >= wanted) && (left == .noAccount || answer.signIn >= wanted)
      }
      return easier.map { "\(names($0)) is easier than \(way.names) without \(names(lost))" }
    }
  }

  /// The kinds of shown things in the order of WAYS-BACK §2.
  private static let order: [Set<Thing.Kind>] = [[.key], [.card], [.known], [.paper], [.provider, .method], [.copy]]
}
