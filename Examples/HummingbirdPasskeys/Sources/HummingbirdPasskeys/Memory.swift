import Hummingbird
import RelyingParty

/// Accounts, credentials, pending ceremonies and sessions, for as long as the program runs. A real site has a database
/// here.
actor Memory {
  /// The state kept between the two halves of a ceremony.
  enum Ceremony: Sendable {
    case registration(RegistrationState, PublicKeyCredentialUserEntity)
    case authentication(AuthenticationState)
  }

  /// In seconds: as long as the browser may prompt the person.
  static let ceremonyLifetime = Int64(CeremonyTimeout.standard / 1000)
  /// The lifetime of a session, in seconds.
  static let sessionLifetime: Int64 = 8 * 60 * 60

  private var users: [[UInt8]: PublicKeyCredentialUserEntity] = [:]
  private var credentials: [[UInt8]: CredentialRecord] = [:]
  private var ceremonies = Tickets<Ceremony>(lifetime: ceremonyLifetime)
  private var sessions = Tickets<[UInt8]>(lifetime: sessionLifetime)

  /// A new user, if the name is free. The user handle is random and reveals nothing about the person.
  func newUser(named name: String) throws -> PublicKeyCredentialUserEntity {
    guard (1...64).contains(name.utf8.count) else {
      throw HTTPError(.badRequest, message: "Choose a name of up to 64 letters.")
    }
    try refuseTaken(name)
    return PublicKeyCredentialUserEntity(id: .random(), name: name, displayName: name)
  }

  /// Stores a new account with its credential. Its name may have been taken meanwhile, and a credential id belongs to
  /// only one account (WebAuthn Level 3 §7.1 step 27).
  func add(_ credential: CredentialRecord, of user: PublicKeyCredentialUserEntity) throws {
    try refuseTaken(user.name)
    guard credentials[credential.id] == nil else { throw HTTPError(.conflict, message: "This passkey is registered.") }
    (users[user.id], credentials[credential.id]) = (user, credential)
  }

  /// The record to verify a response against.
  func credential(_ id: [UInt8]) -> CredentialRecord? { credentials[id] }

  /// Stores a record as updated by a sign-in: counter, backup state.
  func update(_ credential: CredentialRecord) { credentials[credential.id] = credential }

  /// Stores a ceremony; its ticket can be taken once.
  func keep(_ ceremony: Ceremony, at time: UnixTime) throws -> String { try ceremonies.issue(ceremony, at: time) }
  /// The ceremony of a ticket, which becomes invalid.
  func take(_ ticket: String, at time: UnixTime) -> Ceremony? { ceremonies.take(ticket, at: time) }

  /// Begins a session.
  func beginSession(of user: [UInt8], at time: UnixTime) throws -> String { try sessions.issue(user, at: time) }
  /// The user whose session this ticket identifies.
  func user(of ticket: String, at time: UnixTime) -> PublicKeyCredentialUserEntity? {
    sessions.value(of: ticket, at: time).flatMap { users[$0] }
  }
  /// Ends a session.
  func endSession(_ ticket: String) { sessions.remove(ticket) }

  /// Only the signed-in owner of an existing account may add a passkey to it. This example leaves that out.
  private func refuseTaken(_ name: String) throws {
    guard !users.values.contains(where: { $0.name == name }) else {
      throw HTTPError(.conflict, message: "This name is taken.")
    }
  }
}
