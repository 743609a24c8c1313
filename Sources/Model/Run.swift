import Foundation

/// One run of a flow, as stored between two requests.
public struct Run: Hashable, Sendable {
  /// A random identifier, base64url, which is part of the page's address.
  public var id: String
  public var session: SessionID
  /// The name of the run's flow.
  public var flow: String
  /// The page from which the run was started and to which it returns.
  public var origin: String
  /// The conversation and the public bytes that came with replies, as JSON.
  public var contents: [UInt8]
  /// The time of the person's last action. An expired timer does not count.
  public var activeAt: Date
  /// The time until which the run waits, with its session, for a person who is away; `nil` if it waits only as long as
  /// other runs do.
  public var keptUntil: Date?
  /// A mark of the network address for which the run is kept. Only this process can compute the mark, so nobody can
  /// recover the address from it.
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
