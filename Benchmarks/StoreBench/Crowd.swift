import Demo
import HTTPConnections
import TestSite

/// One of many browsers: a visitor with a simulated key.
struct Client: Sendable {
  private let visitor: Visitor
  private let key = DemoAuthenticator()

  init(port: Int) { visitor = Visitor(port: port) }

  func register(_ name: String) async throws { try check(try await visitor.register(name, with: key)) }
  func signIn() async throws { try check(try await visitor.signIn(with: key)) }
  /// Reads the database once. `/healthz` does so for all who ask at the same time.
  func look() async throws {
    let answer = try await visitor.get("/.well-known/latchstring-checkpoint")
    if answer.status != 204 { try check(answer) }
  }

  /// Without this check, a refusal would count as a quick success.
  private func check(_ answer: HTTPAnswer) throws {
    guard answer.status == 200 else { throw BenchError("\(answer.status) \(answer.text)") }
  }
}

/// The clients, and what they measure together.
struct Crowd {
  let clients: [Client]

  init(at place: Place, clients count: Int) async throws {
    clients = (0..<count).map { _ in Client(port: place.port) }
    for (number, client) in clients.enumerated() { try await client.register("client\(number)") }
  }

  /// What so many clients did, each waiting for its answer before it asks again.
  struct Rates {
    var clients: Int, looks: Load, signIns: Load
    /// A sign-in is two requests.
    var share: Double { 2 * signIns.rate / looks.rate }
  }

  mutating func rates(_ counts: [Int], _ place: Place, _ plan: Plan) async throws -> [Rates] {
    print("           small reads               sign-ins                 requests/  µs of the processor")
    print("  clients  a second  p50 ms     p99  a second  p50 ms     p99     reads      read   sign-in")
    var all: [Rates] = []
    for count in counts {
      let some = clients.prefix(count)
      _ = try await Load.closed(some, seconds: 1, place) { try await $0.signIn() }
      let rates = Rates(
        clients: count, looks: try await Load.closed(some, seconds: plan.seconds, place) { try await $0.look() },
        signIns: try await Load.closed(some, seconds: plan.seconds, place) { try await $0.signIn() })
      let columns = [
        pad("\(count)", 9), rates.looks.columns, rates.signIns.columns,
        pad(text(rates.share, digits: 3), 10),
        pad(text(rates.looks.processorTime), 10), pad(text(rates.signIns.processorTime), 10),
      ]
      print(columns.joined())
      all.append(rates)
    }
    return all
  }

  /// Sign-ins that begin at random moments, as people's do, at shares of the most that was carried.
  func atRandom(_ rates: [Rates], _ plan: Plan) async throws {
    let alone = rates.first { $0.clients == 1 }
    guard let alone, let most = rates.map(\.signIns.rate).max() else { return }
    for share in [0.3, 0.5, 0.7] {
      let load = try await Load.open(clients[...], perSecond: most * share, seconds: plan.seconds * 2) {
        try await $0.signIn()
      }
      print(
        """
          at random moments, \(text(share * 100)) % of the most: \(text(most * share)) a second; p50 \
        \(text(load.median, digits: 1)), p99 \(text(load.late, digits: 1)) ms, \
        \(text(load.late / alone.signIns.median, digits: 1)) × the median of one client alone
        """)
    }
  }

  /// What a sign-in leaves behind, and what it had written.
  func bytes(_ place: Place) async throws {
    let before = try place.bytes(), count = 2_000
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients.prefix(16) {
        group.addTask { for _ in 0..<count / 16 { try await client.signIn() } }
      }
      try await group.waitForAll()
    }
    try await Task.sleep(for: .seconds(1))  // the log's entries get their places
    let after = try place.bytes()
    let kept = Double(after.database - before.database) / Double(count)
    print("  a sign-in keeps \(text(kept)) bytes; a year of one a day: \(text(kept * 365 / 1024)) KiB", terminator: "")
    let log = Double(after.log - before.log) / Double(count)
    print(place.kind == .sqlite ? "" : "; \(text(log)) bytes of PostgreSQL's log")
  }

  /// Four times as many questions at once as are answered, for a while: some are turned away, the others come in time.
  func flood(_ place: Place, _ plan: Plan) async throws {
    let begun = place.memory, connections = 4 * ConnectionLimits().answers
    let flood = try await Load.flood(place.port, connections: connections, seconds: plan.seconds)
    print(
      """
        questions over \(connections) connections: \(text(Double(flood.taken) / plan.seconds)) a second answered, p99 \
      \(text(flood.late, digits: 0)) ms, \(flood.refused) turned away with 503, \(flood.broken) without an answer; \
      memory \(begun) → \(place.memory) MiB
      """)
  }
}

func pad(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
