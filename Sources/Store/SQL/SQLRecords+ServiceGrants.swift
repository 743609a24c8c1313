import Foundation
import Model

extension SQLRecords {
  func serviceGrant(_ id: String) throws -> ServiceGrant? {
    try first("SELECT * FROM service_grants WHERE id = $1", .text(id)).map(grant)
  }
  func serviceGrants(of account: AccountID) throws -> [ServiceGrant] {
    try all("SELECT * FROM service_grants WHERE account_id = $1 ORDER BY created_at, id", .bytes(account.bytes))
      .map(grant)
  }
  func serviceGrants(in session: SessionID) throws -> [ServiceGrant] {
    try all("SELECT * FROM service_grants WHERE session_id = $1 ORDER BY created_at, id", .bytes(session.digest))
      .map(grant)
  }
  func serviceGrants(expiredBefore time: Date, limit: Int) throws -> [ServiceGrant] {
    try all(
      """
      SELECT * FROM service_grants WHERE expires_at < $1 ORDER BY expires_at, id LIMIT $2
      \(connection.dialect.skippingLocked)
      """, .date(time), .integer(Int64(limit))
    ).map(grant)
  }
  func insert(_ grant: ServiceGrant) throws {
    try run(
      """
      INSERT INTO service_grants
        (id, service_id, account_id, credential_id, session_id, is_offline, contents, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """, .text(grant.id), .text(grant.service), .bytes(grant.account.bytes),
      .optional(grant.credential?.rawValue, SQLValue.text), .optional(grant.session?.digest, SQLValue.bytes),
      .flag(grant.isOffline), .text(grant.contents), .date(grant.createdAt), .date(grant.expiresAt))
  }
  func update(_ grant: ServiceGrant) throws {
    try run(
      "UPDATE service_grants SET session_id = $2, expires_at = $3 WHERE id = $1", .text(grant.id),
      .optional(grant.session?.digest, SQLValue.bytes), .date(grant.expiresAt))
  }
  func moveServiceGrants(in old: SessionID, to new: SessionID?) throws {
    try run(
      "UPDATE service_grants SET session_id = $2 WHERE session_id = $1", .bytes(old.digest),
      .optional(new?.digest, SQLValue.bytes))
  }
  func delete(serviceGrant id: String) throws {
    try deleteServiceTokens(of: id)
    try run("DELETE FROM service_grants WHERE id = $1", .text(id))
  }

  private func grant(_ row: SQLRow) throws -> ServiceGrant {
    ServiceGrant(
      id: try row.text("id"), service: try row.text("service_id"), account: AccountID(try row.bytes("account_id")),
      credential: try row.optional("credential_id", SQLRow.text).map(KeyID.init(rawValue:)),
      session: try row.optional("session_id", SQLRow.bytes).map(SessionID.init(digest:)),
      isOffline: try row.flag("is_offline"), contents: try row.text("contents"), createdAt: try row.date("created_at"),
      expiresAt: try row.date("expires_at"))
  }
}

extension SQLRecords {
  func serviceToken(_ digest: [UInt8]) throws -> ServiceToken? {
    try first("SELECT * FROM service_tokens WHERE digest = $1", .bytes(digest)).map { row in
      guard let kind = ServiceToken.Kind(rawValue: try row.text("kind")) else {
        throw StoreError(.unreadable, "column kind")
      }
      return ServiceToken(
        digest: digest, kind: kind, grant: try row.text("grant_id"), expiresAt: try row.date("expires_at"),
        isSpent: try row.flag("is_spent"))
    }
  }
  func insert(_ token: ServiceToken) throws {
    try run(
      "INSERT INTO service_tokens (digest, kind, grant_id, expires_at, is_spent) VALUES ($1, $2, $3, $4, $5)",
      .bytes(token.digest), .text(token.kind.rawValue), .text(token.grant), .date(token.expiresAt),
      .flag(token.isSpent))
  }
  func spend(serviceToken digest: [UInt8], rememberedUntil end: Date) throws -> Bool {
    try changes(
      "UPDATE service_tokens SET is_spent = 1, expires_at = $2 WHERE digest = $1 AND is_spent = 0", .bytes(digest),
      .date(end)) == 1
  }
  func deleteServiceTokens(of grant: String) throws {
    try run("DELETE FROM service_tokens WHERE grant_id = $1", .text(grant))
  }
  func delete(serviceToken digest: [UInt8]) throws {
    try run("DELETE FROM service_tokens WHERE digest = $1", .bytes(digest))
  }
  func deleteServiceTokens(expiredBefore time: Date, limit: Int) throws {
    try run(
      """
      DELETE FROM service_tokens WHERE digest IN
        (SELECT digest FROM service_tokens WHERE expires_at < $1 ORDER BY expires_at, digest LIMIT $2)
      """, .date(time), .integer(Int64(limit)))
  }
}

extension SQLRecords {
  func insert(_ logout: ServiceLogout) throws {
    try run(
      """
      INSERT INTO service_logouts (id, service_id, account_id, created_at, next_at, tries, heard_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """, .text(logout.id), .text(logout.service), .bytes(logout.account.bytes), .date(logout.createdAt),
      .optional(logout.nextAt, SQLValue.date), .integer(Int64(logout.tries)),
      .optional(logout.heardAt, SQLValue.date))
  }
  func update(_ logout: ServiceLogout) throws {
    try run(
      "UPDATE service_logouts SET next_at = $2, tries = $3, heard_at = $4 WHERE id = $1", .text(logout.id),
      .optional(logout.nextAt, SQLValue.date), .integer(Int64(logout.tries)),
      .optional(logout.heardAt, SQLValue.date))
  }
  func takeServiceLogouts(dueAt now: Date, until leased: Date, limit: Int) throws -> [ServiceLogout] {
    let due = try all(
      """
      SELECT * FROM service_logouts WHERE next_at IS NOT NULL AND next_at <= $1 ORDER BY next_at, id LIMIT $2
      \(connection.dialect.skippingLocked)
      """, .date(now), .integer(Int64(limit))
    ).map(logout)
    for logout in due {
      try run("UPDATE service_logouts SET next_at = $2 WHERE id = $1", .text(logout.id), .date(leased))
    }
    return due
  }
  func nextServiceLogout() throws -> Date? {
    try first("SELECT next_at FROM service_logouts WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1")?.date("next_at")
  }
  func serviceLogouts(of account: AccountID, limit: Int) throws -> [ServiceLogout] {
    try all(
      "SELECT * FROM service_logouts WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2",
      .bytes(account.bytes), .integer(Int64(limit))
    ).map(logout)
  }
  func deleteServiceLogouts(createdBefore time: Date) throws {
    try run("DELETE FROM service_logouts WHERE created_at < $1 AND next_at IS NULL", .date(time))
  }

  private func logout(_ row: SQLRow) throws -> ServiceLogout {
    ServiceLogout(
      id: try row.text("id"), service: try row.text("service_id"), account: AccountID(try row.bytes("account_id")),
      createdAt: try row.date("created_at"), nextAt: try row.optional("next_at", SQLRow.date),
      tries: try row.count("tries"), heardAt: try row.optional("heard_at", SQLRow.date))
  }
}
