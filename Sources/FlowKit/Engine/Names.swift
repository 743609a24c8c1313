/// A field of a screen.
public struct FieldID: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}

/// The unique name of one effect within one run.
public struct Ticket: RawRepresentable, Codable, Hashable, Sendable, Comparable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
