import Foundation
import RelyingParty

/// The users, credentials and challenges of conformance runs, in bounded memory. None of the site's accounts are
/// included.
struct ConformanceMemory: Sendable {
  struct User: Sendable {
    var handle: [UInt8]
    /// The ids of the credentials, including those that have since been evicted.
    var credentials: [[UInt8]] = []
  }

  /// The first half of a ceremony, which waits for its response.
  enum Half: Sendable {
    case registration(username: String, RegistrationState)
    case authentication(AuthenticationState)
  }

  private struct Waiting: Sendable { var half: Half, issuedAt: Date }

  /// The time allowed for a response.
  static let challengeLifetime: TimeInterval = 5 * 60

  private var users: BoundedMemory<String, User>
  private var credentials: BoundedMemory<[UInt8], CredentialRecord>
  private var waiting: BoundedMemory<String, Waiting>

  /// - Parameter capacity: The maximum number of users, of credentials and of challenges.
  init(capacity: Int) {
    users = BoundedMemory(capacity: capacity)
    credentials = BoundedMemory(capacity: capacity)
    waiting = BoundedMemory(capacity: capacity)
  }

  func user(_ name: String) -> User? { users[name] }
  func credential(_ id: [UInt8]) -> CredentialRecord? { credentials[id] }
  func credentials(of user: User) -> [CredentialRecord] { user.credentials.compactMap { credentials[$0] } }

  /// Adds a user. When an older user is evicted, that user's credentials are removed too.
  mutating func insert(_ name: String, handle: [UInt8]) -> User {
    let user = User(handle: handle), gone = users.put(user, for: name)
    for id in gone?.credentials ?? [] { credentials.remove(id) }
    return user
  }

  mutating func insert(_ credential: CredentialRecord, of name: String, _ user: User) {
    var user = user
    user.credentials = user.credentials.filter { credentials[$0] != nil } + [credential.id]
    credentials.put(credential, for: credential.id)
    users.put(user, for: name)
  }

  mutating func update(_ credential: CredentialRecord) { credentials.put(credential, for: credential.id) }

  mutating func keep(_ half: Half, under ticket: String, at now: Date) {
    waiting.put(Waiting(half: half, issuedAt: now), for: ticket)
  }

  /// Redeems a ticket, which cannot be used again, whatever the outcome. Returns `nil` if the ticket does not exist or
  /// has expired.
  mutating func redeem(_ ticket: String, at now: Date) -> Half? {
    guard let found = waiting.remove(ticket), now.timeIntervalSince(found.issuedAt) <= Self.challengeLifetime else {
      return nil
    }
    return found.half
  }
}
