import Model

extension Store {
  /// Gives the whole log row by row, in order. Each page is a transaction of its own: who takes long over a row holds nobody up, and rows that are
  /// added meanwhile come last.
  public func eachAuditRow(pageSize: Int = 1000, _ take: (AuditRow) throws -> Void) async throws {
    var next = Int.min
    while true {
      let page = try await read { [next] in try $0.auditRows(from: next, limit: pageSize) }
      for row in page { try take(row) }
      guard let last = page.last, last.position < .max else { return }
      next = last.position + 1
    }
  }
}
