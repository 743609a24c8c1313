import Demo
import Vocabulary
import Foundation
import Model
import Store
import Testing

@testable import Runner

/// The process crashes at each write of a change to the ways in. Unfinished work is complete or absent, and every way
/// that the server lists as opening the account is tried and opens it.
@Suite struct KilledTests {
  let keys = Keys()
  let new = DemoAuthenticator(hasPRF: true)

  func killAtEachWrite(
    _ prepare: (inout Client) async throws -> Void, _ act: (inout Client) async throws -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    for fatal in 1...80 {
      let store = FailingStore(try SQLiteStore(), failingAt: .max)
      var client = try await Client.asking(store)
      try await client.register("mirela", keys)
      let account = try client.account
      try await prepare(&client)
      var hasDied = false
      store.fail(from: store.writes + fatal)
      do { try await act(&client) } catch is FailingStore.Death { hasDied = true }
      store.fail(from: .max)
      try await expectWhole(client, account, "at write \(fatal)", location)
      if !hasDied { return }
    }
    Issue.record("never got through", sourceLocation: location)
  }

  func expectWhole(_ client: Client, _ account: AccountID, _ place: Comment, _ location: SourceLocation) async throws {
    let rows = try await client.rows(of: account)
    func count(_ event: AuditEvent) -> Int { rows.events.filter { $0 == event }.count }
    let named = rows.ways.filter { $0.role != nil }, codes = rows.ways.filter { $0.kind == .phrase }
    #expect(named.count == count(.keyEnrolled) - count(.keyRevoked), place, sourceLocation: location)
    #expect(codes.count == count(.recoveryCodeSaved) - count(.recoveryCodeInvalidated), place, sourceLocation: location)
    #expect(rows.generations.count == count(.masterKeyMade) + count(.masterKeyRotated), place, sourceLocation: location)
    #expect(rows.credentials == Set(rows.ways.filter { $0.kind == .key }.map(\.id)), place, sourceLocation: location)
    var opened = 0
    for key in [keys.laptop, keys.yellow, keys.black, new] {
      var browser = try await client.another(with: key)
      guard let id = browser.session.credential else { continue }
      let opens = rows.ways.contains { $0.id == id && $0.opens }
      guard opens else { continue }
      opened += 1
      let isOpen = try await browser.openJournal(key)
      #expect(isOpen, "\(place)", sourceLocation: location)
      let isWritten = try await browser.write("still here")
      #expect(isWritten, "\(place)", sourceLocation: location)
    }
    for words in client.hands.papers {
      var browser = try await client.another()
      try await browser.start(.recovery)
      try await browser.type(words)
      if browser.choices.contains("restoring.enroll") { opened += 1 }
    }
    #expect(opened == rows.ways.filter(\.opens).count, place, sourceLocation: location)
  }

  @Test("A-41 A-102: a crash in enrollment leaves keys whole or absent, and all listed ways open")
  func enrollment() async throws {
    try await killAtEachWrite { _ in
    } _: { client in
      try await client.enroll(keys)
    }
  }
  @Test("a crash in revocation removes the key with a new generation, or not at all")
  func revocation() async throws {
    try await killAtEachWrite { client in
      try await client.enroll(keys)
    } _: { client in
      try await client.revoke(try await client.way("black").id, with: keys.yellow)
    }
  }
  @Test("A-112: a crash while renewing the code leaves exactly one code that opens") func code() async throws {
    try await killAtEachWrite { client in
      try await client.enroll(keys)
    } _: { client in
      _ = try await client.renewCode(keys.yellow)
    }
  }
  @Test("A-73: a crash in recovery leaves either the old words or the new ones, never both")
  func recovery() async throws {
    try await killAtEachWrite { client in
      try await client.enroll(keys)
      try await client.signOut()
    } _: { client in
      _ = try await client.recover(client.hands.papers[0], new)
    }
  }
}
