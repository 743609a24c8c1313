import Model

/// Whatever speaks SQL through a connection, for one subject or another.
protocol SQLStatements {
  associatedtype Connection: SQLConnection
  var connection: Connection { get }
}

extension SQLStatements {
  func first(_ sql: String, _ values: SQLValue...) throws -> SQLRow? { try connection.query(sql, values).first }
  func all(_ sql: String, _ values: SQLValue...) throws -> [SQLRow] { try connection.query(sql, values) }
  @discardableResult
  func run(_ sql: String, _ values: SQLValue...) throws -> Int { try connection.execute(sql, values) }

  func installationValue(_ name: String) throws -> [UInt8]? {
    try first("SELECT value FROM installation WHERE name = $1", .text(name))?.bytes("value")
  }
  func setInstallationValue(_ name: String, _ value: [UInt8]) throws {
    try run("INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(name), .bytes(value))
  }
}
