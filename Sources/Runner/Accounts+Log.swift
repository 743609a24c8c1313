import Foundation
import Model

extension Accounts {
  /// A part of an account's log, the newest first.
  public struct Log: Sendable {
    public var entries: [AuditEntry]
    /// What the keys in it are or were called.
    public var names: [KeyID: String]
    /// Which part it is, counted from 1.
    public var page: Int
    /// Whether there are older ones.
    public var goesOn: Bool
    /// When all this was so.
    public var at: Date

    init(_ records: some Records, of account: AccountID, limit: Int, page: Int = 1, at: Date) throws {
      let found = try records.newestEntries(of: account, limit: limit + 1, skipping: (page - 1) * limit)
      (entries, goesOn) = (Array(found.prefix(limit)), found.count > limit)
      self.page = page; self.at = at
      names = try records.wayLabels(of: account)
    }
  }

  private static let onPage = 50

  /// All that happened, page by page.
  ///
  /// - Parameter page: Counted from 1.
  /// - Returns: `nil` for a session that is not signed in.
  public func log(of session: Session, page: Int) async throws -> Log? {
    guard let id = session.account else { return nil }
    let now = surroundings.now()
    return try await store.read { try Log($0, of: id, limit: Self.onPage, page: min(max(page, 1), Self.lastPage), at: now) }
  }
  /// Nobody leafs further than this; it keeps the number of skipped rows small.
  private static let lastPage = 10_000
}
