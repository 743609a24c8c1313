import Demo
import TestSite

/// One of many browsers: a visitor with a simulated key.
struct Client: Sendable {
  private let visitor: Visitor
  private let key = DemoAuthenticator()

  init(port: Int) { visitor = Visitor(port: port) }

  func register(_ name: String) async throws { try check(try await visitor.register(name, with: key)) }
  func signIn() async throws { try check(try await visitor.signIn(with: key)) }
  func health() async throws { try check(try await visitor.get("/healthz")) }
  /// Asks for a sign-in's question, and returns the status of what comes back.
  func ask() async throws -> Int { try await visitor.post("/api/authentication/options").status }

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
    var clients: Int, health: Load, signIns: Load
  }

  mutating func rates(_ counts: [Int], _ place: Place, _ plan: Plan) async throws -> [Rates] {
    print("           /healthz                  sign-ins                 requests/  µs of the processor")
    print("  clients  a second  p50 ms     p99  a second  p50 ms     p99   healthz  /healthz   sign-in")
    var all: [Rates] = []
    for count in counts {
      let some = clients.prefix(count)
      _ = try await Load.closed(some, seconds: 1, place) { try await $0.signIn() }
      let rates = Rates(
        clients: count, health: try await Load.closed(some, seconds: plan.seconds, place) { try await $0.health() },
        signIns: try await Load.closed(some, seconds: plan.seconds, place) { try await $0.signIn() })
      let columns = [
        pad("\(count)", 9), rates.health.columns, rates.signIns.columns,
        pad(text(2 * rates.signIns.rate / rates.health.rate, digits: 3), 10),
        pad(text(rates.health.processorTime), 10), pad(text(rates.signIns.processorTime), 10),
      ]
      print(columns.joined())
      all.append(rates)
    }
    return all
  }

  /// Sign-ins that begin at random moments, as people's do, at 70 % of the most that was carried.
  func atRandom(_ rates: [Rates], _ plan: Plan) async throws {
    let alone = rates.first { $0.clients == 1 }
    guard let alone, let most = rates.map(\.signIns.rate).max() else { return }
    let load = try await Load.open(clients[...], perSecond: most * 0.7, seconds: plan.seconds * 2) {
      try await $0.signIn()
    }
    print(
      """
        at random moments, \(text(most * 0.7)) a second: p50 \(text(load.median, digits: 1)), \
      p99 \(text(load.late, digits: 1)) ms, \(text(load.late / alone.signIns.median, digits: 1)) × the median of one \
      client alone
      """)
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

  /// Four times as many questions as it carries, for a while: some are turned away, the others come in time.
  func flood(_ place: Place, _ plan: Plan) async throws {
    let begun = place.memory
    let alone = try await Load.closed(clients.prefix(64), seconds: plan.seconds, place) { _ = try await $0.ask() }
    let flood = try await Load.flood(place.port, perSecond: alone.rate * 4, seconds: plan.seconds)
    print(
      """
        4 × the questions that it carries (\(text(alone.rate)) a second): \(flood.taken) answered, p99 \
      \(text(flood.late, digits: 0)) ms, \(flood.refused) with 503, \(flood.broken) without an answer; memory \
      \(begun) → \(place.memory) MiB
      """)
  }
}

func pad(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
