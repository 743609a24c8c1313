import FlowKit
import Model

/// What this run has written, or lets stand as a hardware key from now on.
extension Enrollment.State {
  mutating func add(_ row: Enrollment.Row) {
    rows.insert(row, at: row.role == .primary ? 0 : rows.endIndex)
    advance(row.opens ? nil : .signsInOnly)
  }
  /// G-06
  mutating func drop(_ key: KeyID) {
    rows.removeAll { $0.key == key }
    if backup == .skipped, rows.isEmpty { backup = .wantedAgain }
    advance()
  }
  mutating func call(_ key: KeyID, _ label: String) {
    for row in rows.indices where rows[row].key == key { rows[row].label = label }
    advance()
  }
  /// A key passed its test.
  mutating func note(_ key: KeyID, opens: Bool) {
    for row in rows.indices where rows[row].key == key { rows[row].tested = true; rows[row].opens = opens }
    advance(opens ? nil : .signsInOnly)
  }

  /// The key that somebody signed up with needs no second credential: it gets a name and a role, at the end of the run.
  mutating func adopt(_ key: KeyID, _ label: String, opens: Bool) {
    add(Enrollment.Row(key: key, label: label, role: role, opens: opens, reach: standing.keys.first { $0.id == key }?.reach))
  }
  /// Keys that stand and have no role yet, in this run or before it.
  var adoptable: [KeyID] { standing.keys.filter { $0.role == nil }.map(\.id).filter { key in !rows.contains { $0.key == key } } }
  func isAdopted(_ key: KeyID) -> Bool { standing.keys.contains { $0.id == key && $0.role == nil } }
  /// Whether a key that is enrolled already can only be one without a role.
  var mayOnlyAdopt: Bool { rows.isEmpty && !standing.keys.isEmpty && standing.keys.allSatisfy { $0.role == nil } }
}
