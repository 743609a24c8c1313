import Foundation
import GRDB
import Model
import Testing

@testable import Store

/// The copy of the database that is written before its tables are changed.
@Suite struct CopyBeforeUpgradeTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
  private var path: String { folder.appending(path: "store.sqlite").path }

  /// Writes a database as a program left it that knew all steps but the last ones.
  private func writeDatabase(lacking count: Int) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let steps = Array(Migrations.steps.dropLast(count))
    let before = try SQLiteDatabase(path: path, having: "accounts", steps)
    try before.writer.write {
      try $0.execute(sql: "INSERT INTO installation (name, value) VALUES ('note', x'01')")
    }
    try before.writer.close()
  }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("tables of an older version are copied first, for their owner alone; current ones are not")
  func copied() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeDatabase(lacking: 1)
    let version = Migrations.steps.count - 1, copy = "\(path)-version-\(version)"
    _ = try SQLiteStore(path: path)
    var look = stat()
    #expect(stat(copy, &look) == 0 && look.st_mode & 0o777 == 0o600)
    let kept = try DatabaseQueue(path: copy)
    let said = try await kept.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT version FROM schema_version"),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM installation WHERE name = 'note'")
      )
    }
    #expect(said == (version, 1))
    try kept.close()
    try FileManager.default.removeItem(atPath: copy)
    _ = try SQLiteStore(path: path)
    #expect(!FileManager.default.fileExists(atPath: copy), "the tables were current")
  }

  @Test("the copy can be put back, and the program from before opens it") func goingBack() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeDatabase(lacking: 1)
    _ = try SQLiteStore(path: path)
    let steps = Array(Migrations.steps.dropLast())
    #expect(throws: StoreError.self) { try SQLiteDatabase(path: path, having: "accounts", steps) }
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    try FileManager.default.moveItem(atPath: "\(path)-version-\(steps.count)", toPath: path)
    let before = try SQLiteDatabase(path: path, having: "accounts", steps)
    let notes = try await before.writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM installation") }
    #expect(notes == 1)
  }

  @Test("only the copy of the latest change is kept, and the part of an interrupted one is written anew")
  func latest() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeDatabase(lacking: 2)
    let version = Migrations.steps.count - 2
    try Data("half".utf8).write(to: URL(filePath: "\(path)-version-\(version).part"))
    try Data("old".utf8).write(to: URL(filePath: "\(path)-version-3"))
    _ = try SQLiteStore(path: path)
    #expect(try names.filter { $0.contains("-version-") } == ["store.sqlite-version-\(version)"])
  }

  @Test("without room for the copy, nothing in the database changes") func noRoom() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeDatabase(lacking: 1)
    // A folder stands where the copy's beginning would be written.
    let part = "\(path)-version-\(Migrations.steps.count - 1).part"
    try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    let steps = Array(Migrations.steps.dropLast())
    #expect(throws: Never.self) { try SQLiteDatabase(path: path, having: "accounts", steps) }
  }
}
