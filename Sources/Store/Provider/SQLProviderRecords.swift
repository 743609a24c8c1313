import Model

/// A provider's store interfaces, written once in SQL that every driver takes.
struct SQLProviderRecords<Connection: SQLConnection>: ProviderRecords, SQLStatements {
  let connection: Connection
}
