import Model

extension SQLRecords {
  func account(_ id: AccountID) throws -> Account? {
    try first("SELECT * FROM accounts WHERE id = $1", .bytes(id.bytes)).map(account)
  }
  func account(named name: Username) throws -> Account? {
    try first("SELECT * FROM accounts WHERE username_key = $1", .text(name.key)).map(account)
  }
  func accounts(limit: Int) throws -> [Account] {
    try all("SELECT * FROM accounts ORDER BY created_at, id LIMIT $1", .integer(Int64(limit))).map(account)
  }
  func isTaken(_ name: Username) throws -> Bool {
    if try account(named: name) != nil { return true }
    return try name.skeletons.contains { try first("SELECT 1 FROM looks WHERE skeleton = $1", .text($0)) != nil }
  }

  func insert(_ account: Account) throws {
    let written = try changes(
      """
      INSERT INTO accounts (id, username, username_key, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      """, .bytes(account.id.bytes), .text(account.username.text), .text(account.username.key),
      .optional(account.passwordHash, SQLValue.text), .date(account.createdAt))
    guard written == 1 else { throw StoreError(.taken, "account") }
    for skeleton in account.username.skeletons {
      try run("INSERT INTO looks (skeleton, account_id) VALUES ($1, $2)", .text(skeleton), .bytes(account.id.bytes))
    }
  }

  func setPasswordHash(_ hash: String, of account: AccountID) throws {
    try run("UPDATE accounts SET password_hash = $2 WHERE id = $1", .bytes(account.bytes), .text(hash))
  }

  func setCare(_ care: AccountCare, of account: AccountID) throws {
    try run(
      """
      UPDATE accounts SET wants_code_reminder = $2, was_nudged = $3, rotation_due = $4, left_on_keys = $5,
        escrow_begun_at = $6, round_later_at = $7, round_later_times = $8
      WHERE id = $1
      """, .bytes(account.bytes),
      .flag(care.wantsCodeReminder), .flag(care.wasNudged), .flag(care.isRotationDue),
      .text(care.leftOnKeys.joined(separator: "\n")), .optional(care.escrowBegunAt, SQLValue.date),
      .optional(care.roundLaterAt, SQLValue.date), .integer(Int64(care.roundLaterTimes)))
  }

  func setLife(_ life: AccountLife, of account: AccountID) throws {
    try run(
      "UPDATE accounts SET disabled_at = $2, deletion_at = $3 WHERE id = $1", .bytes(account.bytes),
      .optional(life.disabledAt, SQLValue.date), .optional(life.deletionAt, SQLValue.date))
  }

  private func account(_ row: SQLRow) throws -> Account {
    Account(
      id: AccountID(try row.bytes("id")), username: try username(row), createdAt: try row.date("created_at"),
      passwordHash: try row.optional("password_hash", SQLRow.text),
      care: AccountCare(
        wantsCodeReminder: try row.flag("wants_code_reminder"), wasNudged: try row.flag("was_nudged"),
        isRotationDue: try row.flag("rotation_due"),
        leftOnKeys: try row.text("left_on_keys").split(separator: "\n").map(String.init),
        escrowBegunAt: try row.optional("escrow_begun_at", SQLRow.date),
        roundLaterAt: try row.optional("round_later_at", SQLRow.date),
        roundLaterTimes: try row.count("round_later_times")),
      life: AccountLife(
        disabledAt: try row.optional("disabled_at", SQLRow.date),
        deletionAt: try row.optional("deletion_at", SQLRow.date)))
  }
  func username(_ row: SQLRow) throws -> Username {
    guard let username = Username(try row.text("username")) else { throw StoreError(.unreadable, "user name") }
    return username
  }
}

extension SQLRecords {
  func credential(_ id: KeyID) throws -> Credential? {
    try first("SELECT * FROM credentials WHERE id = $1", .text(id.rawValue)).map(credential)
  }
  func credentials(of account: AccountID) throws -> [Credential] {
    try all("SELECT * FROM credentials WHERE account_id = $1 ORDER BY created_at, id", .bytes(account.bytes)).map(
      credential)
  }

  func insert(_ credential: Credential) throws {
    let written = try changes(
      """
      INSERT INTO credentials (id, account_id, public_key, sign_count, user_verified, backup_eligible, backup_state,
        transports, aaguid,
        attestation_format, created_at, last_used_at, vouching)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING
      """, .text(credential.id.rawValue), .bytes(credential.account.bytes), .bytes(credential.publicKey),
      .integer(Int64(credential.signCount)),
      .flag(credential.wasUserVerified), .optional(credential.isBackupEligible, SQLValue.flag),
      .flag(credential.isBackedUp),
      .text(credential.transports.joined(separator: ",")), .bytes(credential.aaguid),
      .text(credential.attestationFormat),
      .date(credential.createdAt), .optional(credential.lastUsedAt, SQLValue.date),
      .optional(credential.vouching, SQLValue.text))
    guard written == 1 else { throw StoreError(.taken, "credential") }
  }

  func update(_ credential: Credential) throws {
    try run(
      """
      UPDATE credentials SET sign_count = $2, user_verified = $3, backup_eligible = $4, backup_state = $5,
        last_used_at = $6
      WHERE id = $1
      """, .text(credential.id.rawValue), .integer(Int64(credential.signCount)), .flag(credential.wasUserVerified),
      .optional(credential.isBackupEligible, SQLValue.flag), .flag(credential.isBackedUp),
      .optional(credential.lastUsedAt, SQLValue.date))
  }

  func delete(_ credential: KeyID) throws {
    try run("DELETE FROM credentials WHERE id = $1", .text(credential.rawValue))
  }

  func credential(_ row: SQLRow) throws -> Credential {
    guard let signCount = UInt32(exactly: try row.integer("sign_count")) else {
      throw StoreError(.unreadable, "sign count")
    }
    return Credential(
      id: KeyID(rawValue: try row.text("id")), account: AccountID(try row.bytes("account_id")),
      publicKey: try row.bytes("public_key"),
      signCount: signCount, wasUserVerified: try row.flag("user_verified"),
      isBackupEligible: try row.optional("backup_eligible", SQLRow.flag), isBackedUp: try row.flag("backup_state"),
      transports: try row.text("transports").split(separator: ",").map(String.init), aaguid: try row.bytes("aaguid"),
      attestationFormat: try row.text("attestation_format"), vouching: try row.optional("vouching", SQLRow.text),
      createdAt: try row.date("created_at"),
      lastUsedAt: try row.optional("last_used_at", SQLRow.date))
  }
}
