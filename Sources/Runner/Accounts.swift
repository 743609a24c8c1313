import Foundation
import Model

/// What a signed-in person may see of their account.
public struct Accounts: Sendable {
  let store: any Store
  let surroundings: Surroundings
  public init(store: any Store, surroundings: Surroundings) {
    self.store = store; self.surroundings = surroundings
  }

  public struct Facts: Sendable {
    public var username: String
    public var means: Means
    public var passkeys: Int
    /// Those that are a way in, and those to practice with.
    public var cards: Int, rehearsals: Int
    public var hasPassword: Bool
    public var since: Date
    public var signals: Signals
  }
  /// What a session was signed in with.
  public enum Means: Hashable, Sendable { case password, passkey(Place, isBackedUp: Bool), card(isRehearsal: Bool) }
  /// Where a passkey lives, as far as its transports tell (WebAuthn Level 3 §5.8.4): a claim, not a proof (E-05).
  public enum Place: Hashable, Sendable { case thisDevice, securityKey, otherDevice, unknown }

  /// `nil` for a session that is not signed in.
  public func facts(of session: Session) async throws -> Facts? {
    guard let id = session.account else { return nil }
    return try await store.read { records in
      guard let account = try records.account(id) else { return nil }
      let credentials = try records.credentials(of: id), cards = try records.ways(of: id).filter { $0.kind == .card }
      return Facts(
        username: account.username.text, means: try session.credential.flatMap { try means(of: $0, records) } ?? .password,
        passkeys: credentials.count, cards: cards.count { !$0.isRehearsal }, rehearsals: cards.count(where: \.isRehearsal),
        hasPassword: account.passwordHash != nil, since: account.createdAt, signals: Signals(account, credentials))
    }
  }

  private func means(of key: KeyID, _ records: any Records) throws -> Means? {
    if let credential = try records.credential(key) { return .passkey(Place(credential.transports), isBackedUp: credential.isBackedUp) }
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
