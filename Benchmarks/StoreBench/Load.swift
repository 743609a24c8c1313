import AsyncHTTPClient
import Foundation

/// What many clients at once measured.
struct Load {
  /// How often a second.
  var rate: Double
  /// Milliseconds.
  var median: Double, late: Double
  /// Microseconds of the processor that the server took for each.
  var processorTime = Double.nan

  init(_ times: [Double], seconds: Double) {
    let sorted = times.sorted()
    rate = Double(times.count) / seconds
    median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    late = sorted.isEmpty ? .nan : sorted[sorted.count * 99 / 100]
  }
  var columns: String {
    pad(text(rate), 10) + pad(text(median, digits: 1), 8) + pad(text(late, digits: 1), 8)
  }

  /// Each client asks again as soon as it has its answer.
  static func closed(
    _ clients: ArraySlice<Client>, seconds: Double, _ place: Place,
    _ work: @escaping @Sendable (Client) async throws -> Void
  ) async throws -> Load {
    let start = ContinuousClock.now, end = start + .seconds(seconds), before = place.processorTime
    let times = try await withThrowingTaskGroup(of: [Double].self) { group in
      for client in clients {
        group.addTask {
          var times: [Double] = []
          while ContinuousClock.now < end { times.append(try await milliseconds { try await work(client) }) }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    var load = Load(times, seconds: (ContinuousClock.now - start) / .seconds(1))
    load.processorTime = (place.processorTime - before) / Double(max(1, times.count)) * 1e6
    return load
  }

  /// Work begins at random moments, however long the work before takes. A time includes the wait for a free client.
  static func open(
    _ clients: ArraySlice<Client>, perSecond rate: Double, seconds: Double,
    _ work: @escaping @Sendable (Client) async throws -> Void
  ) async throws -> Load {
    let (free, places) = AsyncStream<Client>.makeStream()
    for client in clients { places.yield(client) }
    var waiting = free.makeAsyncIterator(), moment = ContinuousClock.now
    let end = moment + .seconds(seconds)
    let times = try await withThrowingTaskGroup(of: Double.self) { group in
      while moment < end {
        moment += .seconds(-log(Double.random(in: Double.leastNonzeroMagnitude..<1)) / rate)
        try await Task.sleep(until: moment, tolerance: .zero)
        guard let client = await waiting.next() else { break }
        let begun = moment
        group.addTask {
          defer { places.yield(client) }
          try await work(client)
          return (ContinuousClock.now - begun) / .milliseconds(1)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    return Load(times, seconds: seconds)
  }

  /// What came of more questions at once than are answered.
  struct Flood {
    var taken = 0, refused = 0, broken = 0
    var times: [Double] = []
    var late: Double { times.isEmpty ? .nan : times.sorted()[times.count * 99 / 100] }

    mutating func count(_ status: UInt?, after time: Double) {
      switch status {
      case 200:
        taken += 1
        times.append(time)
      case 503: refused += 1
      default: broken += 1
      }
    }
    mutating func add(_ other: Flood) {
      taken += other.taken
      refused += other.refused
      broken += other.broken
      times += other.times
    }
  }

  /// Asks for questions over so many connections, each as soon as it has its answer.
  static func flood(_ port: Int, connections: Int, seconds: Double) async throws -> Flood {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    configuration.timeout.connect = .seconds(60)
    let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    defer { http.shutdown { _ in } }
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/api/authentication/options")
    request.method = .POST
    let host = "latchstring.localhost:\(port)"
    request.headers = ["Host": host, "Origin": "http://\(host)", "Content-Type": "application/json"]
    let end = ContinuousClock.now + .seconds(seconds)
    return try await withThrowingTaskGroup(of: Flood.self) { group in
      for _ in 0..<connections {
        group.addTask { [request] in
          var flood = Flood()
          while ContinuousClock.now < end {
            let begun = ContinuousClock.now, answer = try? await http.execute(request, timeout: .seconds(60))
            _ = try? await answer?.body.collect(upTo: 1 << 20)
            flood.count(answer?.status.code, after: (ContinuousClock.now - begun) / .milliseconds(1))
          }
          return flood
        }
      }
      return try await group.reduce(into: Flood()) { $0.add($1) }
    }
  }
}

func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await work()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
