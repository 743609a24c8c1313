/// A moment, in seconds since 1970. The library reads no clock; the caller does.
public struct UnixTime: Hashable, Sendable, Codable, Comparable {
  /// The seconds.
  public var seconds: Int64

  /// A moment by its seconds.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}
