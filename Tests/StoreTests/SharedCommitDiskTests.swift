import Foundation
import GRDB
import Model
import Synchronization
import TestDisk
import TestProgram
import Testing

@testable import Store

/// Writes that share a commit, on a disk whose power is cut and on one that becomes full; each in a process of its own.
@Suite struct SharedCommitDiskTests {
  private static let pathName = "LATCHSTRING_SHARED_PATH", roomName = "LATCHSTRING_SHARED_ROOM", count = 64

  @Test("sixty-four writes at once are synced together, and what was answered survives a power cut")
  func power() async throws {
    let disk = try await TestDisk()
    let environment = [Self.pathName: disk.folder + "/file.sqlite"].merging(disk.environment) { $1 }
    let opened = try await TestProgram.tests("StoreTests.SharedCommitDiskTests.opening", environment: environment).run()
    #expect(opened.status == 0, "\(opened.output) \(opened.errors)")
    let before = disk.syncs
    let outcome = try await TestProgram.tests("StoreTests.SharedCommitDiskTests.killed", environment: environment).run()
    #expect(outcome.status == 128 + SIGKILL, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("\nanswered \(Self.count)\n"))
    // Opening the database syncs a few times as well.
    let syncs = disk.syncs - before
    #expect(syncs > 0 && syncs < Self.count / 4, "\(syncs)")
    let left = try disk.afterPowerCut() + "/file.sqlite"
    #expect(try await names(in: SQLiteStore(path: left)).count == Self.count)
  }

  /// The limit holds for the log, which is where a commit is written. Each write has several pages.
  @Test(
    "a disk that becomes full among writes at once keeps what was answered and nothing else", arguments: [8, 40, 120])
  func full(room: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "file.sqlite").path
    let environment = [Self.pathName: path, Self.roomName: "\(room)"]
    let outcome = try await TestProgram.tests("StoreTests.SharedCommitDiskTests.filled", environment: environment).run()
    #expect(outcome.status == 128 + SIGKILL, "\(outcome.output) \(outcome.errors)")
    let answered = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("answered ") })
      .dropFirst("answered ".count).split(separator: ",").map(String.init)
    #expect(!answered.isEmpty && answered.count < Self.count, "\(answered)")
    #expect(try await names(in: SQLiteStore(path: path)) == answered.flatMap { ["\($0) and more", $0] }.sorted())
  }

  private func names(in store: SQLiteStore) async throws -> [String] {
    try await store.database.read { try String.fetchAll($0, sql: "SELECT name FROM installation ORDER BY name") }
  }
  private static func place() -> (path: String, room: Int)? {
    let environment = ProcessInfo.processInfo.environment
    return environment[pathName].map { ($0, environment[roomName].flatMap(Int.init) ?? 0) }
  }
  /// Says what was answered, and ends as if the computer had lost its power.
  private static func end(saying answered: String) {
    FileHandle.standardOutput.write(Data("\nanswered \(answered)\n".utf8))
    kill(getpid(), SIGKILL)
  }

  @Test("the helper that creates the database, in a process of its own") func opening() throws {
    guard let place = Self.place() else { return }
    try SQLiteStore(path: place.path).database.close()
  }

  @Test("the helper that writes and is killed, in a process of its own") func killed() async throws {
    guard let place = Self.place() else { return }
    let commits = GroupCommit(try SQLiteStore(path: place.path).database)
    for answer in try await commits.atOnce((0..<Self.count).map { insert("\($0)") }) { try await answer.value }
    Self.end(saying: "\(Self.count)")
  }

  @Test("the helper whose disk becomes full, in a process of its own") func filled() async throws {
    guard let place = Self.place() else { return }
    let commits = GroupCommit(try SQLiteStore(path: place.path).database)
    try commits.emptyLog()
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(1), &limit) == 0)
    limit.rlim_cur = rlim_t(32 + place.room * 4120)
    try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)
    let answers = try await commits.atOnce(
      (0..<Self.count).map { number in
        { database in
          try insert("\(number)", size: number.isMultiple(of: 2) ? 20_000 : 1)(database)
          try insert("\(number) and more")(database)
        }
      })
    var answered: [String] = []
    for (number, answer) in answers.enumerated() where (try? await answer.value) != nil { answered.append("\(number)") }
    Self.end(saying: answered.joined(separator: ","))
  }
}
