import Foundation

/// One run of a flow, as it is kept between two requests.
public struct Run: Hashable, Sendable {
  /// Random, base64url; it stands in the page's address.
  public var id: String
  public var session: SessionID
  /// The name of its flow.
  public var flow: String
  /// The page it was started from and goes back to.
  public var origin: String
  /// The conversation and the public bytes that came with replies, as JSON.
  public var contents: [UInt8]
  /// When the person last did something; not when a timer ran out.
  public var activeAt: Date

  public init(id: String, session: SessionID, flow: String, origin: String, contents: [UInt8], activeAt: Date) {
    self.id = id; self.session = session; self.flow = flow; self.origin = origin; self.contents = contents; self.activeAt = activeAt
  }
}
