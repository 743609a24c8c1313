import Foundation
import Model
import Vocabulary

/// The end of an account, as its holder asks for it.
extension Runner {
  /// Notes that the account will be deleted, and signs out everybody else.
  func askDeletion(_ current: Current, _ records: any Records) throws -> ServerReply.Account {
    guard let account = current.session.account, let vouched = current.contents.vouched,
      current.contents.isVouched(for: account, at: environment.now())
    else { return .deletionTooLate }
    _ = try announceDeletion(of: account, asked: vouched.credential, records)
    try endSessions(of: account, but: current.session.id, records)
    return .deletionBegun
  }

  /// - Parameter credential: What the holder touched for it; `nil` if somebody else asked.
  /// - Returns: When the account will be deleted, which an earlier request may have said.
  private func announceDeletion(of account: AccountID, asked credential: KeyID?, _ records: any Records) throws -> Date
  {
    guard var life = try records.account(account)?.life else { throw RunnerError(.needsAccount) }
    if let already = life.deletionAt { return already }
    let now = environment.now(), end = now + AccountLife.notice
    life.deletionAt = end
    try records.setLife(life, of: account)
    try records.append(AuditEntry(.deletionAsked, account: account, credential: credential, at: now))
    return end
  }

  /// Keeps an account that was to be deleted. Any way in that signs in is enough.
  public func keepAccount(of session: Session) async throws {
    guard let account = session.account else { return }
    let now = environment.now()
    try await store.write { records in
      guard var life = try records.account(account)?.life, life.deletionAt != nil else { return }
      life.deletionAt = nil
      try records.setLife(life, of: account)
      try records.append(
        AuditEntry(.deletionTakenBack, account: account, credential: session.credential, at: now))
    }
  }

  /// Deletes an account. Its lines in the log stay, and the last of them says so.
  func delete(_ account: AccountID, _ records: any Records) throws {
    try endSessions(of: account, but: nil, records)
    try records.delete(account)
    try records.append(AuditEntry(.accountDeleted, account: account, at: environment.now()))
  }
}

extension Runner {
  /// Throws if whoever runs the site closed the account to everybody, or if it was deleted meanwhile.
  func expectOpen(_ account: AccountID, _ records: any Records) throws {
    guard let found = try records.account(account) else { throw RunnerError(.noRun) }
    guard found.life.disabledAt == nil else { throw RunnerError(.accountDisabled) }
  }
}

/// What whoever runs the site can do with accounts. Nothing of it opens one.
extension Runner {
  /// Closes an account to everybody, and signs it out everywhere; or opens it again.
  public func setDisabled(_ isDisabled: Bool, _ account: AccountID) async throws {
    let now = environment.now()
    try await store.write { records in
      guard var life = try records.account(account)?.life, (life.disabledAt != nil) != isDisabled else { return }
      life.disabledAt = isDisabled ? now : nil
      try records.setLife(life, of: account)
      if isDisabled { try endSessions(of: account, but: nil, records) }
      try records.append(AuditEntry(isDisabled ? .accountDisabled : .accountEnabled, account: account, at: now))
    }
  }

  /// Signs an account out everywhere.
  public func signOutEverywhere(_ account: AccountID) async throws {
    let now = environment.now()
    try await store.write { records in
      try endSessions(of: account, but: nil, records)
      try records.append(AuditEntry(.signedOutByOperator, account: account, at: now))
    }
  }

  /// Has an account deleted in seven days, unless its holder takes it back.
  ///
  /// - Returns: When it will be deleted, which an earlier request may have said.
  public func announceDeletion(of account: AccountID) async throws -> Date {
    try await store.write { try announceDeletion(of: account, asked: nil, $0) }
  }

  /// Deletes an account at once.
  /// - Returns: `false` if traces of it stay on the disk until the site is restarted, because the database was in use.
  public func deleteNow(_ account: AccountID) async throws -> Bool {
    try await store.write { try delete(account, $0) }
    return await store.forgetDeleted()
  }
}
