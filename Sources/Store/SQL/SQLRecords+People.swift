import Foundation
import Model

extension SQLRecords {
  func accounts(dueForDeletionAt now: Date, limit: Int) throws -> [AccountID] {
    try all(
      """
      SELECT id FROM accounts WHERE deletion_at <= $1 ORDER BY deletion_at, id LIMIT $2
      \(connection.dialect.skippingLocked)
      """, .date(now), .integer(Int64(limit))
    ).map { AccountID(try $0.bytes("id")) }
  }

  /// What a copy of the accounts had of these ways in is forgotten as well: nobody is left who could come back with it.
  func delete(_ account: AccountID) throws {
    for session in try sessions(of: account) { try delete(session.id) }
    let ways = "(SELECT id FROM device_wraps WHERE account_id = $1)"
    for statement in [
      "DELETE FROM way_proofs WHERE way_id IN \(ways)", "DELETE FROM copy_ways WHERE way_id IN \(ways)",
      "DELETE FROM device_wraps WHERE account_id = $1", "DELETE FROM credentials WHERE account_id = $1",
      "DELETE FROM generations WHERE account_id = $1", "DELETE FROM journal WHERE account_id = $1",
      "DELETE FROM drill_tickets WHERE account_id = $1", "DELETE FROM invitations WHERE account_id = $1",
      "DELETE FROM looks WHERE account_id = $1", "DELETE FROM audit_kept WHERE account_id = $1",
      "DELETE FROM service_tokens WHERE grant_id IN (SELECT id FROM service_grants WHERE account_id = $1)",
      "DELETE FROM service_grants WHERE account_id = $1", "DELETE FROM service_consents WHERE account_id = $1",
      "DELETE FROM person_facts WHERE account_id = $1",
      "DELETE FROM accounts WHERE id = $1",
    ] {
      try run(statement, .bytes(account.bytes))
    }
  }
}

extension SQLRecords {
  func insert(_ invitation: Invitation) throws {
    let written = try changes(
      """
      INSERT INTO invitations (token_hash, created_at, expires_at, account_id) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING
      """, .bytes(invitation.tokenHash), .date(invitation.createdAt), .date(invitation.expiresAt),
      .optional(invitation.account?.bytes, SQLValue.bytes))
    guard written == 1 else { throw StoreError(.taken, "invitation") }
  }
  func invitation(_ tokenHash: [UInt8]) throws -> Invitation? {
    try first("SELECT * FROM invitations WHERE token_hash = $1", .bytes(tokenHash)).map(invitation)
  }
  func invitations(validAt now: Date, limit: Int) throws -> [Invitation] {
    try all(
      """
      SELECT * FROM invitations WHERE account_id IS NULL AND expires_at > $1 ORDER BY created_at, token_hash LIMIT $2
      """, .date(now), .integer(Int64(limit))
    ).map(invitation)
  }
  func spend(invitation tokenHash: [UInt8], on account: AccountID) throws {
    try run(
      "UPDATE invitations SET account_id = $2 WHERE token_hash = $1 AND account_id IS NULL", .bytes(tokenHash),
      .bytes(account.bytes))
  }
  func delete(invitation tokenHash: [UInt8]) throws {
    try run("DELETE FROM invitations WHERE token_hash = $1", .bytes(tokenHash))
  }
  func deleteInvitations(expiredBefore time: Date) throws {
    try run("DELETE FROM invitations WHERE account_id IS NULL AND expires_at <= $1", .date(time))
  }

  private func invitation(_ row: SQLRow) throws -> Invitation {
    Invitation(
      tokenHash: try row.bytes("token_hash"), createdAt: try row.date("created_at"),
      expiresAt: try row.date("expires_at"),
      account: try row.optional("account_id", SQLRow.bytes).map { AccountID($0) })
  }
}
