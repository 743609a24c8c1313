extension Migrations {
  /// A session's challenges are counted, and end with it.
  static let challenges = MigrationStep(["CREATE INDEX challenges_of_session ON challenges (session_id, issued_at)"])
}
