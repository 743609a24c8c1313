import AsyncHTTPClient
import Foundation

/// Many connections at once, each waiting for its answer before it asks again.
struct Load: Sendable {
  static let connections = 32
  let http: HTTPClient

  /// A refusal would be counted as a quick success.
  struct Unexpected: Error { let status: UInt }
  struct Outcome {
    /// Answers a second.
    var rate: Double
    /// What one answer in a hundred takes longer than, in milliseconds.
    var slowest: Double
  }

  /// - Parameter request: Made for each connection and each time anew, before its time counts.
  func run(
    seconds: Double, expecting status: UInt, _ request: @escaping @Sendable (_ connection: Int) -> HTTPClientRequest
  ) async throws -> Outcome {
    let start = ContinuousClock.now, end = start + .seconds(seconds)
    var times = try await withThrowingTaskGroup(of: [Double].self) { group in
      for connection in 0..<Self.connections {
        group.addTask {
          var times: [Double] = []
          while ContinuousClock.now < end {
            let call = request(connection)
            times.append(
              try await milliseconds {
                let answer = try await http.execute(call, timeout: .seconds(30))
                _ = try await answer.body.collect(upTo: 1 << 20)
                guard answer.status.code == status else { throw Unexpected(status: answer.status.code) }
              })
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    times.sort()
    return Outcome(rate: Double(times.count) / seconds, slowest: times.isEmpty ? 0 : times[times.count * 99 / 100])
  }
}
