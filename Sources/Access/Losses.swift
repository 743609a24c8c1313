extension AccessStructure {
  /// All smallest losses, in order: `[.none]` if there is no way now, and empty if no loss can close it. They are the
  /// minimal transversals of the ways.
  ///
  /// They are multiplied out if they are few, and otherwise read from the table of all subsets. `nil` if neither is
  /// possible: that requires more than `mostThings` things.
  public var losses: [Things]? { multiplied(most: Self.mostMultiplied) ?? tabled() }

  /// For more losses than this, the table of all subsets is faster.
  static let mostMultiplied = 256

  /// Multiplies the losses out (Berge): those of one way are its things, and each further way keeps the losses that
  /// meet it and extends the others by one of its things.
  func multiplied(most: Int) -> [Things]? {
    var losses = [Things.none]
    for way in ways {
      let kept = losses.filter { $0.meets(way) }, missing = losses.filter { !$0.meets(way) }
      let extended = Set(missing.flatMap { loss in way.numbers.map(loss.with) })
      let added = extended.filter { set in !kept.contains { $0.isSubset(of: set) } }
      losses = kept + added.filter { set in !added.contains { $0 != set && $0.isSubset(of: set) } }
      guard losses.count <= most else { return nil }
    }
    return losses.sorted(by: Things.isBefore)
  }
  func tabled() -> [Things]? { SubsetTable(self).map { $0.smallestLosses() } }

  /// Returns the losses of the fewest things, or none if these have more than `size` things. It works for any number of
  /// things, and stops at the first size that has a loss.
  public func smallestLosses(upTo size: Int = 3) -> [Things] {
    var border: Set<Things> = [.none]
    for _ in 0...size {
      let found = border.filter { !survives(losing: $0) }
      if !found.isEmpty { return found.sorted(by: Things.isBefore) }
      border = Set(border.flatMap(extended))
    }
    return []
  }

  /// Returns the smallest losses that have at most `size` things. It works for any number of things.
  public func losses(upTo size: Int) -> [Things] {
    var found: [Things] = [], border: Set<Things> = [.none]
    for _ in 0...size {
      found += border.filter { !survives(losing: $0) }
      let open = border.filter { survives(losing: $0) }
      border = Set(open.flatMap(extended)).filter { set in !found.contains { $0.isSubset(of: set) } }
    }
    return found.minimal
  }

  /// Returns a set with each thing in turn that may make it a loss. Such a thing is in a way that is still left.
  private func extended(_ set: Things) -> [Things] {
    ways.first { !$0.meets(set) }.map { $0.numbers.map(set.with) } ?? []
  }
}
