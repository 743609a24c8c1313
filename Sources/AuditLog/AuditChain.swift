import Model

/// Ties each entry to the one before, so that a line that was changed or taken out is found.
public protocol AuditChain {
  /// SHA-256 over the digest before and the entry; 32 bytes.
  func digest(of entry: AuditEntry, after: [UInt8]) -> [UInt8]
}

/// The first entry at which a log does not fit itself.
public struct AuditBreak: Error, Hashable, Sendable {
  public var position: Int
  public init(position: Int) { self.position = position }
}
