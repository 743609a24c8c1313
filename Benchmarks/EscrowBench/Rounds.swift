import Foundation

/// Repeated measurements of the same thing.
struct Rounds {
  var values: [Double] = []
  var median: Double { values.sorted()[values.count / 2] }
  var range: String { String(format: "%.2f to %.2f", values.min() ?? 0, values.max() ?? 0) }
}

/// The time that the work took, in milliseconds.
func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await work()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
