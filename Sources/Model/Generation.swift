import Foundation

/// One generation of an account's Master Key, as the server keeps it: who may succeed it, and nothing that opens it.
public struct Generation: Hashable, Sendable {
  public var account: AccountID
  /// From 1.
  public var number: UInt32
  /// The Ed25519 public key that signs this generation's records and the next statement; 32 bytes.
  public var authority: [UInt8]
  /// Compact JWS, `ls1-generation`.
  public var statement: String
  /// Compact JWE, `ls1-history`: the Master Key before, under this one; empty for the first.
  public var history: String
  public var createdAt: Date

  public init(account: AccountID, number: UInt32, authority: [UInt8], statement: String, history: String, createdAt: Date) {
    self.account = account; self.number = number; self.authority = authority; self.statement = statement; self.history = history
    self.createdAt = createdAt
  }
}

/// One entry of the journal, or its index: a compact JWE that only the account's Master Key opens.
public struct JournalEntry: Hashable, Sendable {
  public var account: AccountID
  /// Sixteen bytes, base64url; sixteen zero bytes for the index.
  public var id: String
  /// Grows with each writing, from 1.
  public var rev: UInt32
  public var sealed: String
  public init(account: AccountID, id: String, rev: UInt32, sealed: String) {
    self.account = account; self.id = id; self.rev = rev; self.sealed = sealed
  }
  /// The index's id: sixteen zero bytes, base64url.
  public static let indexID = "AAAAAAAAAAAAAAAAAAAAAA"
}
