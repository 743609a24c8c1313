import Foundation
import Model

extension SQLRecords {
  func service(_ id: String) throws -> DeclaredService? {
    try first("SELECT * FROM services WHERE id = $1", .text(id)).map(service)
  }
  func services() throws -> [DeclaredService] { try all("SELECT * FROM services ORDER BY name, id").map(service) }
  func insert(_ service: DeclaredService) throws {
    let written = try changes(
      """
      INSERT INTO services (id, name, settings, secret_hash, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      """, .text(service.id), .text(service.name), .text(service.settings),
      .optional(service.secretHash, SQLValue.bytes), .date(service.createdAt))
    guard written == 1 else { throw StoreError(.taken, "service") }
  }
  func update(_ service: DeclaredService) throws {
    try run(
      "UPDATE services SET name = $2, settings = $3, secret_hash = $4 WHERE id = $1", .text(service.id),
      .text(service.name), .text(service.settings), .optional(service.secretHash, SQLValue.bytes))
  }
  func delete(service id: String) throws {
    for statement in [
      "DELETE FROM service_tokens WHERE grant_id IN (SELECT id FROM service_grants WHERE service_id = $1)",
      "DELETE FROM service_grants WHERE service_id = $1", "DELETE FROM service_consents WHERE service_id = $1",
      "DELETE FROM service_logouts WHERE service_id = $1", "DELETE FROM services WHERE id = $1",
    ] {
      try run(statement, .text(id))
    }
  }

  private func service(_ row: SQLRow) throws -> DeclaredService {
    DeclaredService(
      id: try row.text("id"), name: try row.text("name"), settings: try row.text("settings"),
      secretHash: try row.optional("secret_hash", SQLRow.bytes), createdAt: try row.date("created_at"))
  }
}

extension SQLRecords {
  func serviceConsent(_ service: String, of account: AccountID) throws -> ServiceConsent? {
    try first(
      "SELECT * FROM service_consents WHERE account_id = $1 AND service_id = $2", .bytes(account.bytes), .text(service)
    ).map(consent)
  }
  func serviceConsents(of account: AccountID) throws -> [ServiceConsent] {
    try all("SELECT * FROM service_consents WHERE account_id = $1 ORDER BY at, service_id", .bytes(account.bytes))
      .map(consent)
  }
  func put(_ consent: ServiceConsent) throws {
    try run(
      """
      INSERT INTO service_consents
        (account_id, service_id, scopes, at, used_at, permit_request, permit_session, permit_credential,
        permit_touched_at, permit_until)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (account_id, service_id) DO UPDATE SET scopes = excluded.scopes, at = excluded.at,
        used_at = excluded.used_at, permit_request = excluded.permit_request,
        permit_session = excluded.permit_session, permit_credential = excluded.permit_credential,
        permit_touched_at = excluded.permit_touched_at, permit_until = excluded.permit_until
      """, .bytes(consent.account.bytes), .text(consent.service), .text(consent.scopes.joined(separator: " ")),
      .date(consent.at), .date(consent.usedAt), .optional(consent.permit?.request, SQLValue.bytes),
      .optional(consent.permit?.session.digest, SQLValue.bytes),
      .optional(consent.permit?.touch?.credential.rawValue, SQLValue.text),
      .optional(consent.permit?.touch?.at, SQLValue.date), .optional(consent.permit?.until, SQLValue.date))
  }
  func deleteServiceConsent(_ service: String, of account: AccountID) throws {
    try run(
      "DELETE FROM service_consents WHERE account_id = $1 AND service_id = $2", .bytes(account.bytes), .text(service))
  }

  func personFacts(of account: AccountID) throws -> PersonFacts? {
    try first("SELECT * FROM person_facts WHERE account_id = $1", .bytes(account.bytes)).map { row in
      PersonFacts(
        account: account, email: try row.optional("email", SQLRow.text), groups: words(try row.text("group_names")))
    }
  }
  func put(_ facts: PersonFacts) throws {
    try run(
      """
      INSERT INTO person_facts (account_id, email, group_names) VALUES ($1, $2, $3)
      ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, group_names = excluded.group_names
      """, .bytes(facts.account.bytes), .optional(facts.email, SQLValue.text),
      .text(facts.groups.joined(separator: " ")))
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func consent(_ row: SQLRow) throws -> ServiceConsent {
    let request = try row.optional("permit_request", SQLRow.bytes)
    let session = try row.optional("permit_session", SQLRow.bytes),
      until = try row.optional("permit_until", SQLRow.date)
    var permit: ServiceConsent.Permit?
    if let request, let session, let until {
      let credential = try row.optional("permit_credential", SQLRow.text).map(KeyID.init(rawValue:))
      let at = try row.optional("permit_touched_at", SQLRow.date)
      let touch = credential.flatMap { key in at.map { ServiceConsent.Permit.Touch(key, at: $0) } }
      permit = ServiceConsent.Permit(
        request: request, session: SessionID(digest: session), touch: touch, until: until)
    }
    return ServiceConsent(
      account: AccountID(try row.bytes("account_id")), service: try row.text("service_id"),
      scopes: words(try row.text("scopes")), at: try row.date("at"), usedAt: try row.date("used_at"), permit: permit)
  }
}
