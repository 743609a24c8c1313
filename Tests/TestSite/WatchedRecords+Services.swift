import Foundation
import Model

extension WatchedRecords {
  func service(_ id: String) throws -> DeclaredService? { try records.service(id) }
  func services() throws -> [DeclaredService] { try records.services() }
  func insert(_ service: DeclaredService) throws { try records.insert(service); changes.append("service") }
  func update(_ service: DeclaredService) throws { try records.update(service); changes.append("service") }
  func delete(service: String) throws { try records.delete(service: service); changes.append("service deleted") }

  func serviceConsent(_ service: String, of account: AccountID) throws -> ServiceConsent? {
    try records.serviceConsent(service, of: account)
  }
  func serviceConsents(of account: AccountID) throws -> [ServiceConsent] { try records.serviceConsents(of: account) }
  func put(_ consent: ServiceConsent) throws { try records.put(consent); changes.append("consent") }
  func deleteServiceConsent(_ service: String, of account: AccountID) throws {
    try records.deleteServiceConsent(service, of: account); changes.append("consent deleted")
  }

  func personFacts(of account: AccountID) throws -> PersonFacts? { try records.personFacts(of: account) }
  func put(_ facts: PersonFacts) throws { try records.put(facts); changes.append("facts") }

  func serviceGrant(_ id: String) throws -> ServiceGrant? { try records.serviceGrant(id) }
  func serviceGrants(of account: AccountID) throws -> [ServiceGrant] { try records.serviceGrants(of: account) }
  func serviceGrants(in session: SessionID) throws -> [ServiceGrant] { try records.serviceGrants(in: session) }
  func serviceGrants(expiredBefore time: Date, limit: Int) throws -> [ServiceGrant] {
    try records.serviceGrants(expiredBefore: time, limit: limit)
  }
  func insert(_ grant: ServiceGrant) throws { try records.insert(grant); changes.append("grant") }
  func update(_ grant: ServiceGrant) throws { try records.update(grant); changes.append("grant") }
  func moveServiceGrants(in old: SessionID, to new: SessionID?) throws {
    try records.moveServiceGrants(in: old, to: new); changes.append("grants")
  }
  func delete(serviceGrant id: String) throws {
    try records.delete(serviceGrant: id); changes.append("grant deleted")
  }

  func serviceToken(_ digest: [UInt8]) throws -> ServiceToken? { try records.serviceToken(digest) }
  func insert(_ token: ServiceToken) throws { try records.insert(token); changes.append("token") }
  func spend(serviceToken digest: [UInt8], rememberedUntil end: Date) throws -> Bool {
    let isSpent = try records.spend(serviceToken: digest, rememberedUntil: end)
    if isSpent { changes.append("token spent") }
    return isSpent
  }
  func delete(serviceToken digest: [UInt8]) throws {
    try records.delete(serviceToken: digest); changes.append("token deleted")
  }
  func deleteServiceTokens(of grant: String) throws {
    try records.deleteServiceTokens(of: grant); changes.append("tokens deleted")
  }
  func deleteServiceTokens(expiredBefore time: Date, limit: Int) throws {
    try records.deleteServiceTokens(expiredBefore: time, limit: limit)
  }

  func insert(_ logout: ServiceLogout) throws { try records.insert(logout); changes.append("logout") }
  func update(_ logout: ServiceLogout) throws { try records.update(logout); changes.append("logout") }
  func takeServiceLogouts(dueAt now: Date, until leased: Date, limit: Int) throws -> [ServiceLogout] {
    try records.takeServiceLogouts(dueAt: now, until: leased, limit: limit)
  }
  func nextServiceLogout() throws -> Date? { try records.nextServiceLogout() }
  func serviceLogouts(of account: AccountID, limit: Int) throws -> [ServiceLogout] {
    try records.serviceLogouts(of: account, limit: limit)
  }
  func deleteServiceLogouts(createdBefore time: Date) throws { try records.deleteServiceLogouts(createdBefore: time) }
}
