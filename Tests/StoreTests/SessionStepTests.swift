import Foundation
import GRDB
import Model
import Testing

@testable import Store

@Suite struct SessionStepTests {
  @Test("G-45: older sessions have a plain phrase, and signed-in ones an independent handle each")
  func before() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    try await DatabaseQueue(path: path).write { database in
      let connection = SQLiteConnection(database: database)
      try Migrations.run(Array(Migrations.steps.prefix(7)), on: connection)
      _ = try connection.execute(
        "INSERT INTO accounts (id, username, username_key, created_at) VALUES ($1, 'a', 'a', 0)", [.bytes([9])])
      for number in UInt8(1)...4 {
        _ = try connection.execute(
          "INSERT INTO sessions (id, account_id, created_at, seen_at, signed_in_at) VALUES ($1, $2, 0, 0, $3)",
          [.bytes([number]), number == 4 ? .null : .bytes([9]), number == 4 ? .null : .integer(0)])
      }
    }
    let store = try SQLiteStore(path: path)
    let sessions = try await store.read { try $0.sessions(of: AccountID([9])) }
    #expect(sessions.count == 3 && sessions.allSatisfy { $0.browser == .unknown })
    #expect(Set(sessions.compactMap(\.handle)).count == 3 && sessions.allSatisfy { $0.handle?.count == 36 })
    #expect(try await store.read { try $0.session(SessionID(digest: [4])) }?.handle == nil)
  }
}
