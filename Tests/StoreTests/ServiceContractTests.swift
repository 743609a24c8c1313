import Foundation
import Model
import TestPostgreSQL
import Testing

@testable import Store

/// What every driver keeps of services, and of what people gave them.
@Suite(.onEachDatabase) struct ServiceContractTests {
  let store: any Store
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let account: Account, session = SessionID(digest: Array(0..<32))

  init() throws {
    store = try DatabaseKind.current.makeStore()
    account = Account(id: AccountID(Array(0..<16)), username: try #require(Username("Mirela")), createdAt: now)
  }

  /// Writes at least one row into each table about services.
  static func fill(_ records: any Records, for account: AccountID, in session: SessionID, at now: Date) throws {
    try records.insert(
      DeclaredService(id: "notes", name: "Notes", settings: "{\"a\":\"ä\"}", secretHash: [1], createdAt: now))
    try records.insert(DeclaredService(id: "app", name: "An app", settings: "{}", secretHash: nil, createdAt: now))
    try records.put(
      ServiceConsent(
        account: account, service: "notes", scopes: ["email", "profile"], at: now, usedAt: now + 1,
        permit: .init(
          request: [2], session: session, touch: .init(KeyID(rawValue: "key"), at: now), until: now + 60)))
    try records.put(PersonFacts(account: account, email: "m@example.org", groups: ["b", "a"]))
    for number in 0..<3 { try records.insert(grant(number, of: account, in: session, at: now)) }
    try records.insert(ServiceToken(digest: [3], kind: .code, grant: "g0", expiresAt: now + 60))
    try records.insert(ServiceToken(digest: [4], kind: .refresh, grant: "g0", expiresAt: now + 90, isSpent: true))
    try records.insert(
      ServiceLogout(id: "old", service: "notes", account: account, createdAt: now, nextAt: now + 5, tries: 2))
  }
  private static func grant(_ number: Int, of account: AccountID, in session: SessionID, at now: Date) -> ServiceGrant {
    ServiceGrant(
      id: "g\(number)", service: number == 2 ? "app" : "notes", account: account, credential: KeyID(rawValue: "key"),
      session: number == 1 ? nil : session, isOffline: number == 1, contents: "{}",
      createdAt: now + Double(number), expiresAt: now + 100 + Double(number))
  }
  private func filled() async throws {
    try await store.write { records in
      try records.insert(account)
      try Self.fill(records, for: account.id, in: session, at: now)
    }
  }

  @Test("a service is returned as it was declared, its id is its own, and it changes and ends with all it was given")
  func services() async throws {
    try await filled()
    #expect(try await store.read { try $0.services().map(\.id) } == ["app", "notes"])
    var notes = try #require(try await store.read { try $0.service("notes") })
    #expect(notes.secretHash == [1] && notes.settings == "{\"a\":\"ä\"}" && notes.createdAt == now)
    let again = notes
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(again) } }
    (notes.name, notes.secretHash) = ("Other", nil)
    let changed = notes
    try await store.write { try $0.update(changed) }
    #expect(try await store.read { try $0.service("notes") } == changed)
    try await store.write { try $0.delete(service: "notes") }
    let left = try await store.read { records in
      (
        try records.services().map(\.id), try records.serviceGrants(of: account.id).map(\.id),
        try records.serviceToken([3]), try records.serviceConsents(of: account.id),
        try records.serviceLogouts(of: account.id, limit: 9)
      )
    }
    #expect(left.0 == ["app"] && left.1 == ["g2"] && left.2 == nil && left.3.isEmpty && left.4.isEmpty)
  }

  @Test("a consent is returned whole, with what was touched for it, replaced, and forgotten")
  func consents() async throws {
    try await filled()
    var consent = try #require(try await store.read { try $0.serviceConsent("notes", of: account.id) })
    #expect(consent.scopes == ["email", "profile"] && consent.at == now && consent.usedAt == now + 1)
    #expect(consent.permit?.request == [2] && consent.permit?.session == session && consent.permit?.until == now + 60)
    #expect(consent.permit?.touch == .init(KeyID(rawValue: "key"), at: now))
    consent.permit?.touch = nil
    let untouched = consent
    try await store.write { try $0.put(untouched) }
    #expect(try await store.read { try $0.serviceConsent("notes", of: account.id) } == untouched)
    consent.permit = nil
    consent.scopes = []
    let bare = consent
    try await store.write { try $0.put(bare) }
    #expect(try await store.read { try $0.serviceConsents(of: account.id) } == [bare])
    try await store.write { try $0.deleteServiceConsent("notes", of: account.id) }
    #expect(try await store.read { try $0.serviceConsents(of: account.id) } == [])
  }

  @Test("facts about a person are replaced, and gone with the account, as is all that was given")
  func facts() async throws {
    try await filled()
    #expect(
      try await store.read { try $0.personFacts(of: account.id) }
        == PersonFacts(account: account.id, email: "m@example.org", groups: ["b", "a"]))
    try await store.write { try $0.put(PersonFacts(account: account.id)) }
    #expect(try await store.read { try $0.personFacts(of: account.id) } == PersonFacts(account: account.id))
    try await store.write { try $0.delete(account.id) }
    let left = try await store.read { records in
      (
        try records.personFacts(of: account.id), try records.serviceGrants(of: account.id),
        try records.serviceConsents(of: account.id), try records.serviceToken([3]), try records.services().count
      )
    }
    #expect(left.0 == nil && left.1.isEmpty && left.2.isEmpty && left.3 == nil && left.4 == 2)
    #expect(try await store.read { try $0.serviceLogouts(of: account.id, limit: 9).count } == 1, "it must still hear")
  }

  @Test("grants are found by account, by session and by their end, move to another session, and end with their tokens")
  func grants() async throws {
    try await filled()
    #expect(try await store.read { try $0.serviceGrants(of: account.id).map(\.id) } == ["g0", "g1", "g2"])
    #expect(try await store.read { try $0.serviceGrants(in: session).map(\.id) } == ["g0", "g2"])
    #expect(
      try await store.write { try $0.serviceGrants(expiredBefore: now + 102, limit: 9).map(\.id) } == ["g0", "g1"])
    #expect(try await store.write { try $0.serviceGrants(expiredBefore: now + 102, limit: 1).map(\.id) } == ["g0"])
    var grant = try #require(try await store.read { try $0.serviceGrant("g0") })
    #expect(grant.credential == KeyID(rawValue: "key") && !grant.isOffline && grant.contents == "{}")
    (grant.session, grant.expiresAt) = (nil, now + 500)
    let moved = grant
    try await store.write { try $0.update(moved) }
    #expect(try await store.read { try $0.serviceGrant("g0") } == moved)
    #expect(try await store.read { try $0.visit(session) } == nil)
    let other = SessionID(digest: [9])
    try await store.write { try $0.moveServiceGrants(in: session, to: other) }
    #expect(try await store.read { try $0.serviceGrants(in: other).map(\.id) } == ["g2"])
    try await store.write { try $0.moveServiceGrants(in: other, to: nil) }
    #expect(try await store.read { try $0.serviceGrant("g2")?.session } == nil)
    try await store.write { try $0.delete(serviceGrant: "g0") }
    #expect(try await store.read { try $0.serviceGrant("g0") } == nil)
    #expect(try await store.read { try $0.serviceToken([3]) } == nil)
  }

  @Test("a token is spent once, however many try, and remembered until then")
  func tokens() async throws {
    try await filled()
    #expect(
      try await store.read { try $0.serviceToken([4]) }
        == ServiceToken(digest: [4], kind: .refresh, grant: "g0", expiresAt: now + 90, isSpent: true))
    let store = store, end = now + 1000
    let spent = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { try await store.write { try $0.spend(serviceToken: [3], rememberedUntil: end) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(spent.count(where: \.self) == 1)
    let known = try await store.read { try $0.serviceToken([3]) }
    #expect(known == ServiceToken(digest: [3], kind: .code, grant: "g0", expiresAt: end, isSpent: true))
    #expect(try await !store.write { try $0.spend(serviceToken: [9], rememberedUntil: end) })
    try await store.write { try $0.deleteServiceTokens(expiredBefore: now + 91, limit: 9) }
    #expect(try await store.read { try $0.serviceToken([4]) } == nil)
    #expect(try await store.read { try $0.serviceToken([3]) } != nil)
    try await store.write { try $0.delete(serviceToken: [3]) }
    #expect(try await store.read { try $0.serviceToken([3]) } == nil)
  }

  @Test("news is taken by one server at a time, in order, and what is over is forgotten in time")
  func logouts() async throws {
    try await filled()
    for number in 0..<3 {
      try await store.write {
        try $0.insert(
          ServiceLogout(
            id: "l\(number)", service: "notes", account: account.id, createdAt: now + 1, nextAt: now + Double(number)))
      }
    }
    #expect(try await store.read { try $0.nextServiceLogout() } == now)
    let first = try await store.write { try $0.takeServiceLogouts(dueAt: now + 5, until: now + 30, limit: 2) }
    #expect(first.map(\.id) == ["l0", "l1"])
    let second = try await store.write { try $0.takeServiceLogouts(dueAt: now + 5, until: now + 30, limit: 9) }
    #expect(second.map(\.id) == ["l2", "old"] && second.last?.tries == 2)
    #expect(try await store.write { try $0.takeServiceLogouts(dueAt: now + 5, until: now + 30, limit: 9) }.isEmpty)
    var heard = first[0], missed = first[1]
    (heard.nextAt, heard.heardAt, heard.tries, missed.nextAt) = (nil, now + 7, 1, nil)
    let both = [heard, missed]
    try await store.write { records in for one in both { try records.update(one) } }
    let known = try await store.read { try $0.serviceLogouts(of: account.id, limit: 9) }
    #expect(known.map(\.id) == ["l0", "l1", "l2", "old"] && known[0] == heard && known[1] == missed)
    try await store.write { try $0.deleteServiceLogouts(createdBefore: now + 2) }
    #expect(try await store.read { try $0.serviceLogouts(of: account.id, limit: 9).map(\.id) } == ["l2", "old"])
  }
}
