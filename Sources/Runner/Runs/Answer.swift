import AccountService
import Flows
import Foundation
import HandsProtocol
import Model
import Vocabulary

/// The answer to every request about a run: the same for a page, a terminal or a program.
public struct Answer: Encodable, Sendable {
  public var run: String
  public var flow: String
  public var revision: Int
  public var screen: Screen<String>
  public var orders: [HandsOrder]
  /// The tickets that the hands must abort. They wait for all of them to end before they show the screen or start
  /// anything (B-33).
  public var cancel: [Ticket]
  public var start: [HandsWork]
  /// The address at which to continue once the run has ended.
  public var next: String?
  /// The name of the account's newest statement, sent after a report from the hands so that they know whether it was
  /// accepted.
  public var statement: String?

  /// The new cookie after a sign-in. It is sent in a header, never in a body.
  public var token: SessionToken?
  public var end: RunEnd?
  /// `true` if this browser's session has ended with the run: its cookie is worthless, unless a new one takes its
  /// place, and nobody, or somebody else, is signed in now.
  public var endsSession = false
  /// The page to which this run returns.
  public var origin: String
  /// `true` if the person is signed in, or has proven in this run which account is theirs.
  public var knowsPerson: Bool
  /// The time until which the run and its session wait for someone who is away, and until which the cookie should last;
  /// `nil` if they do not wait.
  public var keptUntil: Date?

  /// `true` if the run lasts as long as its session and therefore survives half an hour without activity.
  public var lasts: Bool { FlowName(rawValue: flow)?.lifetime == .durable }
  /// The protocol version.
  public let version = ProtocolVersion.current

  private enum CodingKeys: String, CodingKey {
    case version, run, flow, revision, screen, orders, cancel, start, next, statement
  }

  /// Combines the answers of two transactions of one request.
  func followed(by next: Answer) -> Answer {
    let todo = HandsTodo(start: start, cancel: cancel).followed(by: HandsTodo(start: next.start, cancel: next.cancel)) {
      $0.ticket
    }
    var both = next
    (both.start, both.cancel) = (todo.start, todo.cancel)
    both.orders = orders + next.orders
    both.statement = next.statement ?? statement
    return both
  }
}

/// The reason why a request about a run had no effect. Two errors are equal if their codes are equal.
public struct RunnerError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// There is no such run in this session: it has ended, has lapsed or never existed.
    case noRun = "no-run"
    case needsAccount = "needs-account"
    /// The engine refused; `refusal` says why.
    case refused
    /// The message from the hands is malformed.
    case malformed
    /// The body contained `clientExtensionResults.prf.results`, a secret that was about to reach a server.
    case secretSent = "secret-sent"
    /// No more accounts may be created from this network address today.
    case tooManyAccounts = "too-many-accounts"
    /// The site creates accounts only for people who are invited, or none at all.
    case byInvitation = "by-invitation"
    case registrationClosed = "registration-closed"
    /// Whoever runs the site closed the account.
    case accountDisabled = "account-disabled"
    /// Too many tickets that are none were typed from this network address.
    case tooManyTickets = "too-many-tickets"
  }
  public var code: Code
  public var refusal: Refusal?
  public var reason: String
  public var location: String

  init(_ code: Code, _ refusal: Refusal? = nil, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.refusal = refusal; self.reason = reason; location = "\(file):\(line)"
  }
  /// There is no such run in this session.
  public static var noRun: Self { RunnerError(.noRun) }
  /// A body contained PRF results.
  public static var secretWasSent: Self { RunnerError(.secretSent) }
  public var description: String { "\(code.rawValue) \(refusal?.rawValue ?? "") \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code && one.refusal == other.refusal }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
