import FlowKit
import Foundation
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

  private enum CodingKeys: String, CodingKey { case run, flow, revision, screen, orders, cancel, start, next, statement }

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

/// One effect of the hands, with everything they need for it.
public struct HandsWork: Encodable, Sendable {
  public var ticket: Ticket
  /// The effect's name: `key.signIn`, `key.autoFill`, `wait`.
  public var effect: String
  /// PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON (WebAuthn Level 3 §5.1.8, §5.1.9), as text.
  public var options: String?
  public var timer: TimerID?
  public var seconds: Int?
  /// What to work on, for an effect on the Master Key.
  public var materials: WayMaterials?
  /// The key or keys that it is about: credential IDs.
  public var keys: [String]?
  public var field: FieldID?
  /// What to do at the card reader, and what a signature is made over.
  public var card: HandsEffect.Card?
  public var claim: Claim?
  /// What to do for account recovery.
  public var escrow: HandsEffect.Escrow?
  /// The RP id, for what must be derived before any account is known.
  public var rp: String?
}

extension HandsWork {
  /// The account, empty where there is none yet, and the challenge of a card's statement; base64url.
  public struct Claim: Encodable, Sendable { public var account: String, challenge: String }
}

/// What the hands report, as they say it.
public struct HandsMessage: Decodable, Sendable {
  public var ticket: Int
  public var reply: String
  public var fault: String?
  public var timer: String?
  /// RegistrationResponseJSON or AuthenticationResponseJSON, as text, so that its bytes are judged as they came.
  public var credential: String?
  /// What came of it at the card reader. Evidence in it has whatever name: the server gives its own.
  public var card: HandsReply.Card?
  /// What came of it with the recovery providers.
  public var escrow: HandsReply.Escrow?
  /// What was made with the Master Key, or by a card: ciphertext and signatures, as JSON text.
  public var made: String?
}
