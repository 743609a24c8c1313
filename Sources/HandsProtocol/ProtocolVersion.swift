import FlowKit

/// The version of the protocol in this room, as JSON: what the server asks of a page's or a terminal's hands, what they
/// report, and what a page and its computer's hands say to each other. The journal and the endpoints for developers are
/// not part of it.
///
/// Every value with several variants is an object whose `type` (in `HandsWork` its `effect`, in `HandsMessage` its
/// `reply`) names the variant. All keys and names are written out here rather than derived from Swift's spelling, and
/// golden files in `Tests/HandsProtocolTests` pin them: changing any of them requires a new version. A recipient does
/// not act on a message of a version other than its own.
public enum ProtocolVersion {
  public static let current = 6
}

/// A message has a different version of the protocol.
public struct OtherVersion: Error, Hashable {
  /// The version stated in the message; `nil` if it states none.
  public var version: Int?
  public init(_ version: Int?) { self.version = version }
}

public typealias FieldID = FlowKit.FieldID
public typealias Ticket = FlowKit.Ticket

public enum TimerID: String, Codable, Hashable, Sendable, CaseIterable {
  case reading, alignment, health
  /// The wait until a provider is polled again.
  case polling
}

/// The server's name for the public bytes (an assertion, a signature) that arrived with a reply. The flow never sees
/// them, and no hands can name them.
public struct Evidence: RawRepresentable, Codable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A placeholder in a reply that has just arrived. The evidence's bytes are sent alongside the reply, and the server
  /// assigns the name.
  public static let unnamed = Evidence(rawValue: "")
}
