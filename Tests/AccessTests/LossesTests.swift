import Testing

@testable import Access

@Suite("the smallest losses that leave no way") struct LossesTests {
  @Test("after a smallest loss nothing opens, and before its last thing something does")
  func smallest() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count)), all = Things.first(drawn.count)
      for loss in try #require(structure.losses) {
        #expect(!drawn.need.isMet(by: all.subtracting(loss)))
        for number in loss.numbers {
          #expect(drawn.need.isMet(by: all.subtracting(loss.subtracting(Things([number])))))
        }
      }
    }
  }

  @Test("every loss that leaves no way contains a smallest one")
  func complete() throws {
    for drawn in DrawnNeed.all {
      let losses = try #require(AccessStructure(drawn.need, of: drawn.count)?.losses), all = Things.first(drawn.count)
      for lost in drawn.subsets {
        #expect(drawn.need.isMet(by: all.subtracting(lost)) == !losses.contains { $0.isSubset(of: lost) })
      }
    }
  }

  @Test("multiplied out or read from the table of all subsets, the losses are the same")
  func twoComputations() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count))
      #expect(structure.multiplied(most: .max) == structure.tabled())
      let table = try #require(SubsetTable(structure))
      for held in drawn.subsets { #expect(table.opens(with: held) == drawn.need.isMet(by: held)) }
    }
  }

  @Test("the losses of the losses are the ways")
  func dual() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count))
      let losses = try #require(structure.losses)
      #expect(AccessStructure(ways: losses, of: drawn.count).losses == structure.ways)
    }
  }

  @Test("losses of up to three things are those among all losses, and so are the smallest ones")
  func small() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count))
      let losses = try #require(structure.losses)
      #expect(structure.losses(upTo: 3) == losses.filter { $0.count <= 3 })
      #expect(structure.smallestLosses(upTo: 9) == losses.filter { $0.count == losses[0].count })
    }
  }

  /// With 24 things in groups, each of which suffices, a loss takes one thing of each group.
  @Test(
    "24 things in groups have thousands of smallest losses, each of them exact", .timeLimit(.minutes(1)),
    arguments: [(2, 4096), (3, 6561), (4, 4096)])
  func worst(size: Int, wanted: Int) throws {
    let groups = (0..<24 / size).map { group in Need.all((0..<size).map { .thing(size * group + $0) }) }
    let structure = try #require(AccessStructure(.any(groups), of: 24))
    let losses = try #require(structure.losses)
    #expect(losses.count == wanted && Set(losses).count == wanted)
    #expect(losses.allSatisfy { $0.count == 24 / size && !structure.survives(losing: $0) })
  }

  @Test("of 64 things, losses of up to three are still exact, and a list of all losses is refused")
  func many() throws {
    let halves = Need.any([.all((0..<31).map(Need.thing)), .all((32..<63).map(Need.thing))])
    let structure = try #require(AccessStructure(.all([halves, .thing(63)]), of: 64))
    #expect(structure.losses == nil)
    let losses = structure.losses(upTo: 3)
    #expect(losses.first == Things([63]) && losses.count == 1 + 31 * 31)
    #expect(structure.smallestLosses() == [Things([63])])
  }
}
