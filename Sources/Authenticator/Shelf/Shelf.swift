/// Where an authenticator keeps what it has to remember beside its keys: small named pieces, each of which is old or new and never half.
/// Everything on it is sealed by the authenticator first.
public protocol Shelf: Sendable {
  /// `nil` where there is no such piece.
  func read(_ name: String) throws(ShelfError) -> [UInt8]?
  /// Replaces the piece; returns when it is durable.
  func write(_ bytes: [UInt8], as name: String) throws(ShelfError)
  /// Nothing happens where there is no such piece.
  func remove(_ name: String) throws(ShelfError)
  /// The names of all pieces, in no order.
  func names() throws(ShelfError) -> [String]
  /// Does something while nobody else changes the shelf, in whichever process: what is read in it is still so when it writes.
  ///
  /// - Parameter body: Gets the shelf to use in it, and no other. It is short, and asks nobody.
  func alone<Result>(_ body: (any Shelf) throws -> Result) throws -> Result
}

/// Why a shelf did not do what it was asked.
public enum ShelfError: Error, Hashable, Sendable {
  case full
  /// Another process has it for longer than one waits.
  case busy
  case unavailable
}
