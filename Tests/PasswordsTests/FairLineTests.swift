import Model
import Testing

@testable import Passwords

@Suite struct FairLineTests {
  private let one = NetworkAddress("192.0.2.1"), other = NetworkAddress("192.0.2.2"),
    third = NetworkAddress("192.0.2.3")
  private func all(_ line: inout FairLine<String>) -> [String] {
    var all: [String] = []
    while let next = line.next() { all.append(next) }
    return all
  }

  @Test("guesses are served in turn by address, then by name; those for one name keep their order") func turns() {
    var line = FairLine<String>(most: 20, mostFromOne: 20)
    for number in 1...3 { _ = line.enter("a\(number)", from: one, for: "a") }
    _ = line.enter("b1", from: one, for: "b")
    for number in 1...2 { _ = line.enter("o\(number)", from: other, for: "a") }
    _ = line.enter("local", from: nil, for: "a")
    #expect(all(&line) == ["a1", "o1", "local", "b1", "o2", "a2", "a3"])
    #expect(line.count == 0)
  }

  /// This applies once all places are taken.
  @Test("places per address are limited; the address with the most yields one to one with fewer") func bounds() {
    var line = FairLine<String>(most: 4, mostFromOne: 3)
    var given: [String] = []
    func enter(_ name: String, _ address: NetworkAddress) -> Bool {
      switch line.enter(name, from: address, for: name) {
      case .admitted: return true
      case .inPlaceOf(let other):
        given.append(other)
        return true
      case .refused: return false
      }
    }
    #expect(["1", "2", "3", "4"].map { enter($0, one) } == [true, true, true, false])
    #expect(enter("o1", other) && enter("o2", other) && given == ["3"])
    #expect(!enter("o3", other), "that would only turn it round")
    #expect(enter("t1", third) && given.count == 2)
    #expect(!enter("1 again", one) && line.count == 4)
    #expect(Set(all(&line)).isSuperset(of: ["1", "o1", "t1"]))
  }

  @Test("a caller that leaves before its turn is skipped, and an empty address gets no turn") func leaving() {
    var line = FairLine<String>(most: 9, mostFromOne: 9)
    for name in ["a1", "a2"] { _ = line.enter(name, from: one, for: "a") }
    _ = line.enter("o", from: other, for: "a")
    line.leave(from: one, for: "a") { $0 == "a1" }
    line.leave(from: other, for: "a") { $0 == "o" }
    line.leave(from: third, for: "a") { _ in true }
    #expect(line.count == 1)
    _ = line.enter("o again", from: other, for: "a")
    #expect(all(&line) == ["a2", "o again"])
  }
}
