import FlowKit

/// The version of the protocol in this room, as JSON: what the server asks of a page's or a terminal's hands, what they
/// report, and what a page and the hands of its computer say to each other. The journal and the endpoints for
/// developers are not part of it.
///
/// Every value of several kinds is an object whose `type` (in `HandsWork` its `effect`, in `HandsMessage` its `reply`)
/// names the kind. All keys and names are written down here and not taken from Swift's spelling, and golden files in
/// `Tests/HandsProtocolTests` hold them: a change of any of them is a new version. Who hears another version than its
/// own does nothing with what was said.
public enum ProtocolVersion {
  public static let current = 4
}

/// A message is of another version of the protocol.
public struct OtherVersion: Error, Hashable {
  /// The version that it names; `nil` where it names none.
  public var version: Int?
  public init(_ version: Int?) { self.version = version }
}

public typealias FieldID = FlowKit.FieldID
public typealias Ticket = FlowKit.Ticket

public enum TimerID: String, Codable, Hashable, Sendable, CaseIterable {
  case reading, alignment, health
  /// The wait until a provider is asked again.
  case polling
}

/// The server's name for the public bytes (an assertion, a signature) that came with a reply. The flow never sees them,
/// and no hands can name it.
public struct Evidence: RawRepresentable, Codable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A placeholder in a reply that has just arrived: its bytes are sent beside it, and the server assigns the name.
  public static let unnamed = Evidence(rawValue: "")
}
