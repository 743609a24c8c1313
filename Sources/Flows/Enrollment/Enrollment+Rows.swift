import Vocabulary
import Model
import Sentences

/// The keys that this run has written, or adopted as hardware keys.
extension Enrollment.State {
  mutating func add(_ row: Enrollment.Row) {
    rows.insert(row, at: row.role == .primary ? 0 : rows.endIndex)
    advance(row.opens ? nil : .signsInOnly)
  }
  /// Removes a key from the run (G-06).
  mutating func drop(_ key: KeyID) {
    rows.removeAll { $0.key == key }
    if backup == .skipped, rows.isEmpty { backup = .wantedAgain }
    if !hasMasterKey { alsoOpening = [] }  // it went with the key
    advance()
  }
  mutating func call(_ key: KeyID, _ label: String) {
    for row in rows.indices where rows[row].key == key { rows[row].label = label }
    advance()
  }
  /// Records that a key passed its test.
  mutating func note(_ key: KeyID, opens: Bool) {
    for row in rows.indices where rows[row].key == key { rows[row].tested = true; rows[row].opens = opens }
    advance(opens ? nil : .signsInOnly)
  }

  /// Adopts the key with which the person signed up. The key needs no second credential; at the end of the run, it gets
  /// a name and a role.
  mutating func adopt(_ key: KeyID, _ label: String, opens: Bool) {
    add(
      Enrollment.Row(
        key: key, label: label, role: role, opens: opens, reach: standing.keys.first { $0.id == key }?.reach))
  }
  /// The existing keys that have been given no role yet, either in this run or before it.
  var adoptable: [KeyID] {
    standing.keys.filter { $0.role == nil && $0.kind == .key }.map(\.id).filter { key in
      !rows.contains { $0.key == key }
    }
  }
  func isAdopted(_ key: KeyID) -> Bool { standing.keys.contains { $0.id == key && $0.role == nil } }
  /// Returns the names of the account's other keys, from before this run and from this run.
  private func names(but key: KeyID) -> [String] {
    let before = standing.keys.filter { held in held.id != key && !rows.contains { $0.key == held.id } }
    return before.map(\.comparedName) + rows.filter { $0.key != key }.map(\.label)
  }
  func isTaken(_ label: String, for key: KeyID) -> Bool { KeyName(label).isTaken(among: names(but: key)) }
  func freeName(_ label: String, for key: KeyID) -> String { KeyName(label).free(among: names(but: key)).text }

  /// `true` if a passkey touched here also gets a wrap without being asked for, as soon as there is a Master Key to
  /// wrap.
  var mayAlsoOpen: Bool { standing.keys.contains { $0.role == nil && $0.kind == .key && !$0.opens && !$0.needsRewrap } }
  /// The names of the passkeys that got a wrap this way, except those that became hardware keys in this run.
  var opensToo: [Sentence] {
    standing.keys.filter { held in alsoOpening.contains(held.id) && !rows.contains { $0.key == held.id } }.map(\.name)
  }
  /// What opens the journal besides this run's keys and the recovery code.
  var otherOpeners: [Sentence] {
    let keys = standing.keys.filter { held in
      (held.opens || alsoOpening.contains(held.id)) && !held.isRehearsal && !rows.contains { $0.key == held.id }
    }
    return keys.map { "“\($0.name)”" }
      + (standing.hasEscrow && standing.escrowProvedAt != nil ? [Copy.accountRecovery.sentence] : [])
  }
  /// `true` if every key that is already enrolled lacks a role, so that such a key can only be adopted.
  var mayOnlyAdopt: Bool { rows.isEmpty && !adoptable.isEmpty && standing.keys.allSatisfy { $0.role == nil } }
}
