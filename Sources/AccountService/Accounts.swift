import Encoding
import Foundation
import Model
import RelyingParty
import Vocabulary

/// The parts of accounts that signed-in people may see.
public struct Accounts: Sendable {
  let store: any Store
  let environment: ServerEnvironment
  /// Creates a service for the accounts in a store.
  public init(store: any Store, environment: ServerEnvironment) {
    self.store = store; self.environment = environment
  }

  /// The facts on an account's own page.
  public struct Facts: Sendable {
    public var username: String
    public var means: Means
    public var passkeys: Int
    /// The number of cards that are a way in, and of those for practice only.
    public var cards: Int, rehearsals: Int
    public var hasPassword: Bool
    public var since: Date
    /// When the account will be deleted; `nil` if nobody asked for that.
    public var deletionAt: Date?
    public var signals: Signals
  }
  /// How a session was signed in.
  public enum Means: Hashable, Sendable { case password, passkey(Place, isBackedUp: Bool), card(isRehearsal: Bool) }
  /// The place where a passkey lives, as far as its transports indicate (WebAuthn Level 3 §5.8.4): a claim, not a proof
  /// (E-05).
  public enum Place: Hashable, Sendable { case thisDevice, securityKey, otherDevice, unknown }

  /// Returns the facts of a session's account, or `nil` if the session is not signed in.
  public func facts(of session: Session) async throws -> Facts? {
    guard let id = session.account else { return nil }
    return try await store.read { records in
      guard let account = try records.account(id) else { return nil }
      let credentials = try records.credentials(of: id), cards = try records.ways(of: id).filter { $0.kind == .card }
      return Facts(
        username: account.username.text,
        means: try session.credential.flatMap { try means(of: $0, records) } ?? .password,
        passkeys: credentials.count, cards: cards.count { !$0.isRehearsal },
        rehearsals: cards.count(where: \.isRehearsal),
        hasPassword: account.passwordHash != nil, since: account.createdAt,
        deletionAt: account.life.deletionAt, signals: Signals(account, credentials))
    }
  }

  private func means(of key: KeyID, _ records: any Records) throws -> Means? {
    if let credential = try records.credential(key) {
      return .passkey(Place(credential.transports), isBackedUp: credential.isBackedUp)
    }
    return try records.way(key).flatMap { $0.kind == .card ? .card(isRehearsal: $0.isRehearsal) : nil }
  }
}

extension Accounts.Place {
  init(_ transports: [String]) {
    if transports.contains("internal") {
      self = .thisDevice
    } else if !Set(transports).isDisjoint(with: ["usb", "nfc", "ble", "smart-card"]) {
      self = .securityKey
    } else {
      self = transports.contains("hybrid") ? .otherDevice : .unknown
    }
  }
}

extension Accounts {
  /// Returns `true` if this view of the account is the one that shows the nudge. The result is recorded at once,
  /// so that no other view shows the nudge.
  ///
  /// The milestone is the first sign-in after sign-up. Registration writes `account_created` and, with the session that
  /// it opens, a sign-in. That sign-in is the account's first. A session counts as a return if and only if it was
  /// signed in later than that entry.
  public func takeNudge(of session: Session) async throws -> Bool {
    guard try await store.read({ try Self.accountToNudge(session, $0) != nil }) else { return false }
    return try await store.write { records in
      guard var account = try Self.accountToNudge(session, records) else { return false }
      account.care.wasNudged = true
      try records.setCare(account.care, of: account.id)
      return true
    }
  }

  /// Returns the account to nudge, or `nil` if it was already nudged, has a hardware key, or has had no return visit.
  private static func accountToNudge(_ session: Session, _ records: any Records) throws -> Account? {
    guard let id = session.account, let signedInAt = session.signedInAt, let account = try records.account(id),
      !account.care.wasNudged,
      try !records.ways(of: id).haveHardwareKey,
      let signUp = try records.oldest(of: AuditEvent.signIns, in: id), signedInAt > signUp.at
    else { return nil }
    return account
  }
}

extension Accounts {
  /// The signals for a signed-in person's passkey providers (WebAuthn Level 3 §5.1.10, E-43).
  public struct Signals: Sendable {
    let userHandle: [UInt8]
    let username: String
    let credentials: [[UInt8]]

    init(_ account: Account, _ credentials: [Credential]) {
      userHandle = account.id.bytes
      username = account.username.text
      self.credentials = credentials.compactMap { Base64URL.decode($0.id.rawValue) }
    }

    /// Returns the account's passkeys that can sign in, so that providers can hide all others.
    public func accepted(by rpID: String) -> AllAcceptedCredentialsOptions {
      AllAcceptedCredentialsOptions(rpId: rpID, userId: userHandle, allAcceptedCredentialIds: credentials)
    }

    /// Returns the account's current name, for the providers.
    public func details(for rpID: String) -> CurrentUserDetailsOptions {
      CurrentUserDetailsOptions(rpId: rpID, userId: userHandle, name: username, displayName: username)
    }
  }
}

extension Records {
  /// Returns the name if a new account may use it, otherwise the reason why not. Existing names are not checked,
  /// because their holders sign in with them.
  package func judge(newName text: String) throws -> Result<Username, NameRefused> {
    guard let name = Username(text) else { return .failure(NameRefused(why: .malformed)) }
    switch name.fault {
    case .malformed: return .failure(NameRefused(why: .malformed))
    case .mixed: return .failure(NameRefused(why: .mixed))
    case nil: return try isTaken(name) ? .failure(NameRefused(why: .taken)) : .success(name)
    }
  }
}

extension Records {
  /// Returns `true` if whoever runs the site closed the account to everybody.
  package func isClosed(_ account: AccountID) throws -> Bool { try self.account(account)?.life.disabledAt != nil }
}

/// The reason why a new account may not use a name.
package struct NameRefused: Error { package let why: UsernameRefusal }
