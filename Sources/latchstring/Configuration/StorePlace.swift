import Foundation
import Model
import Sentences
import Store

/// Where a site keeps its accounts, or a provider its shares: in a file of its folder, or in a PostgreSQL database that
/// several servers share.
enum StorePlace: Sendable {
  case file(String), server(PostgreSQLAddress)

  /// - Parameter file: Returns the path of the file in a folder.
  /// - Throws: `ConfigurationProblem` if the settings contradict each other or cannot be read.
  init(_ read: StrictSettings, file: (_ folder: String) -> String = Settings.database) throws {
    let url = try read.text("database.url"), connections = PostgreSQLAddress.connectionsAllowed
    guard let url else {
      for key in ["database.connections", "database.password.file"] where try read.text(key) != nil {
        throw ConfigurationProblem("\(key) is set, and database.url is missing: where the database is.")
      }
      self = .file(file(try Settings.data(read)))
      return
    }
    self = .server(
      try PostgreSQLAddress(
        url: url, password: try read.secretFile("database.password.file"),
        connections: try read.number("database.connections", in: connections)))
  }

  /// Opens the store for a server, which makes a missing file.
  func open() throws -> any Store {
    switch self {
    case .file(let path): try SQLiteStore(path: path)
    case .server(let address): try PostgreSQLStore(address)
    }
  }

  /// Opens a store that is there, for a command that only reads.
  /// - Throws: `ConfigurationProblem` if there is no file.
  func openExisting() throws -> any Store {
    switch self {
    case .file(let path):
      try FileLook.expectReadable(path, "database at ", missing: "noDatabase")
      return try SQLiteStore(reading: path)
    case .server(let address): return try PostgreSQLStore(address)
    }
  }
}
