import Foundation

/// A copy of the accounts that was written into a file, as the accounts that it was made of remember it. The file
/// itself is wherever its owner took it.
public struct AccountsCopy: Hashable, Sendable {
  /// The head of the audit log in the file, which no other moment's copy has. Copies of one moment may lie at several
  /// places.
  public var head: String
  public var madeAt: Date
  /// When the file was last read back.
  public var readAt: Date
  /// Where its owner says that it is kept; `nil` if nobody said so.
  public var place: String?
  /// The ways in that stood in the file, and whether each had a wrap there.
  public var ways: [KeyID: Bool]

  public init(head: String, madeAt: Date, readAt: Date, place: String?, ways: [KeyID: Bool]) {
    self.head = head; self.madeAt = madeAt; self.readAt = readAt; self.place = place; self.ways = ways
  }

  /// As many as are remembered. The one that was made first is forgotten first.
  public static let most = 20
}

public protocol CopyRecords {
  /// Returns the remembered copies, the newest first.
  func copies() throws -> [AccountsCopy]
  /// Remembers a copy, in place of what was remembered of one of the same moment at the same place. At most
  /// `AccountsCopy.most` are remembered.
  func put(_ copy: AccountsCopy) throws
  /// Forgets what is remembered of a copy of its moment at its place.
  func forget(_ copy: AccountsCopy) throws
  /// Forgets every copy that is kept at a place. Returns how many there were.
  func forgetCopies(at place: String) throws -> Int
}
