import Model
import Sentences

/// The tables of one kind of database, for whatever moves a whole database.
package struct TableSet: Sendable {
  /// A table that every database of this kind has, and no other kind.
  let own: String
  let steps: [MigrationStep]
  /// Every table with rows that move, after those that its rows refer to.
  package let copied: [CopiedTable]
  /// The tables that are empty in a database into which rows may be moved.
  let empty: [String]
  /// What is said of a database in which they are not.
  let refusal: Sentence

  package init(
    having own: String, _ steps: [MigrationStep], copied: [CopiedTable], empty: [String], refusal: Sentence
  ) {
    self.own = own; self.steps = steps; self.copied = copied; self.empty = empty; self.refusal = refusal
  }

  /// - Throws: `StoreError.unavailable` if moved rows would replace somebody's.
  func expectRoom(in target: some SQLConnection) throws {
    for table in empty where try !target.query("SELECT 1 AS one FROM \(table) LIMIT 1", []).isEmpty {
      throw StoreError(.unavailable, refusal)
    }
  }
}

extension TableSet {
  /// A site's.
  package static let site = TableSet(
    having: "accounts", Migrations.steps,
    copied: [
      CopiedTable("installation", "name"), CopiedTable("accounts", "id"),
      CopiedTable("looks", "skeleton", "account_id"), CopiedTable("credentials", "id"), CopiedTable("sessions", "id"),
      CopiedTable("challenges", "bytes"), CopiedTable("runs", "id"), CopiedTable("audit_log", "position"),
      CopiedTable("device_wraps", "id"), CopiedTable("way_proofs", "way_id", "how"),
      CopiedTable("generations", "account_id", "number"), CopiedTable("journal", "account_id", "id"),
      CopiedTable("handoffs", "token_hash"), CopiedTable("drill_tickets", "token_hash"),
      CopiedTable("invitations", "token_hash"), CopiedTable("copies", "head", "place"),
      CopiedTable("copy_ways", "head", "place", "way_id"), CopiedTable("guesses", "place"),
      CopiedTable("checkpoints", "position"), CopiedTable("audit_beginning", "position"),
      CopiedTable("audit_kept", "position"), CopiedTable("audit_numbers", "account_id"),
      CopiedTable("services", "id"), CopiedTable("service_consents", "account_id", "service_id"),
      CopiedTable("person_facts", "account_id"), CopiedTable("service_grants", "id"),
      CopiedTable("service_tokens", "digest"), CopiedTable("service_logouts", "id"),
    ], empty: ["accounts"], refusal: "there are accounts in it already")
}
