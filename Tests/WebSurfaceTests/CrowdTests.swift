import Model
import Store
import Synchronization
import TestSite
import Testing

/// More requests at once than are answered.
@Suite(.timeLimit(.minutes(3))) struct CrowdTests {
  /// A store that answers nobody as long as it is held.
  private final class HeldStore: Model.Store {
    private let store: any Model.Store
    let isHeld = Mutex(false), waiting = Mutex(0)
    init() throws { store = try SQLiteStore() }

    private func wait() async throws {
      waiting.withLock { $0 += 1 }
      defer { waiting.withLock { $0 -= 1 } }
      while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
    }
    func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      try await wait()
      return try await store.write(work)
    }
    func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      try await wait()
      return try await store.read(work)
    }
  }

  @Test("what is too much is turned away at once, and what was begun is answered; a request half sent counts for none")
  func tooMany() async throws {
    let store = try HeldStore()
    try await withSite(store: store, change: { $0.connections.answers = 3 }) { (site) async throws in
      let half = try await RawConnection.crowd(8, port: site.port) { _ in
        "POST /api/authentication/options HTTP/1.1\r\nHost: latchstring.localhost\r\nContent-Length: 9\r\n\r\n{"
      }
      defer { for connection in half { connection.close() } }
      store.isHeld.withLock { $0 = true }
      let begun = (0..<3).map { _ in Task { try await Visitor(site).post("/api/authentication/options").status } }
      while store.waiting.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(10)) }

      let program = try await Visitor(site).get("/account", accept: "application/json")
      #expect(program.status == 503 && program.header("Retry-After") == "2")
      #expect(program.error?.hasPrefix("More people are here than can be served at once. Nothing has changed.") == true)
      let page = try await Visitor(site).get("/account", accept: "text/html")
      #expect(page.status == 503 && page.text.contains("More people are here than can be served at once."))
      #expect(store.waiting.withLock { $0 } == 3, "neither came as far as the store")
      let health = Task { try await Visitor(site).get("/healthz").status }
      while store.waiting.withLock({ $0 }) < 4 { try await Task.sleep(for: .milliseconds(10)) }

      store.isHeld.withLock { $0 = false }
      for request in begun { #expect(try await request.value == 200) }
      #expect(try await health.value == 200)
      #expect(try await Visitor(site).post("/api/authentication/options").status == 200, "and afterwards there is room")
    }
  }
}
