import Demo
import Model
import Store
import Synchronization
import TestSite
import Testing

/// What a visitor reads while the database cannot do what it should.
@Suite struct StoreTroubleTests {
  /// A store that fails with this code, if there is one.
  private final class FailingStore: Model.Store {
    private let store: any Model.Store
    let code = Mutex<StoreError.Code?>(nil)
    init() throws { store = try SQLiteStore() }

    private func failIfTold() throws { if let code = code.withLock({ $0 }) { throw StoreError(code, "as told") } }
    func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      try failIfTold()
      return try await store.write(work)
    }
    func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      try failIfTold()
      return try await store.read(work)
    }
  }

  @Test("too much to do, out of reach and an unknown outcome are told apart; only where it is true, nothing changed")
  func told() async throws {
    let store = try FailingStore()
    try await withSite(store: store) { site in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register("mirela", with: key)
      func answer(_ code: StoreError.Code) async throws -> (HTTPAnswer, HTTPAnswer) {
        store.code.withLock { $0 = code }
        defer { store.code.withLock { $0 = nil } }
        return (
          try await visitor.get("/account", accept: "text/html"), try await visitor.post("/api/authentication/options")
        )
      }
      for (code, sentence, retry) in [
        (StoreError.Code.busy, "More people are here than can be served at once. Nothing has changed.", "2" as String?),
        (.unavailable, "Can't reach the account store right now. Nothing has changed.", nil),
        (.unknown, "The account store broke off at this very step, so we can't tell whether it counted.", nil),
      ] {
        let (page, program) = try await answer(code)
        for answer in [page, program] {
          let text = answer.text.replacing("&#39;", with: "'").replacing("’", with: "'")
          #expect(answer.status == 503 && text.contains(sentence), "\(answer.text)")
          #expect(answer.header("Retry-After") == retry)
          #expect(text.contains("Nothing has changed") == (code != .unknown))
        }
      }
      #expect(try await visitor.signIn(with: key).status == 200, "and afterwards it works")
    }
  }
}
