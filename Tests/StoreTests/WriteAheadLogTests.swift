import Foundation
import GRDB
import Model
import Testing

@testable import Store

/// A log in the state left by a crash, a power cut or a bad disk. SQLite reports nothing in any of these cases.
@Suite struct WriteAheadLogTests {
  private static let frame = 24 + 4096

  /// A database that was killed with these names in its log, each in its own commit, the last of them a long one;
  /// `change` is then applied to the log.
  private func withLog(
    _ change: (inout Data) throws -> Void = { _ in }, _ body: (_ path: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"),
      files = FileManager.default
    defer { try? files.removeItem(at: folder) }
    let (living, left) = (folder.appending(path: "living").path, folder.appending(path: "left").path)
    for path in [living, left] { try files.createDirectory(atPath: path, withIntermediateDirectories: true) }
    let store = try SQLiteStore(path: living + "/file.sqlite")
    try store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    for number in 0..<6 { try insert("name \(number)", number == 5 ? 20_000 : 1, into: store.database) }
    try files.copyItem(atPath: living + "/file.sqlite", toPath: left + "/file.sqlite")
    var log = try #require(files.contents(atPath: living + "/file.sqlite-wal"))
    try change(&log)
    try log.write(to: URL(filePath: left + "/file.sqlite-wal"))
    try body(left + "/file.sqlite")
  }
  private func insert(_ name: String, _ size: Int = 1, into database: any DatabaseWriter) throws {
    try database.write {
      try $0.execute(sql: "INSERT INTO installation (name, value) VALUES (?, zeroblob(?))", arguments: [name, size])
    }
  }
  private func expect(_ names: Int, in path: String) throws {
    let found = try SQLiteStore(path: path).database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM installation")
    }
    #expect(found == names)
  }
  private func refusal(_ path: String) throws -> String {
    let before = FileManager.default.contents(atPath: path + "-wal")
    var reason = ""
    do { _ = try SQLiteStore(path: path) } catch let error as StoreError { reason = error.reason.english }
    #expect(throws: StoreError(.unavailable, "")) { try SQLiteStore(reading: path) }
    #expect(FileManager.default.contents(atPath: path + "-wal") == before)
    return reason
  }
  private func isCommit(_ log: Data, _ frame: Int) -> Bool {
    log[32 + frame * Self.frame + 4..<32 + frame * Self.frame + 8].contains { $0 != 0 }
  }
  /// The frame at which the last transaction begins.
  private func last(_ log: Data) throws -> Int {
    let count = (log.count - 32) / Self.frame
    return try #require((0..<count - 1).last { isCommit(log, $0) }) + 1
  }

  @Test("a log left by a killed program is read to its end") func whole() throws {
    try withLog { try expect(6, in: $0) }
  }
  @Test(
    "a wrong bit anywhere in a frame, with commits after it, keeps the program from starting",
    arguments: [0, 5, 9, 17, 24, 2000, 4119])
  func bit(place: Int) throws {
    try withLog({ log in log[32 + place] ^= 4 }) { path in
      let sentence = try refusal(path)
      #expect(sentence.hasPrefix("\(path)-wal is damaged, and what was saved last is in it. "), "\(sentence)")
      #expect(sentence.contains("Move \(path) and \(path)-wal away") && !sentence.contains("\n"))
    }
  }
  @Test("the command named in the error recovers everything before the damage") func goingOn() throws {
    try withLog({ log in log[32 + (try last(log)) * Self.frame - 9] ^= 1 }) { path in
      #expect(try refusal(path).hasSuffix("sqlite3 '\(path)' 'PRAGMA wal_checkpoint(TRUNCATE)'"))
      let database = try DatabaseQueue(path: path)
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try database.close()
      try expect(4, in: path)
    }
  }
  @Test(
    "a log whose header is zeroed or wrong is refused; one that holds nothing is not",
    arguments: [0..<32, 16..<17, 3..<4])
  func header(wrong: Range<Int>) throws {
    try withLog({ log in for place in wrong { log[place] = ~log[place] & (wrong.count > 1 ? 0 : 0xff) } }) { path in
      let sentence = try refusal(path)
      #expect(sentence.contains("-wal is damaged"))
    }
    try withLog({ $0 = Data(count: 32 + 3 * Self.frame) }) { try expect(0, in: $0) }
  }
  @Test(
    "the last transaction may be torn anywhere, its commit there or not: a power cut does that",
    arguments: [1, 24, 2000, 4119])
  func torn(place: Int) throws {
    try withLog({ log in log.removeLast(place) }) { try expect(5, in: $0) }
    try withLog({ log in log[32 + (try last(log)) * Self.frame + place] ^= 4 }) { try expect(5, in: $0) }
  }
  @Test("a power cut in a long transaction and another in the next transaction are both survived")
  func tornTwice() throws {
    try withLog({ log in log[32 + (try last(log)) * Self.frame + 2000] ^= 4 }) { path in
      let before = try #require(FileManager.default.contents(atPath: path + "-wal")), again = path + "-again"
      let store = try SQLiteStore(path: path)
      try insert("after", into: store.database)
      var log = try #require(FileManager.default.contents(atPath: path + "-wal"))
      let written = try #require((32..<log.count).first { log[$0] != before[$0] })
      log[written + 2000] ^= 4
      try FileManager.default.copyItem(atPath: path, toPath: again)
      try log.write(to: URL(filePath: again + "-wal"))
      try expect(5, in: again)
    }
  }
  @Test("frames that an earlier round left after the end do not count as damage") func earlier() throws {
    try withLog({ log in
      // Their salts differ; a log grows in place.
      let end = 32 + (try last(log)) * Self.frame
      for frame in stride(from: end, to: log.count, by: Self.frame) { log[frame + 11] ^= 1 }
      log += log[32..<end].enumerated().map { $0 % Self.frame == 8 ? ~$1 : $1 }
    }) { try expect(5, in: $0) }
  }
  @Test("a log restarted over a longer one is read, and damage in it is found") func begunAnew() throws {
    func withReused(
      _ change: (inout Data) -> Void, _ body: (_ path: String) throws -> Void
    ) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "living.sqlite").path, left = folder.appending(path: "left.sqlite").path
      let store = try SQLiteStore(path: path)
      for number in 0..<6 { try insert("earlier \(number)", into: store.database) }
      try store.database.writeWithoutTransaction { _ = try $0.checkpoint() }
      let length = FileManager.default.contents(atPath: path + "-wal")?.count
      for number in 0..<3 { try insert("name \(number)", into: store.database) }
      var log = try #require(FileManager.default.contents(atPath: path + "-wal"))
      #expect(log.count == length)
      change(&log)
      try FileManager.default.copyItem(atPath: path, toPath: left)
      try log.write(to: URL(filePath: left + "-wal"))
      try body(left)
    }
    try withReused({ _ in }) { try expect(9, in: $0) }
    try withReused({ $0[32 + 99] ^= 1 }) { path in
      let sentence = try refusal(path)
      #expect(sentence.contains("-wal is damaged"))
    }
  }
  @Test("opening a database while others write to it reports no damage", .timeLimit(.minutes(2))) func busy()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "file.sqlite").path, store = try SQLiteStore(path: path)
    try await withThrowingTaskGroup { group in
      group.addTask {
        for number in 0..<400 {
          try insert("name \(number)", into: store.database)
          if number % 7 == 0 { try await store.database.writeWithoutTransaction { _ = try $0.checkpoint() } }
        }
      }
      group.addTask {
        for _ in 0..<100 {
          let isDamaged = try WriteAheadLog.isDamaged(of: path)
          #expect(!isDamaged)
        }
      }
      try await group.waitForAll()
    }
  }
}
