import FlowKit

public typealias FieldID = FlowKit.FieldID
public typealias Ticket = FlowKit.Ticket

public enum TimerID: String, Codable, Hashable, Sendable, CaseIterable {
  case reading, alignment, health
  /// Until a provider is asked again.
  case polling
}

/// Where the server has put the public bytes (an assertion, a signature) that came with a reply. The flow never sees them, and no hands can name it.
public struct Evidence: RawRepresentable, Codable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Of a reply that was just said: the bytes travel beside it, and the server gives the name.
  public static let unnamed = Evidence(rawValue: "")
}
