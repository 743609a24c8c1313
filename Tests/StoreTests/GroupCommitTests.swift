import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Store

/// Writes that come at once share a commit, and nothing else.
@Suite struct GroupCommitTests {
  private struct Refused: Error {}

  @Test("sixty-four writes at once are one commit; those beyond them are the next") func shared() async throws {
    try await withCommits { commits, path in
      for (count, expected) in [(1, 1), (64, 1), (65, 2), (200, 4)] {
        try commits.emptyLog()
        let answers = try await commits.atOnce((0..<count).map { insert("\(count) \($0)") })
        for answer in answers { try await answer.value }
        #expect(try Self.commits(inLogOf: path) == expected, "\(count) writes")
        #expect(try Self.names(in: path).count { $0.hasPrefix("\(count) ") } == count)
      }
    }
  }

  @Test("what is answered can be read by another program at once, also one by one") func answered() async throws {
    try await withCommits { commits, path in
      try await withThrowingTaskGroup { group in
        for number in 0..<40 {
          group.addTask {
            for round in 0..<3 {
              try await commits.write(insert("\(number) \(round)"))
              let isThere = try Self.names(in: path).contains("\(number) \(round)")
              #expect(isThere)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("a write that throws is undone by itself, with or without a part that was tried", arguments: [true, false])
  func alone(inMemory: Bool) async throws {
    try await withCommits(inMemory: inMemory) { commits, _ in
      let answers = try await commits.atOnce([
        insert("before"),
        { database in
          try insert("thrown")(database)
          throw Refused()
        },
        { database in
          let records = SQLRecords(
            connection: SQLiteConnection(database: database), consequences: Consequences())
          try insert("around")(database)
          try? records.attempt {
            try insert("tried")(database)
            throw Refused()
          }
          try records.attempt { try insert("kept")(database) }
        },
        insert("before"),  // is there already
        insert("after"),
      ])
      let outcomes = await answers.asyncMap { await $0.result }
      #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true, false, true])
      #expect(throws: Refused.self) { try outcomes[1].get() }
      #expect((outcomes[3].failure as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
      #expect(try commits.names() == ["after", "around", "before", "kept"])
    }
  }

  @Test("who leaves before their turn is dropped, who leaves later is answered, and nobody else notices")
  func cancelled() async throws {
    try await withCommits { commits, _ in
      let leaving = Mutex<Task<Void, any Error>?>(nil)
      let works: [Work] = [
        insert("first"), insert("left before"),
        { database in
          try insert("left meanwhile")(database)
          leaving.withLock { $0?.cancel() }
        },
        insert("last"),
      ]
      let answers = try await commits.atOnce(works) { answers in
        answers[1].cancel()
        leaving.withLock { $0 = answers[2] }
      }
      let outcomes = await answers.asyncMap { await $0.result }
      #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true, true])
      #expect(outcomes[1].failure is CancellationError && answers[2].isCancelled)
      #expect(try commits.names() == ["first", "last", "left meanwhile"])
    }
  }

  @Test("if the transaction is lost, nothing after it commits by itself, and each is performed again alone")
  func lost() async throws {
    try await withCommits { commits, path in
      let turns = Mutex<[String]>([])
      @Sendable func work(_ name: String, _ then: @escaping Work = { _ in }) -> Work {
        { database in
          turns.withLock { $0.append(name) }
          try insert(name)(database)
          try then(database)
        }
      }
      try commits.emptyLog()
      let answers = try await commits.atOnce([
        work("first"),
        work("loser") { database in
          guard turns.withLock({ $0.count { $0 == "loser" } }) == 1 else { return }
          // As SQLite does by itself if the disk is full.
          try database.execute(sql: "ROLLBACK")
          try? insert("by itself")(database)
        },
        work("last"),
      ])
      for answer in answers { try await answer.value }
      #expect(turns.withLock { $0 } == ["first", "loser", "first", "loser", "last"])
      #expect(try commits.names() == ["first", "last", "loser"])
      #expect(try Self.commits(inLogOf: path) == 3)
    }
  }

  @Test("if the commit fails, each is performed again alone, and only the one that cannot be committed is refused")
  func uncommitted() async throws {
    try await withCommits { commits, _ in
      let answers = try await commits.atOnce([
        insert("first"),
        { database in
          try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
          try insert("of nobody")(database)
          try database.execute(sql: "INSERT INTO looks (skeleton, account_id) VALUES ('x', x'00')")
        },
        insert("last"),
      ])
      let outcomes = await answers.asyncMap { await $0.result }
      #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true])
      #expect(try commits.names() == ["first", "last"])
    }
  }

  @Test("copying, checking and emptying the log have their turn among many writes") func others() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(path: folder + "/file.sqlite"), copy = folder + "/copy"
      try await withThrowingTaskGroup { group in
        for number in 0..<300 {
          group.addTask { try await store.write { try $0.setInstallationValue("\(number)", [1]) } }
        }
        group.addTask { try await store.copy(to: copy) }
        group.addTask { _ = await store.forgetDeleted() }
        group.addTask { try await store.checkIntegrity() }
        try await group.waitForAll()
      }
      try await SQLiteStore(reading: copy).checkIntegrity()
      #expect(await store.forgetDeleted())
      #expect(try Self.names(in: folder + "/file.sqlite").count == 300)
    }
  }
}

/// What a write does.
typealias Work = @Sendable (Database) throws -> Void

func insert(_ name: String, size: Int = 1) -> Work {
  { database in
    _ = try SQLiteConnection(database: database).execute(
      "INSERT INTO installation (name, value) VALUES ($1, $2)",
      [.text(name), .bytes(Array(repeating: 7, count: size))])
  }
}

extension GroupCommitTests {
  private func withCommits(
    inMemory: Bool = false, _ body: (_ commits: GroupCommit, _ path: String) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let path = folder + "/file.sqlite"
      try await body(GroupCommit(try inMemory ? SQLiteStore().database : SQLiteStore(path: path).database), path)
    }
  }
  private func withFolder(_ body: (_ folder: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
  /// The names in a database, read as another program reads it.
  static func names(in path: String) throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    return try database.read { try String.fetchAll($0, sql: "SELECT name FROM installation ORDER BY name") }
  }
  /// The number of transactions in a log that was emptied before them: each ends with a frame that has the database's
  /// size (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
  private static func commits(inLogOf path: String) throws -> Int {
    let log = try #require(FileManager.default.contents(atPath: path + "-wal"))
    return stride(from: 32, to: log.count, by: 24 + 4096).count { frame in
      let isOfThisLog = log[frame + 8..<frame + 16] == log[16..<24], size = log[frame + 4..<frame + 8]
      return isOfThisLog && size.contains { $0 != 0 }
    }
  }
}

extension GroupCommit {
  /// Begins writes that all wait before the first of them is performed.
  ///
  /// - Parameter meanwhile: What happens while they wait.
  func atOnce(
    _ works: [Work], meanwhile: (_ answers: [Task<Void, any Error>]) -> Void = { _ in }
  ) async throws -> [Task<Void, any Error>] {
    let gate = DispatchSemaphore(value: 0)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let before = Task {
      try await write { _ in
        beginning.finish()
        gate.wait()
      }
    }
    for await _ in begun {}
    var answers: [Task<Void, any Error>] = []
    for (place, work) in works.enumerated() {
      answers.append(Task { try await write(work) })
      while count <= place { await Task.yield() }
    }
    meanwhile(answers)
    gate.signal()
    try await before.value
    return answers
  }
  func names() throws -> [String] {
    try writer.read { try String.fetchAll($0, sql: "SELECT name FROM installation ORDER BY name") }
  }
  func emptyLog() throws { try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
}

extension Array {
  fileprivate func asyncMap<Other>(_ transform: (Element) async -> Other) async -> [Other] {
    var all: [Other] = []
    for one in self { all.append(await transform(one)) }
    return all
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
