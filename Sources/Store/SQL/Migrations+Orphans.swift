extension Migrations {
  /// Runs end with their session. Those of sessions that are gone stayed for ever.
  static let orphans = MigrationStep(["DELETE FROM runs WHERE session_id NOT IN (SELECT id FROM sessions)"])
}
