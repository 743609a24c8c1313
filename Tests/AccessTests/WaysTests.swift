import Testing

@testable import Access

@Suite("the smallest sets of things that suffice") struct WaysTests {
  @Test("a set of things opens exactly if it meets the need, for every subset")
  func ways() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count))
      for held in drawn.subsets { #expect(structure.opens(with: held) == drawn.need.isMet(by: held)) }
    }
  }

  @Test("no way contains another, and each needs every one of its things")
  func antichain() throws {
    for drawn in DrawnNeed.all {
      for way in try #require(AccessStructure(drawn.need, of: drawn.count)).ways {
        #expect(drawn.need.isMet(by: way))
        for number in way.numbers { #expect(!drawn.need.isMet(by: way.subtracting(Things([number])))) }
      }
    }
  }

  @Test("more things never open less")
  func monotone() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count))
      for held in drawn.subsets where structure.opens(with: held) {
        for more in 0..<drawn.count { #expect(structure.opens(with: held.with(more))) }
      }
    }
  }

  @Test("what is kept is in no loss, and what is gone is in no way")
  func keepingAndLosing() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count)), first = Things([0])
      for held in drawn.subsets {
        #expect(structure.keeping(first).opens(with: held) == drawn.need.isMet(by: held.union(first)))
        #expect(structure.losing(first).opens(with: held) == drawn.need.isMet(by: held.subtracting(first)))
      }
    }
  }

  @Test("things that lie together are lost with their place")
  func together() throws {
    for drawn in DrawnNeed.all {
      let structure = try #require(AccessStructure(drawn.need, of: drawn.count))
      let set = Things(bits: 0b10_1101).subtracting(Things(bits: ~Things.first(drawn.count).bits))
      let placed = structure.together(set, with: drawn.count)
      #expect(placed.count == drawn.count + 1)
      for held in drawn.subsets {
        #expect(placed.opens(with: held.with(drawn.count)) == structure.opens(with: held))
        #expect(placed.opens(with: held) == structure.opens(with: held.subtracting(set)))
      }
    }
  }

  @Test("nothing is needed, nothing suffices, and there are no things at all")
  func ends() throws {
    #expect(try #require(AccessStructure(.nothing, of: 3)).ways == [.none])
    #expect(try #require(AccessStructure(.nothing, of: 3)).losses == [])
    #expect(try #require(AccessStructure(.impossible, of: 3)).ways == [])
    #expect(try #require(AccessStructure(.impossible, of: 3)).losses == [.none])
    #expect(try #require(AccessStructure(.impossible, of: 0)).losses == [.none])
    #expect(try #require(AccessStructure(.all([.thing(0), .impossible]), of: 1)).ways == [])
  }

  @Test("a need with more ways than are listed, or of more than 64 things, is refused")
  func tooMany() {
    #expect(AccessStructure(.atLeast(12, (0..<24).map(Need.thing)), of: 24) == nil)
    #expect(AccessStructure(.thing(0), of: 64) != nil)
    #expect(AccessStructure(.thing(0), of: 65) == nil)
  }
}
