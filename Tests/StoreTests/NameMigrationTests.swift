import Foundation
import GRDB
import Model
import Testing

@testable import Store

@Suite struct NameMigrationTests {
  @Test(
    "older names get their looks; two alike accounts both stay and are found by name",
    arguments: ["username_skeleton", "TABLE looks"])
  func filled(before table: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    let before = Array(Migrations.steps.prefix { !$0.statements.contains { $0.contains(table) } })
    #expect(before.count < Migrations.steps.count)
    let names = ["maria", "m\u{430}ria", "сосо", "Ilse"]
    try await DatabaseQueue(path: path).write { database in
      let connection = SQLiteConnection(database: database)
      try Migrations.run(before, on: connection)
      for (number, name) in names.enumerated() {
        _ = try connection.execute(
          "INSERT INTO accounts (id, username, username_key, created_at) VALUES ($1, $2, $3, 0)",
          [.bytes([UInt8(number)]), .text(name), .text(name.lowercased())])
      }
    }
    let store = try SQLiteStore(path: path)
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
}
