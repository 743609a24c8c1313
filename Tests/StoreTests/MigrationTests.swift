import Foundation
import GRDB
import Model
import Testing

@testable import Store

/// Databases from before a migration step, brought up to date.
@Suite struct MigrationTests {
  @Test(
    "older names get their looks; two alike accounts both stay and are found by name",
    arguments: ["username_skeleton", "TABLE looks"])
  func filled(before table: String) async throws {
    let before = Array(Migrations.steps.prefix { !$0.statements.contains { $0.contains(table) } })
    #expect(before.count < Migrations.steps.count)
    let names = ["maria", "m\u{430}ria", "сосо", "Ilse"]
    let (store, folder) = try await migrated(from: before) { connection in
      for (number, name) in names.enumerated() {
        _ = try connection.execute(
          "INSERT INTO accounts (id, username, username_key, created_at) VALUES ($1, $2, $3, 0)",
          [.bytes([UInt8(number)]), .text(name), .text(name.lowercased())])
      }
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, text) in names.enumerated() {
      let name = try #require(Username(text))
      #expect(try await store.read { try $0.account(named: name)?.id } == AccountID([UInt8(number)]))
    }
    let asked = [
      ("Coco", true), ("ilse", true), ("llse", true), ("m\u{430}ria", true), ("rnaria", true), ("mario", false),
      ("else", false),
    ]
    for (text, isTaken) in asked {
      let name = try #require(Username(text))
      #expect(try await store.read { try $0.isTaken(name) } == isTaken, "\(text)")
    }
  }

  @Test("G-45: older sessions get a plain phrase, and each signed-in one an independent handle")
  func before() async throws {
    let (store, folder) = try await migrated(from: Array(Migrations.steps.prefix(7))) { connection in
      _ = try connection.execute(
        "INSERT INTO accounts (id, username, username_key, created_at) VALUES ($1, 'a', 'a', 0)", [.bytes([9])])
      for number in UInt8(1)...4 {
        _ = try connection.execute(
          "INSERT INTO sessions (id, account_id, created_at, seen_at, signed_in_at) VALUES ($1, $2, 0, 0, $3)",
          [.bytes([number]), number == 4 ? .null : .bytes([9]), number == 4 ? .null : .integer(0)])
      }
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let sessions = try await store.read { try $0.sessions(of: AccountID([9])) }
    #expect(sessions.count == 3 && sessions.allSatisfy { $0.browser == .unknown })
    #expect(Set(sessions.compactMap(\.handle)).count == 3 && sessions.allSatisfy { $0.handle?.count == 36 })
    #expect(try await store.read { try $0.session(SessionID(digest: [4])) }?.handle == nil)
  }

  @Test("older dates of proof say only what is known, and none is kept for a ticked box")
  func proofs() async throws {
    let before = Array(Migrations.steps.prefix { !$0.statements.contains { $0.contains("TABLE way_proofs") } })
    #expect(before.count < Migrations.steps.count)
    let (store, folder) = try await migrated(from: before) { connection in
      _ = try connection.execute(
        "INSERT INTO accounts (id, username, username_key, created_at) VALUES ($1, 'a', 'a', 0)", [.bytes([9])])
      for (number, kind) in ["key", "card", "phrase", "escrow", "key"].enumerated() {
        _ = try connection.execute(
          """
          INSERT INTO device_wraps (id, account_id, kind, label, transports, record_id, record, wrap, created_at, proved_at)
          VALUES ($1, $2, $3, $1, '', $1, 'record', 'wrap', $4, $5)
          """,
          [
            .text("\(kind) \(number)"), .bytes([9]), .text(kind), .integer(Int64(number)),
            number == 4 ? .null : .integer(5_000),
          ])
      }
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let time = Date(timeIntervalSince1970: 5), ways = try await store.read { try $0.ways(of: AccountID([9])) }
    #expect(ways.map(\.label) == ["key 0", "card 1", "phrase 2", "escrow 3", "key 4"])
    #expect(ways.map(\.proofs) == [[.signed: time], [.signed: time], [:], [.joined: time], [:]])
    #expect(ways.map(\.provedAt) == [nil, nil, nil, time, nil], "that the key or the card opened is not known")
  }

  @Test("papers from before kits had a check have none") func kits() async throws {
    let before = Array(Migrations.steps.prefix { !$0.statements.contains { $0.contains("kit_check") } })
    #expect(before.count < Migrations.steps.count)
    let (store, folder) = try await migrated(from: before) { connection in
      _ = try connection.execute(
        "INSERT INTO accounts (id, username, username_key, created_at) VALUES ($1, 'a', 'a', 0)", [.bytes([9])])
      _ = try connection.execute(
        """
        INSERT INTO device_wraps (id, account_id, kind, label, transports, record_id, record, wrap, created_at)
        VALUES ('c', $1, 'phrase', '', '', 'c', 'record', 'wrap', 0)
        """, [.bytes([9])])
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    var code = try #require(try await store.read { try $0.ways(of: AccountID([9])) }.first)
    #expect(code.kit == nil)
    code.kit = Kit(number: 1, check: "7KQ4M2XD")
    try await store.write { [code] in try $0.update(code) }
    let read = try await store.read { [id = code.id] in try $0.way(id) }
    #expect(read == code)
  }

  /// A store for a database that had completed these steps, with the data inserted then, and the folder to remove.
  private func migrated(
    from steps: [MigrationStep], filledBy fill: @escaping @Sendable (any SQLConnection) throws -> Void
  ) async throws -> (SQLiteStore, URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "store.sqlite").path
    try await DatabaseQueue(path: path).write { database in
      let connection = SQLiteConnection(database: database)
      try Migrations.run(steps, on: connection)
      try fill(connection)
    }
    return (try SQLiteStore(path: path), folder)
  }
}
