import Foundation
import GRDB
import Model
import Testing

@testable import EscrowProvider
@testable import Store

/// A database in any condition: of a different version or kind, emptied, damaged. `Tests/latchstringTests` cut its
/// power.
@Suite struct SQLiteFileTests {
  private enum Kind: CaseIterable {
    case accounts, provider
    var steps: Int { self == .accounts ? Migrations.steps.count : ProviderMigrations.steps.count }
    func open(_ path: String) throws -> any DatabaseWriter {
      switch self {
      case .accounts: try SQLiteStore(path: path).database
      case .provider: try SQLiteProviderStore(path: path).file.writer
      }
    }
  }
  private func withFile(_ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "file.sqlite").path)
  }
  /// The reason why the database was not opened; requires that nothing in it has changed.
  private func refusal(_ kind: Kind, _ path: String) throws -> String {
    let before = FileManager.default.contents(atPath: path)
    var reason = ""
    do { _ = try kind.open(path) } catch let error as StoreError { reason = error.reason.english }
    #expect(FileManager.default.contents(atPath: path) == before)
    return reason
  }
  @Test("a file written by one process is read by the next; any other kind of file is rejected") func files()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path, name = try #require(Username("Mirela"))
    let account = Account(
      id: AccountID(Array(0..<16)), username: name, createdAt: Date(timeIntervalSince1970: 1_800_000_000))
    try await SQLiteStore(path: path).write { try $0.insert(account) }
    #expect(try await SQLiteStore(path: path).read { try $0.account(account.id) } == account)
    let other = folder.appending(path: "other").path
    try Data("not a database, and long enough to be looked at as one".utf8).write(to: URL(filePath: other))
    #expect(throws: StoreError(.unavailable, "")) { try SQLiteStore(path: other) }
  }
  /// Changes a closed database, so that it is entirely in the one file.
  private func change(_ path: String, _ sql: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try database.write { try $0.execute(sql: sql) }
    try database.close()
  }

  @Test("a full disk and an inaccessible file are reported once, in plain words") func plainWords() {
    let full = SQLiteFile.unavailable(
      DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full"), opening: "/a/b.sqlite")
    #expect(full.reason.english == "the disk is full")
    let closed = SQLiteFile.unavailable(
      DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "unable to open database file"), opening: "/a/b.sqlite")
    #expect(closed.reason.english == "/a/b.sqlite or its folder may not be read or written")
    let busy = SQLiteFile.unavailable(DatabaseError(resultCode: .SQLITE_BUSY, message: "locked"))
    #expect(busy.reason.english.contains("locked"))
  }
  @Test("the writing connection waits for the disk at each commit", arguments: [Kind.accounts, .provider])
  private func synchronous(kind: Kind) throws {
    try withFile { path in
      let database = try kind.open(path)
      #expect(try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
      #expect(try database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }
  }
  @Test(
    "a database of a newer version is not opened, not even for reading, and stays as it is",
    arguments: [Kind.accounts, .provider])
  private func newer(kind: Kind) throws {
    try withFile { path in
      try kind.open(path).close()
      try change(path, "UPDATE schema_version SET version = version + 1")
      let sentence = try refusal(kind, path)
      #expect(
        sentence.hasPrefix(
          "its tables are of version \(kind.steps + 1), and this program knows them up to \(kind.steps)."))
      if kind == .accounts { #expect(throws: StoreError(.unavailable, "")) { try SQLiteStore(reading: path) } }
    }
  }
  @Test("a database of the other kind is not opened and remains unchanged", arguments: [Kind.accounts, .provider])
  private func otherKind(kind: Kind) throws {
    try withFile { path in
      try (kind == .accounts ? Kind.provider : .accounts).open(path).close()
      try change(path, "UPDATE schema_version SET version = 1")
      #expect(try refusal(kind, path).hasSuffix("is a database of another kind"))
    }
  }
  @Test("an emptied file is rejected if other files are alongside it; by itself, it counts as new")
  func emptied() throws {
    try withFile { path in
      try Data().write(to: URL(filePath: path))
      try Data().write(to: URL(filePath: path + "-wal"))
      _ = try Kind.accounts.open(path)
    }
    try withFile { path in
      try Data().write(to: URL(filePath: path))
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent + "/hands", withIntermediateDirectories: false)
      #expect(try refusal(.accounts, path).contains("is empty, and other things stand beside it"))
    }
  }
  @Test("a damaged page is found when the file is opened, wherever it is") func damaged() throws {
    for page in 1..<8 {
      try withFile { path in
        try Kind.accounts.open(path).close()
        try change(path, "INSERT INTO installation (name, value) VALUES ('a', zeroblob(9000))")
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for place in page * 4096..<(page + 1) * 4096 { bytes[place] = 0xa5 }
        try bytes.write(to: URL(filePath: path))
        let sentence = try refusal(.accounts, path)
        let isSaid = sentence.contains("is damaged (SQLite: ") && sentence.hasSuffix(" or begin anew")
        #expect(isSaid, "\(page): \(sentence)")
        #expect(!sentence.contains("\n"))
      }
    }
  }
  @Test(
    "an emptied or removed database is refused with helpful advice, and a copy opens",
    arguments: Kind.allCases, [false, true])
  private func lost(kind: Kind, isRemoved: Bool) throws {
    try withFile { path in
      let copy = path + "-copy", marker = path + "-begun", files = FileManager.default
      try kind.open(path).close()
      #expect(try files.attributesOfItem(atPath: marker)[.posixPermissions] as? Int == 0o600)
      try files.copyItem(atPath: path, toPath: copy)
      func lose() throws {
        try? files.removeItem(atPath: path)
        if !isRemoved { try Data().write(to: URL(filePath: path)) }
      }
      try lose()
      let named = isRemoved ? marker : "\(path) and \(marker)"
      #expect(
        try refusal(kind, path) == "\(path) is \(isRemoved ? "missing" : "empty"), and had something in it. "
          + "Move \(named) away, and then put a copy in its place or begin anew")
      try? files.removeItem(atPath: path)
      try files.moveItem(atPath: copy, toPath: path)
      try kind.open(path).close()
      try lose()
      for file in named.split(separator: " and ") { try files.removeItem(atPath: String(file)) }
      try kind.open(path).close()
    }
  }
  @Test(
    "an emptied or removed database is refused beside a log, which has to be moved too",
    arguments: [false, true])
  func log(isRemoved: Bool) throws {
    try withFile { path in
      let log = path + "-wal", marker = path + "-begun", files = FileManager.default
      let database = try Kind.accounts.open(path)
      try database.write { try $0.execute(sql: "INSERT INTO installation (name, value) VALUES ('a', zeroblob(99))") }
      let bytes = try #require(files.contents(atPath: log))
      try database.close()
      for name in try files.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent) {
        try files.removeItem(atPath: (path as NSString).deletingLastPathComponent + "/" + name)
      }
      if !isRemoved { try Data().write(to: URL(filePath: path)) }
      try bytes.write(to: URL(filePath: log))
      let sentence = try refusal(.accounts, path)
      #expect(sentence.contains("Move \(isRemoved ? log : "\(path) and \(log)") away"), "\(sentence)")
      #expect(!files.fileExists(atPath: marker))
    }
  }
  @Test("an older database without a marker gets one at its next start") func unmarked() throws {
    try withFile { path in
      try Kind.accounts.open(path).close()
      try FileManager.default.removeItem(atPath: path + "-begun")
      try Kind.accounts.open(path).close()
      #expect(FileManager.default.fileExists(atPath: path + "-begun"))
    }
  }
  @Test("an index missing a row is found when the file is opened, even if all pages are readable")
  func index() throws {
    try withFile { path in
      try Kind.accounts.open(path).close()
      let name = "a name that stands in the table and in its index"
      try change(path, "INSERT INTO installation (name, value) VALUES ('\(name)', x'00')")
      let database = try DatabaseQueue(path: path)
      let page = try #require(
        try database.read { database in
          let indexes = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'installation'"
          return try Int.fetchOne(database, sql: indexes)
        })
      try database.close()
      var bytes = try #require(FileManager.default.contents(atPath: path))
      let place = try #require(bytes[(page - 1) * 4096..<page * 4096].firstRange(of: Array(name.utf8))).lowerBound
      bytes[place] ^= 1
      try bytes.write(to: URL(filePath: path))
      let sentence = try refusal(.accounts, path)
      #expect(sentence.contains("is damaged (SQLite: row 1 missing from index"), "\(sentence)")
    }
  }
}
