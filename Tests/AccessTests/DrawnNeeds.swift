import Access
import SeededNumbers

/// A need over a few things, so few that every subset can be tried.
struct DrawnNeed {
  var need: Need, count: Int

  /// 400 needs over one to nine things, the same in every run.
  static let all: [DrawnNeed] = {
    var numbers = SeededNumbers(seed: 7)
    return (0..<400).map { _ in
      let count = Int.random(in: 1...9, using: &numbers)
      return DrawnNeed(need: Need.drawn(of: count, depth: 4, using: &numbers), count: count)
    }
  }()

  var subsets: [Things] { (0..<UInt64(1 << count)).map(Things.init(bits:)) }
}

extension Need {
  static func drawn(of count: Int, depth: Int, using numbers: inout SeededNumbers) -> Need {
    guard depth > 0, Int.random(in: 0..<4, using: &numbers) > 0 else {
      return .thing(Int.random(in: 0..<count, using: &numbers))
    }
    let kind = Int.random(in: 0..<3, using: &numbers), size = Int.random(in: 0..<4, using: &numbers)
    let parts = (0..<size).map { _ in drawn(of: count, depth: depth - 1, using: &numbers) }
    switch kind {
    case 0: return .all(parts)
    case 1: return .any(parts)
    default: return .atLeast(Int.random(in: 0..<4, using: &numbers), parts)
    }
  }
}
