import Encoding
import Foundation
import GRDB
import Model

/// The copy of a database that is written beside it before its tables are changed, so that the program from before can
/// be put back. There is at most one: the one of the latest change.
enum CopyBeforeUpgrade {
  /// Writes the copy if these steps will change the tables. If it was already written and the change was then
  /// interrupted, it stays as it is.
  ///
  /// - Throws: If there is no space for it. The tables are then not changed.
  static func write(_ database: any DatabaseWriter, at path: String, before steps: [MigrationStep]) throws {
    // On the writing connection: a reading one that is closed last would leave the log behind.
    let version = try database.writeWithoutTransaction { database in
      try database.tableExists("schema_version")
        ? Migrations.version(on: SQLiteConnection(database: database)) : 0
    }
    guard version > 0, version < steps.count else { return }
    let place = PathParts(path), mark = "\(place.name)-version-", copy = "\(mark)\(version)"
    let others = try FileManager.default.contentsOfDirectory(atPath: place.folder).filter {
      $0.hasPrefix(mark) && $0 != copy
    }
    let part = "\(place.folder)/\(copy).part", whole = "\(place.folder)/\(copy)"
    if !FileManager.default.fileExists(atPath: whole) {
      unlink(part)
      try Snapshot.write(database, to: part)
      guard rename(part, whole) == 0 else { throw SQLiteFile.systemRefusal() }
      try SQLiteFile.syncFolder(of: path)
    }
    for other in others { unlink("\(place.folder)/\(other)") }
  }
}
