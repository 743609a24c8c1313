import Vocabulary
import Foundation
import HandsProtocol
import Model

/// The answer to every request about a run: the same for a page, a terminal or a program.
public struct Answer: Encodable, Sendable {
  public var run: String
  public var flow: String
  public var revision: Int
  public var screen: Screen<String>
  public var orders: [HandsOrder]
  /// The hands abort all of these and await their end before they show the screen or start anything (B-33).
  public var cancel: [Ticket]
  public var start: [HandsWork]
  /// Where to go, when the run is over.
  public var next: String?
  /// Names the account's newest statement, after hands sent what they made: so they know whether it was taken.
  public var statement: String?

  /// The new cookie after a sign-in. It travels in a header and never in a body.
  public var token: SessionToken?
  public var end: RunEnd?
  /// The page this run goes back to.
  public var origin: String
  /// Until when the run and its session wait for somebody who is away, and so should the cookie; `nil` where they don't.
  public var keptUntil: Date?

  /// Whether the run waits as long as its session, and so outlives half an hour in which nobody touches it.
  public var lasts: Bool { FlowName(rawValue: flow)?.lifetime == .durable }
  /// Of the protocol.
  public let version = ProtocolVersion.current

  private enum CodingKeys: String, CodingKey { case version, run, flow, revision, screen, orders, cancel, start, next, statement }

  /// Two transactions of one request as one answer.
  func followed(by next: Answer) -> Answer {
    let todo = HandsTodo(start: start, cancel: cancel).followed(by: HandsTodo(start: next.start, cancel: next.cancel)) { $0.ticket }
    var both = next
    (both.start, both.cancel) = (todo.start, todo.cancel)
    both.orders = orders + next.orders
    both.statement = next.statement ?? statement
    return both
  }
}
