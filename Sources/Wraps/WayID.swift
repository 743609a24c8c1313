/// Which way in: what stands in the header of everything that belongs to it (§4).
public struct WayID: Hashable, Sendable {
  /// The account id, 16 bytes.
  public let account: [UInt8]
  /// The record id, 16 bytes.
  public let record: [UInt8]
  /// What kind of thing it is.
  public let kind: WayKind

  /// A way in.
  public init(account: [UInt8], record: [UInt8], kind: WayKind) {
    (self.account, self.record, self.kind) = (account, record, kind)
  }
}
