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

  private static let path = "/api/authentication/options"

  /// A site that answers three requests at once, and a store that answers none of them yet.
  private func withHeldSite(_ body: @escaping @Sendable (TestSite, HeldStore) async throws -> Void) async throws {
    let store = try HeldStore()
    try await withSite(store: store, change: { $0.connections.answers = 3 }) { (site) async throws in
      store.isHeld.withLock { $0 = true }
      try await body(site, store)
    }
  }

  /// Begins as many requests as have a place, and returns when all of them wait for the store.
  private func fill(_ site: TestSite, _ store: HeldStore) async throws -> [Task<Int, any Error>] {
    let begun = (0..<3).map { _ in Task { try await Visitor(site).post(Self.path).status } }
    while store.waiting.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(10)) }
    return begun
  }

  @Test("what is too much is turned away at once; what was begun is answered, and gives its place to the next, always")
  func tooMany() async throws {
    try await withHeldSite { site, store in
      for _ in 0..<3 {
        store.isHeld.withLock { $0 = true }
        let begun = try await fill(site, store)
        let program = try await Visitor(site).get("/account", accept: "application/json")
        #expect(program.status == 503 && program.header("Retry-After") == "2")
        #expect(
          program.error?.hasPrefix("More people are here than can be served at once. Nothing has changed.") == true)
        let page = try await Visitor(site).get("/account", accept: "text/html")
        #expect(page.status == 503 && page.text.contains("More people are here than can be served at once."))
        #expect(try await Visitor(site).post(Self.path).status == 503)
        #expect(store.waiting.withLock { $0 } == 3, "none of them came as far as the store")

        store.isHeld.withLock { $0 = false }
        for request in begun { #expect(try await request.value == 200) }
      }
    }
  }

  @Test("whoever watches the server hears that it works in a crowd too, and all who watch share one look at the store")
  func health() async throws {
    try await withHeldSite { site, store in
      let begun = try await fill(site, store)
      let watching = (0..<40).map { _ in Task { try await Visitor(site).get("/healthz").status } }
      while store.waiting.withLock({ $0 }) < 4 { try await Task.sleep(for: .milliseconds(10)) }
      try await Task.sleep(for: .milliseconds(300))
      #expect(store.waiting.withLock { $0 } == 4)
      store.isHeld.withLock { $0 = false }
      for request in watching + begun { #expect(try await request.value == 200) }
      #expect(try await Visitor(site).get("/healthz").status == 200)
    }
  }

  @Test("half-sent requests take nobody's place, and their bodies pass no crowd")
  func halfSent() async throws {
    try await withHeldSite { site, store in
      store.isHeld.withLock { $0 = false }
      var half: [RawConnection] = []
      for _ in 0..<8 {  // one after the other: each has a place until its body is read
        half += try await RawConnection.crowd(1, port: site.port) { _ in
          """
          POST \(Self.path) HTTP/1.1\r
          Host: latchstring.localhost:\(site.port)\r
          Origin: \(site.origin)\r
          Content-Type: application/json\r
          Connection: close\r
          Content-Length: 2\r
          \r
          {
          """
        }
        try await Task.sleep(for: .milliseconds(50))
      }
      defer { for connection in half { connection.close() } }
      // In the meantime, all of them have begun: each waits for its last byte alone.
      for _ in 0..<3 { #expect(try await Visitor(site).post(Self.path).status == 200) }

      store.isHeld.withLock { $0 = true }
      let begun = try await fill(site, store)
      #expect(half.allSatisfy { !$0.isAnswered }, "none was refused because it began late")
      for connection in half { try connection.send("}") }
      for connection in half {
        let answer = await connection.answer()
        #expect(answer.hasPrefix("HTTP/1.1 503"), "\(answer.prefix(80))")
      }
      #expect(store.waiting.withLock { $0 } == 3, "none of them came as far as the store")
      store.isHeld.withLock { $0 = false }
      for request in begun { #expect(try await request.value == 200) }
      for _ in 0..<3 { #expect(try await Visitor(site).post(Self.path).status == 200) }
    }
  }
}
