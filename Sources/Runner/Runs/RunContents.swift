import Vocabulary
import Foundation
import HandsProtocol
import Model

/// The contents of a stored run: its conversation, the public bytes that came with replies, and what the server vouched
/// for.
struct RunContents: Codable {
  var conversation: String
  var evidence: [String: String] = [:]
  var vouched: Vouched?
  /// The keys that this run made and nobody has written down yet: they prove themselves, and vouch for nothing else.
  var pending: [Credential] = []
  /// The keys that were touched in this run: the hands can get the wraps of these.
  var touched: Set<KeyID> = []
  /// The account that a recovery code named, and the code's own row.
  var recovering: Recovering?

  /// The account that a card was shown for, by its public key alone until it has signed.
  var presented: Presented?
  /// A card that signed to be enrolled.
  var enrolling: Enrolling?

  struct Presented: Codable, Hashable { var account: AccountID, card: KeyID, hasSigned = false }
  struct Enrolling: Codable, Hashable { var card: KeyID, isRehearsal: Bool }
  struct Recovering: Codable, Hashable { var account: AccountID, way: KeyID }

  /// The account that the last verdict was about. A grant opens a session for this account and no other.
  struct Vouched: Codable, Hashable {
    var account: AccountID
    var credential: KeyID?
    var at: Date
  }

  /// A change to an account rests on a key touched for it within this time.
  static let confirmationLifetime: TimeInterval = 5 * 60

  /// `true` if the account's holder was here for this run within that time.
  func isVouched(for account: AccountID, at now: Date) -> Bool {
    guard let vouched, vouched.account == account else { return false }
    return (0...Self.confirmationLifetime).contains(now.timeIntervalSince(vouched.at))
  }

  /// Knowing a card's public key is not having the card.
  var cardAccount: AccountID? { presented.flatMap { $0.hasSigned ? $0.account : nil } }

  mutating func keep(_ text: String, as evidence: Evidence) { self.evidence[evidence.rawValue] = text }

  init(conversation: String) { self.conversation = conversation }
  init(decoding bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
  func encoded() throws -> [UInt8] { [UInt8](try JSONEncoder().encode(self)) }
}
