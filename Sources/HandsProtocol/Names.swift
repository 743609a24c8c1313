/// A field of a screen.
public struct FieldID: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}

public enum TimerID: String, Codable, Hashable, Sendable, CaseIterable {
  case reading, alignment, health
  /// Until a provider is asked again.
  case polling
}

/// Names one effect of one run, once.
public struct Ticket: RawRepresentable, Codable, Hashable, Sendable, Comparable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Where the server has put the public bytes (an assertion, a signature) that came with a reply. The flow never sees them, and no hands can name it.
public struct Evidence: RawRepresentable, Codable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Of a reply that was just said: the bytes travel beside it, and the server gives the name.
  public static let unnamed = Evidence(rawValue: "")
}
