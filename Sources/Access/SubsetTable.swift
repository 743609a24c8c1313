/// Whether each of the 2ⁿ subsets of n things suffices, one bit each: at most 2 MiB for 24 things.
///
/// The table is exact whatever the ways are, so `AccessStructure.losses` uses it when multiplying out grows too large.
/// One step handles a word of 64 subsets, so the table takes n·2ⁿ⁻⁶ steps to fill.
public struct SubsetTable: Sendable {
  let count: Int
  /// Bit `b` of word `w` belongs to the subset whose bits are `64·w + b`.
  private var opens: [UInt64]

  /// For things 0 to 5: which of the 64 subsets of a word contain the thing.
  private static let holders: [UInt64] = [
    0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0, 0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
  ]

  /// Returns `nil` for more than `AccessStructure.mostThings` things.
  public init?(_ structure: AccessStructure) {
    guard structure.count <= AccessStructure.mostThings else { return nil }
    count = structure.count
    opens = [UInt64](repeating: 0, count: max(1, (1 << count) / 64))
    for way in structure.ways { opens[Int(way.bits >> 6)] |= 1 << (way.bits & 63) }
    for thing in 0..<count { addSupersets(with: thing) }
  }

  public func opens(with held: Things) -> Bool { opens[Int(held.bits >> 6)] >> (held.bits & 63) & 1 == 1 }

  /// Marks each subset that suffices without a thing as sufficient with it.
  private mutating func addSupersets(with thing: Int) {
    if thing < 6 {
      let shift = UInt64(1) << UInt64(thing), has = Self.holders[thing]
      for word in opens.indices { opens[word] |= (opens[word] & ~has) << shift }
    } else {
      for word in opens.indices where word >> (thing - 6) & 1 == 1 { opens[word] |= opens[word ^ 1 << (thing - 6)] }
    }
  }

  /// Returns all smallest losses, in order. Each is the complement of a largest subset that does not suffice.
  func smallestLosses() -> [Things] {
    var closed = opens.map(~)
    for thing in 0..<count { dropExtensible(by: thing, in: &closed) }
    let all = Things.first(count), subsets = UInt64(1) << UInt64(count)
    var losses: [Things] = []
    for (word, bits) in closed.enumerated() where bits != 0 {
      for place in Things(bits: bits).numbers {
        let held = UInt64(word) << 6 | UInt64(place)
        // With fewer than six things, the only word has bits that stand for no subset.
        if held < subsets { losses.append(all.subtracting(Things(bits: held))) }
      }
    }
    return losses.sorted(by: Things.isBefore)
  }

  /// Keeps only those subsets without a thing that would suffice with it.
  private func dropExtensible(by thing: Int, in closed: inout [UInt64]) {
    for word in closed.indices {
      if thing < 6 {
        let shift = UInt64(1) << UInt64(thing), has = Self.holders[thing]
        closed[word] &= has | (opens[word] & has) >> shift
      } else if word >> (thing - 6) & 1 == 0 {
        closed[word] &= opens[word | 1 << (thing - 6)]
      }
    }
  }
}
