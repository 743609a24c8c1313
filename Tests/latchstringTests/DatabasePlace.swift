import Foundation
import TestPostgreSQL
import TestProgram

/// The settings of a site whose accounts are in PostgreSQL, in a database of a role without other rights.
struct DatabasePlace {
  let folder: String, server: TestPostgreSQL, database: String, role: String
  var config: String { folder + "/serve.json" }

  func run(_ words: String...) async throws -> TestProgram.Outcome {
    try await Program.run(words + ["--config", config])
  }
  func configure(_ more: [String: Any] = [:]) throws {
    let settings: [String: Any] = [
      "data": folder, "rp": ["id": "latchstring.localhost"], "origins": ["http://latchstring.localhost:8420"],
      "database": ["url": server.url(database, role: role), "connections": 2].merging(more) { $1 },
    ]
    try JSONSerialization.data(withJSONObject: settings).write(to: URL(filePath: config))
  }
}

/// Makes an empty database and its role, which go at the end.
func withDatabasePlace(
  in given: TestPostgreSQL? = nil, _ body: (DatabasePlace) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let server = try given ?? TestPostgreSQL.shared.get(), database = try server.makeDatabase()
  defer { try? server.drop(database) }
  let role = "r" + database.dropFirst()
  try server.run("CREATE ROLE \(role) LOGIN", in: "postgres")
  try server.run("ALTER DATABASE \(database) OWNER TO \(role)", in: "postgres")
  let place = DatabasePlace(folder: folder, server: server, database: database, role: role)
  try place.configure()
  try await body(place)
}
