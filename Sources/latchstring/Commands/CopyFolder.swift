import Foundation
import HandsTools
import Model
import Sentences
import Store
import TerminalSurface

/// A folder with copies of a site's accounts, one for each time that somebody or a timer made one.
///
/// These copies do not count among what a household keeps elsewhere: nobody said where they are.
struct CopyFolder {
  let path: String

  /// Writes a copy that is named after the moment, reads it back, and then deletes the oldest ones.
  /// - Parameter most: How many copies stay; `nil` for all.
  func add(to most: Int?, from accounts: SQLiteStore, at now: Date) async throws {
    do { try OwnerFolder.make(path) } catch { throw ConfigurationProblem("\(path) cannot be made.") }
    let file = "\(path)/\(Self.name(at: now))"
    let copy = try await CopyFile(path: file).write(from: accounts)
    let deleted = try most.map(trim) ?? 0
    let amount: Sentence = copy.accounts == 1 ? "one account" : "\(copy.accounts) accounts"
    say(
      "The accounts as they are now are in \(file): it was read back, with \(amount) in it. Older copies deleted: \(deleted).",
      keeping: [file])
  }

  /// Deletes the oldest copies. Other files are left alone.
  /// - Returns: How many it deleted.
  private func trim(to most: Int) throws -> Int {
    let copies = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.wholeMatch(of: Self.pattern) != nil }.sorted()
    let old = copies.dropLast(most)
    for name in old { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    return old.count
  }

  /// Names sort as their moments do, in UTC.
  private static func name(at now: Date) -> String {
    let moment = now.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
    return "accounts-\(moment.replacing(":", with: "")).sqlite"
  }
  private static var pattern: some RegexComponent { /accounts-\d{4}-\d\d-\d\dT\d{6}\.sqlite/ }
}
