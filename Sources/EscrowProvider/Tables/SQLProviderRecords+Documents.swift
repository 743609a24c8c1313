import Foundation
import Model
import Store

extension SQLProviderRecords {
  func providerAccount(_ key: [UInt8]) throws -> ProviderAccount? {
    try first("SELECT * FROM provider_accounts WHERE key = $1", .bytes(key)).map { row in
      ProviderAccount(key: try row.bytes("key"), paidUntil: try row.date("paid_until"))
    }
  }
  func put(_ account: ProviderAccount) throws {
    try run(
      "INSERT INTO provider_accounts (key, paid_until) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET paid_until = $2",
      .bytes(account.key), .date(account.paidUntil))
  }

  func newestDocument(of account: [UInt8]) throws -> KeptDocument? {
    try first("SELECT * FROM documents WHERE account = $1 ORDER BY version DESC LIMIT 1", .bytes(account)).map(document)
  }
  func document(_ version: Int, of account: [UInt8]) throws -> KeptDocument? {
    try first("SELECT * FROM documents WHERE account = $1 AND version = $2", .bytes(account), .integer(Int64(version)))
      .map(document)
  }
  func documentEntries(of account: [UInt8], upTo version: Int, limit: Int) throws -> [DocumentEntry] {
    try all(
      """
      SELECT version, meta_data, uploaded_at FROM documents WHERE account = $1 AND version <= $2 ORDER BY version DESC \
      LIMIT $3
      """,
      .bytes(account), .integer(Int64(version)), .integer(Int64(limit))
    ).map { row in
      DocumentEntry(
        version: try row.count("version"), metaData: try row.optional("meta_data", SQLRow.bytes),
        uploadedAt: try row.date("uploaded_at"))
    }
  }
  func insert(_ document: KeptDocument) throws {
    let written = try changes(
      """
      INSERT INTO documents (account, version, hash, bytes, signature, meta_data, uploaded_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
      """, .bytes(document.account), .integer(Int64(document.version)), .bytes(document.hash), .bytes(document.bytes),
      .bytes(document.signature), .optional(document.metaData, SQLValue.bytes), .date(document.uploadedAt))
    guard written == 1 else { throw StoreError(.taken, "document version") }
  }
  func deleteProviderAccounts(paidUntilBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "provider_accounts", by: "key", where: "paid_until", before: time, limit: limit)
  }

  private func document(_ row: SQLRow) throws -> KeptDocument {
    KeptDocument(
      account: try row.bytes("account"), version: try row.count("version"), hash: try row.bytes("hash"),
      bytes: try row.bytes("bytes"),
      signature: try row.bytes("signature"), metaData: try row.optional("meta_data", SQLRow.bytes),
      uploadedAt: try row.date("uploaded_at"))
  }
}
