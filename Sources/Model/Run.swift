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
  /// The time at which the person last did something. A timer that ran out does not count.
  public var activeAt: Date
  /// The time until which it waits, with its session, for somebody who is away; `nil` for as long as others wait.
  public var keptUntil: Date?
  /// A mark of the network address that it is kept for. Only this process can make it, so that nobody reads an address
  /// out of it.
  public var keptFor: [UInt8]?

  public init(
    id: String, session: SessionID, flow: String, origin: String, contents: [UInt8], activeAt: Date,
    keptUntil: Date? = nil, keptFor: [UInt8]? = nil
  ) {
    self.id = id; self.session = session; self.flow = flow; self.origin = origin; self.contents = contents;
    self.activeAt = activeAt
    self.keptUntil = keptUntil; self.keptFor = keptFor
  }
  public func isKept(at now: Date) -> Bool { keptUntil.map { now < $0 } ?? false }
}
