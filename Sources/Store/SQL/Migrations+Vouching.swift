extension Migrations {
  /// Who vouched for a key when it was registered. Of those that are there nobody knows any more.
  static let vouching = MigrationStep(["ALTER TABLE credentials ADD COLUMN vouching TEXT"])
}
