import Model

extension SQLRecords {
  func credential(_ id: KeyID) throws -> Credential? {
    try first("SELECT * FROM credentials WHERE id = $1", .text(id.rawValue)).map(credential)
  }
  func credentials(of account: AccountID) throws -> [Credential] {
    try all("SELECT * FROM credentials WHERE account_id = $1 ORDER BY created_at, id", .bytes(account.bytes)).map(credential)
  }

  func insert(_ credential: Credential) throws {
    let written = try run(
      """
      INSERT INTO credentials (id, account_id, public_key, sign_count, user_verified, backup_eligible, backup_state, transports, aaguid,
        attestation_format, created_at, last_used_at, vouching)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING
      """, .text(credential.id.rawValue), .bytes(credential.account.bytes), .bytes(credential.publicKey), .integer(Int64(credential.signCount)),
      .flag(credential.wasUserVerified), .optional(credential.isBackupEligible, SQLValue.flag), .flag(credential.isBackedUp),
      .text(credential.transports.joined(separator: ",")), .bytes(credential.aaguid), .text(credential.attestationFormat),
      .date(credential.createdAt), .optional(credential.lastUsedAt, SQLValue.date), .optional(credential.vouching, SQLValue.text))
    guard written == 1 else { throw StoreError(.taken, "credential") }
  }

  func update(_ credential: Credential) throws {
    try run(
      """
      UPDATE credentials SET sign_count = $2, user_verified = $3, backup_eligible = $4, backup_state = $5, last_used_at = $6 WHERE id = $1
      """, .text(credential.id.rawValue), .integer(Int64(credential.signCount)), .flag(credential.wasUserVerified),
      .optional(credential.isBackupEligible, SQLValue.flag), .flag(credential.isBackedUp), .optional(credential.lastUsedAt, SQLValue.date))
  }

  func delete(_ credential: KeyID) throws { try run("DELETE FROM credentials WHERE id = $1", .text(credential.rawValue)) }

  private func credential(_ row: SQLRow) throws -> Credential {
    guard let signCount = UInt32(exactly: try row.integer("sign_count")) else { throw StoreError(.unreadable, "sign count") }
    return Credential(
      id: KeyID(rawValue: try row.text("id")), account: AccountID(try row.bytes("account_id")), publicKey: try row.bytes("public_key"),
      signCount: signCount, wasUserVerified: try row.flag("user_verified"),
      isBackupEligible: try row.optional("backup_eligible", SQLRow.flag), isBackedUp: try row.flag("backup_state"),
      transports: try row.text("transports").split(separator: ",").map(String.init), aaguid: try row.bytes("aaguid"),
      attestationFormat: try row.text("attestation_format"), vouching: try row.optional("vouching", SQLRow.text),
      createdAt: try row.date("created_at"),
      lastUsedAt: try row.optional("last_used_at", SQLRow.date))
  }
}
