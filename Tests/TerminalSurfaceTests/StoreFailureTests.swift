import HandsProtocol
import Model
import Store
import Synchronization
import Testing
import Vocabulary

@testable import TerminalSurface

/// A database that fails in the middle of a conversation.
@Suite struct StoreFailureTests {
  /// The real store, until it is made to fail.
  private final class Breaking: Store {
    private let store: SQLiteStore
    private let isBroken = Mutex(false)
    init(_ store: SQLiteStore) { self.store = store }

    func breakDown() { isBroken.withLock { $0 = true } }
    func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      if isBroken.withLock(\.self) { throw StoreError(.unavailable, "the disk is full") }
      return try await store.write(work)
    }
    func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      if isBroken.withLock(\.self) { throw StoreError(.unavailable, "the disk is full") }
      return try await store.read(work)
    }
  }

  @Test("if the database fails after a PIN change, the card's actual state is reported first")
  func midway()
    async throws
  {
    let store = Breaking(try SQLiteStore()), home = try TestHome(store), hands = PlayedHands(.withAccount)
    let terminal = ScriptedTerminal(["123456", "654321", "654321"].map { .line($0) }, columns: 200)
    let person = try await home.person(), vault = Vault(memory: DeviceMemory(path: nil))
    var run = TerminalRun(person, vault, on: terminal, patience: nil) { work in
      let news = await hands.perform(work)
      if case .change = work.effect { store.breakDown() }
      return news
    }
    let failure = await #expect(throws: StoreFailure.self) { _ = try await run.run(.cardPIN) }
    #expect(failure?.reason == "the disk is full")
    #expect(hands.card.pin == "654321")
    #expect(terminal.record.last == "This broke off before the end. What was changed on the card until then stays so.")
  }

  @Test("if the card is unchanged, the report says so only of the card; other saved data is kept")
  func before() async throws {
    let store = Breaking(try SQLiteStore()), home = try TestHome(store), hands = PlayedHands(.withAccount)
    let terminal = ScriptedTerminal(["123456", "654321", "654321"].map { .line($0) }, columns: 200)
    let person = try await home.person(), vault = Vault(memory: DeviceMemory(path: nil))
    var run = TerminalRun(person, vault, on: terminal, patience: nil) { work in
      let news = await hands.perform(work)
      if case .verifyPIN = work.effect { store.breakDown() }
      return news
    }
    await #expect(throws: StoreFailure.self) { _ = try await run.run(.cardPIN) }
    #expect(hands.card.pin == "123456")
    #expect(terminal.record.last?.hasPrefix("Nothing was changed on the card") == true)
  }
}
