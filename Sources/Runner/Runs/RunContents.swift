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
  /// The keys that this run made and that are not written down yet: they prove themselves, and vouch for nothing else.
  var pending: [Credential] = []
  /// The keys touched in this run: the hands can get only their wraps.
  var touched: Set<KeyID> = []
  /// The account that a recovery code named, and the code's own row.
  var recovering: Recovering?

  /// The account of a presented card, known only by its public key until the card has signed.
  var presented: Presented?
  /// A card that signed to be enrolled.
  var enrolling: Enrolling?

  struct Presented: Codable, Hashable { var account: AccountID, card: KeyID, hasSigned = false }
  struct Enrolling: Codable, Hashable { var card: KeyID, isRehearsal: Bool }
  struct Recovering: Codable, Hashable { var account: AccountID, way: KeyID }

  /// The account that the last verdict was about. A grant opens a session for this account only.
  struct Vouched: Codable, Hashable {
    var account: AccountID
    var credential: KeyID?
    var at: Date
  }

  /// A change to an account requires a key that was touched for it within this time.
  static let confirmationLifetime: TimeInterval = 5 * 60

  /// `true` if the account's holder was present for this run within that time.
  func isVouched(for account: AccountID, at now: Date) -> Bool {
    guard let vouched, vouched.account == account else { return false }
    return (0...Self.confirmationLifetime).contains(now.timeIntervalSince(vouched.at))
  }

  /// The account counts only once the card has signed: knowing its public key is not having the card.
  var cardAccount: AccountID? { presented.flatMap { $0.hasSigned ? $0.account : nil } }

  mutating func keep(_ text: String, as evidence: Evidence) { self.evidence[evidence.rawValue] = text }

  init(conversation: String) { self.conversation = conversation }
  init(decoding bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
  func encoded() throws -> [UInt8] { [UInt8](try JSONEncoder().encode(self)) }
}
