import Foundation

/// What one row of the audit log says, as it is kept: also what this version has no name for can be shown and verified.
public struct AuditLine: Hashable, Sendable {
  public var event: String
  public var account: [UInt8]?
  public var credential: String?
  /// Milliseconds since 1970.
  public var at: Int64
  public init(event: String, account: [UInt8]?, credential: String?, at: Int64) {
    self.event = event; self.account = account; self.credential = credential; self.at = at
  }
  public init(_ entry: AuditEntry) {
    event = entry.event.rawValue; account = entry.account?.bytes; credential = entry.credential?.rawValue
    at = Int64((entry.at.timeIntervalSince1970 * 1000).rounded())
  }
}

/// One row: where it stands, what it says, and the digest over that and all before.
public struct AuditRow: Hashable, Sendable {
  public var position: Int
  /// `nil` where the columns hold what never was written by us.
  public var line: AuditLine?
  public var digest: [UInt8]
  public init(position: Int, line: AuditLine?, digest: [UInt8]) { self.position = position; self.line = line; self.digest = digest }
}

/// The last position and its digest. Who remembers it notices when a log was cut off or rewritten since.
public struct AuditHead: Hashable, Sendable {
  public var position: Int
  public var digest: [UInt8]
  public init(position: Int, digest: [UInt8]) { self.position = position; self.digest = digest }

  /// Of a log without rows.
  public static let beginning = AuditHead(position: 0, digest: Array(repeating: 0, count: 32))
}
