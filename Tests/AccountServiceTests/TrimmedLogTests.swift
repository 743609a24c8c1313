import Foundation
import Model
import Testing

@testable import AccountService

/// An account whose older entries were taken out of the site's log.
@Suite struct TrimmedLogTests {
  private func trim(_ account: StoredAccount) async throws {
    try await account.store.write { records in
      try records.trimAudit(to: AuditBeginning(head: try records.auditHead(), until: .max, note: ""))
    }
  }

  @Test("the code has the number that its kit was printed with, whatever was shown later") func kit() async throws {
    let account = try await StoredAccount()
    for age in [60.0, 30, -30] { try await account.log(.recoveryCodeRevealed, at: StoredAccount.now - age) }
    try await account.addCode()
    #expect(try await account.holdings().code?.kit == 2)
    try await trim(account)
    #expect(try await account.holdings().code?.kit == 2)
    let id = account.account.id
    #expect(try await account.store.read { try $0.count(of: .recoveryCodeRevealed, of: id) } == 3)
  }

  @Test("what is kept of old entries is no news where there are many newer ones") func gap() async throws {
    let account = try await StoredAccount(), id = account.account.id, now = StoredAccount.now
    try await account.addKey("yellow", proofs: [.signed, .opened], age: 1)
    let yellow = KeyID(rawValue: "key yellow")
    let session = Session(
      id: SessionID(digest: [1]), account: id, credential: yellow, createdAt: now, seenAt: now, signedInAt: now)
    try await account.store.write { records in
      try records.append(AuditEntry(.drillPassed, account: id, credential: yellow, at: now))
    }
    try await trim(account)
    let accounts = Accounts(
      store: account.store, environment: ServerEnvironment(now: { now + 60 }, randomBytes: { _ in [] }))
    #expect(try await accounts.safety(of: session)?.lastDrill?.way == yellow)
    try await account.store.write { records in
      for second in 1...200 { try records.append(AuditEntry(.passwordSet, account: id, at: now + Double(second))) }
    }
    #expect(try await accounts.safety(of: session)?.lastDrill == nil)
  }

  @Test("what a drill and a return say of the keys stays") func drill() async throws {
    let account = try await StoredAccount(), id = account.account.id, now = StoredAccount.now
    try await account.addKey("yellow", proofs: [.signed, .opened], age: 1)
    let yellow = KeyID(rawValue: "key yellow")
    try await account.store.write { records in
      try records.append(AuditEntry(.recovered, account: id, credential: yellow, at: now + 10))
      try records.append(AuditEntry(.drillFailed, account: id, credential: yellow, at: now + 20))
      try records.append(AuditEntry(.copyTaken, account: id, at: now + 30))
    }
    let accounts = Accounts(
      store: account.store, environment: ServerEnvironment(now: { now + 60 }, randomBytes: { _ in [] }))
    let session = Session(
      id: SessionID(digest: [1]), account: id, credential: yellow, createdAt: now, seenAt: now, signedInAt: now)
    for isTrimmed in [false, true] {
      if isTrimmed { try await trim(account) }
      let safety = try #require(try await accounts.safety(of: session))
      #expect(safety.lastDrill?.way == yellow && safety.lastDrill?.isPassed == false)
      #expect(safety.lastDrill?.at == now + 20 && safety.copyTakenAt == now + 30)
      #expect(safety.unusedSinceReturn == [yellow])
      #expect(safety.log.entries.count == (isTrimmed ? 0 : 3) && safety.log.isTrimmed == isTrimmed)
    }
  }
}
