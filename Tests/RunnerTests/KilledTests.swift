import Demo
import Vocabulary
import Foundation
import Model
import Store
import Testing

@testable import Runner

/// The process dies at each write of a change to the ways in. What is begun is whole or not there, and whatever the server says can open
/// the account opens it: it is tried.
@Suite struct KilledTests {
  let keys = Keys()
  let new = DemoAuthenticator(hasPRF: true)

  func killAtEachWrite(
    _ prepare: (inout Desk) async throws -> Void, _ act: (inout Desk) async throws -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    for fatal in 1...80 {
      let store = FailingStore(try SQLiteStore(), failingAt: .max)
      var desk = try await Desk.asking(store)
      try await desk.register("mirela", keys)
      let account = try desk.account
      try await prepare(&desk)
      var hasDied = false
      store.fail(from: store.writes + fatal)
      do { try await act(&desk) } catch is FailingStore.Death { hasDied = true }
      store.fail(from: .max)
      try await expectWhole(desk, account, "at write \(fatal)", location)
      if !hasDied { return }
    }
    Issue.record("never got through", sourceLocation: location)
  }

  func expectWhole(_ desk: Desk, _ account: AccountID, _ place: Comment, _ location: SourceLocation) async throws {
    let rows = try await desk.rows(of: account)
    func count(_ event: AuditEvent) -> Int { rows.events.filter { $0 == event }.count }
    let named = rows.ways.filter { $0.role != nil }, codes = rows.ways.filter { $0.kind == .phrase }
    #expect(named.count == count(.keyEnrolled) - count(.keyRevoked), place, sourceLocation: location)
    #expect(codes.count == count(.recoveryCodeSaved) - count(.recoveryCodeInvalidated), place, sourceLocation: location)
    #expect(rows.generations.count == count(.masterKeyMade) + count(.masterKeyRotated), place, sourceLocation: location)
    #expect(rows.credentials == Set(rows.ways.filter { $0.kind == .key }.map(\.id)), place, sourceLocation: location)
    var opened = 0
    for key in [keys.laptop, keys.yellow, keys.black, new] {
      var browser = try await desk.another(with: key)
      guard let id = browser.session.credential else { continue }
      let opens = rows.ways.contains { $0.id == id && $0.opens }
      guard opens else { continue }
      opened += 1
      let isOpen = try await browser.openJournal(key)
      #expect(isOpen, "\(place)", sourceLocation: location)
      let isWritten = try await browser.write("still here")
      #expect(isWritten, "\(place)", sourceLocation: location)
    }
    for words in desk.hands.papers {
      var browser = try await desk.another()
      try await browser.start(.recovery)
      try await browser.type(words)
      if browser.choices.contains("restoring.enroll") { opened += 1 }
    }
    #expect(opened == rows.ways.filter(\.opens).count, place, sourceLocation: location)
  }

  @Test("A-41 A-102: enrollment killed at each of its writes leaves each key whole or not there, and what opens opens") func enrollment() async throws
  {
    try await killAtEachWrite { _ in
    } _: { desk in
      try await desk.enroll(keys)
    }
  }
  @Test("revocation killed at each of its writes takes the key out with a new generation, or not at all") func revocation() async throws {
    try await killAtEachWrite { desk in
      try await desk.enroll(keys)
    } _: { desk in
      try await desk.revoke(try await desk.way("black").id, with: keys.yellow)
    }
  }
  @Test("A-112: a new code killed at each of its writes leaves exactly one code that opens") func code() async throws {
    try await killAtEachWrite { desk in
      try await desk.enroll(keys)
    } _: { desk in
      _ = try await desk.renewCode(keys.yellow)
    }
  }
  @Test("A-73: recovery killed at each of its writes leaves the old words or the new ones, and never both") func recovery() async throws {
    try await killAtEachWrite { desk in
      try await desk.enroll(keys)
      try await desk.signOut()
    } _: { desk in
      _ = try await desk.recover(desk.hands.papers[0], new)
    }
  }
}
