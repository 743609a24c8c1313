import AsyncHTTPClient
import Foundation

/// Many simultaneous connections, each waiting for its answer before it sends the next request.
struct Load: Sendable {
  static let connections = 32
  let http: HTTPClient

  /// Without this error, a refusal would count as a quick success.
  struct Unexpected: Error { let status: UInt }
  struct Outcome {
    /// Answers per second.
    var rate: Double
    /// The time that one answer in a hundred exceeds, in milliseconds.
    var slowest: Double
  }

  /// - Parameter request: Makes a new request for each connection and each repetition, before its time counts.
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
