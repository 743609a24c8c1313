import Synchronization

/// Looks again and again whether a signature counter in the database is lower than before.
final class CounterWatch: Sendable {
  private let seen = Mutex<(latest: [String: Int], fallen: Set<String>)>(([:], []))
  /// The ids of the keys whose counter was.
  var fallen: Set<String> { seen.withLock { $0.fallen } }

  /// Looks until the task is cancelled.
  func look(at databases: DatabasePair) async {
    while !Task.isCancelled {
      // Now and then there is no database to ask.
      if let rows = try? await databases.ask("SELECT id, sign_count FROM credentials") { take(rows) }
      try? await Task.sleep(for: .seconds(1))
    }
  }
  private func take(_ rows: [[String]]) {
    seen.withLock { seen in
      for row in rows {
        guard let count = Int(row[1]) else { continue }
        if count < seen.latest[row[0]] ?? 0 { seen.fallen.insert(row[0]) }
        seen.latest[row[0]] = count
      }
    }
  }
}
