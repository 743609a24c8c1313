import Foundation

/// Repeated timings of one operation, in milliseconds.
struct Times {
  private(set) var values: [Double] = []
  var median: Double { at(0.5) }
  var late: Double { at(0.95) }

  private func at(_ part: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  mutating func add(_ duration: Duration) { values.append(duration / .milliseconds(1)) }
  mutating func measure<Result>(_ work: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try work()
    add(ContinuousClock.now - start)
    return result
  }
  mutating func measure<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let start = ContinuousClock.now
    let result = try await work()
    add(ContinuousClock.now - start)
    return result
  }
}

/// Prints one line: the operation itself, what it builds on, and the difference.
func report(_ name: String, _ times: Times, over bare: Times, _ bareName: String) {
  func number(_ value: Double) -> String { String(format: "%.3f", value) }
  print(
    "  \(name): \(number(times.median)) ms (p95 \(number(times.late))); \(bareName): \(number(bare.median)) ms (p95 \(number(bare.late)))"
  )
  print(
    "    over it: \(number(times.median - bare.median)) ms (p95 \(number(times.late - bare.median))), ratio \(String(format: "%.2f", times.median / bare.median))"
  )
}
