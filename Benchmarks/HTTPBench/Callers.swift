import TestSite

/// Several simultaneous callers, each waiting for its answer before it sends the next request.
struct Callers {
  let callers: [Caller]

  init(site: TestSite, count: Int) async throws {
    callers = (0..<count).map { _ in Caller(site: site) }
    for (number, caller) in callers.enumerated() { try await caller.register("caller\(number)") }
  }

  /// The number of times per second that all callers together did the work.
  func rate(seconds: Double, _ work: @escaping @Sendable (Caller) async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now, end = start + .seconds(seconds)
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
      for caller in callers {
        group.addTask {
          var count = 0
          while ContinuousClock.now < end {
            try await work(caller)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(done) / ((ContinuousClock.now - start) / .seconds(1))
  }
}
