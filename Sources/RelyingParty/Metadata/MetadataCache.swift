/// A BLOB that was verified and is kept, and when the next one is due. Where the bytes are kept, and how they come, is the caller's.
public struct MetadataCache: Hashable, Sendable {
  /// So long, in seconds, is no other BLOB fetched after one was: the service may be late with its update.
  public static let pause: Int64 = 86400

  /// The BLOB as it came.
  public let bytes: [UInt8]
  /// Its serial number.
  public let number: Int64
  /// The day of its next update.
  public let nextUpdate: UnixTime
  /// When it was fetched.
  public let fetchedAt: UnixTime

  /// Bytes that were verified before they were kept. They are not verified here: ``MetadataBLOB`` does that whenever they are used.
  public init(kept bytes: [UInt8], fetchedAt: UnixTime) throws(MetadataError) {
    (number, nextUpdate) = try MetadataBLOB.header(ofKept: bytes)
    (self.bytes, self.fetchedAt) = (bytes, fetchedAt)
  }

  /// Whether a newer BLOB should be fetched: the day of the next update has come, and the last one was not fetched just now.
  public func isDue(at time: UnixTime) -> Bool { time >= nextUpdate && time.seconds >= fetchedAt.seconds + Self.pause }
}
