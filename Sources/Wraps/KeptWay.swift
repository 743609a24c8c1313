/// A way that a statement keeps: its record and its wrap of the new generation, byte for byte (§3).
public struct KeptWay: Hashable, Sendable {
  /// The record id, 16 bytes.
  public let record: [UInt8]
  /// `H` of the record.
  public let recordHash: String
  /// `H` of the wrap.
  public let wrapHash: String

  /// A kept way by the hashes of its record and wrap.
  public init(record: [UInt8], recordHash: String, wrapHash: String) {
    (self.record, self.recordHash, self.wrapHash) = (record, recordHash, wrapHash)
  }

  /// Keeps a way with this record and a new wrap.
  public init(_ record: WayRecord, wrap: String) {
    self.init(record: record.record, recordHash: record.hash, wrapHash: Compact.hash(wrap))
  }
}
