import Model

/// The store interfaces, written once in SQL that every driver takes.
struct SQLRecords<Connection: SQLConnection>: Records, SQLStatements {
  let connection: Connection

  func attempt<Result>(_ work: () throws -> Result) throws -> Result {
    try connection.execute("SAVEPOINT attempt", [])
    do {
      let result = try work()
      try connection.execute("RELEASE SAVEPOINT attempt", [])
      return result
    } catch {
      try connection.execute("ROLLBACK TO SAVEPOINT attempt", [])
      try connection.execute("RELEASE SAVEPOINT attempt", [])
      throw error
    }
  }
}
