import Vocabulary
import Foundation
import HandsProtocol
import Model

/// The contents of a stored run: its conversation, the public bytes that came with replies, and the facts for which the
/// server vouched.
struct RunContents: Codable {
  var conversation: String
  var evidence: [String: String] = [:]
  var vouched: Vouched?
  /// The keys that this run made and that are not written down yet. Each proves itself and vouches for nothing else.
  var pending: [Credential] = []
  /// The keys touched in this run. The hands can get only the wraps of these keys.
  var touched: Set<KeyID> = []
  /// The key that signed in to the session just before this run. The hands can get its wrap as well, but it was not
  /// touched for anything that this run may write.
  var recalled: KeyID?
  /// The account that a recovery code named, and the code's own row.
  var recovering: Recovering?
  /// The keys and cards of which the person said on this way back that they are still there.
  var kept: [KeyID]?
  /// The ticket that was typed for a rehearsal, whether or not it is one.
  var ticket: TypedTicket?
  /// The way that is rehearsed, once its ticket was spent.
  var rehearsing: Recovering?

  /// The request of the service that wants to know who somebody is.
  var service: String?

  /// `true` once the account's open Master Key signed this run's request for a copy of the journal.
  var mayCopy: Bool?

  /// The account of a presented card, known only by its public key until the card has signed.
  var presented: Presented?
  /// A card that signed to be enrolled.
  var enrolling: Enrolling?

  struct Presented: Codable, Hashable { var account: AccountID, card: KeyID, hasSigned = false }
  struct Enrolling: Codable, Hashable { var card: KeyID, isRehearsal: Bool }
  struct TypedTicket: Codable, Hashable { var hash: [UInt8], at: Date }
  struct Recovering: Codable, Hashable { var account: AccountID, way: KeyID }

  /// The account that the last verdict concerned. A grant opens a session for this account only.
  struct Vouched: Codable, Hashable {
    var account: AccountID
    var credential: KeyID?
    var at: Date
  }

  /// The account that a run of nobody has reached so far; `nil` if it has reached none.
  var concerns: AccountID? { vouched?.account ?? recovering?.account ?? rehearsing?.account }

  /// The maximum age, in seconds, of the touch of a key that a change to an account requires.
  static let confirmationLifetime: TimeInterval = 5 * 60

  /// Returns `true` if the account's holder was present for this run within ``confirmationLifetime``.
  func isVouched(for account: AccountID, at now: Date) -> Bool {
    guard let vouched, vouched.account == account else { return false }
    return Self.isRecent(vouched.at, at: now)
  }

  /// Returns `true` if a touch at this time is at most as old as ``confirmationLifetime``.
  static func isRecent(_ touchedAt: Date, at now: Date) -> Bool {
    (0...confirmationLifetime).contains(now.timeIntervalSince(touchedAt))
  }

  /// The account of a card that has signed. A presented public key is not enough, because knowing it does not prove
  /// possession of the card.
  var cardAccount: AccountID? { presented.flatMap { $0.hasSigned ? $0.account : nil } }

  mutating func keep(_ text: String, as evidence: Evidence) { self.evidence[evidence.rawValue] = text }

  init(conversation: String) { self.conversation = conversation }
  init(decoding bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
  func encoded() throws -> [UInt8] { [UInt8](try JSONEncoder().encode(self)) }
}
