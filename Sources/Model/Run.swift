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
  /// Until when it waits, with its session, for somebody who is away; `nil` for as long as others do.
  public var keptUntil: Date?
  /// For whom: a mark of the network address that only this process can make, so that nobody reads an address out of it.
  public var keptFor: [UInt8]?

  public init(
    id: String, session: SessionID, flow: String, origin: String, contents: [UInt8], activeAt: Date, keptUntil: Date? = nil, keptFor: [UInt8]? = nil
  ) {
    self.id = id; self.session = session; self.flow = flow; self.origin = origin; self.contents = contents; self.activeAt = activeAt
    self.keptUntil = keptUntil; self.keptFor = keptFor
  }
  public func isKept(at now: Date) -> Bool { keptUntil.map { now < $0 } ?? false }
}
