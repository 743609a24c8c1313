import Encoding
import Foundation
import Model
import OpenID

/// The ends of what services were given. The service hears of each, unless it has no address for that.
extension Runner {
  /// Ends a grant, its tokens, and the session that the service has because of it. A service that never exchanged its
  /// code has none.
  func end(_ grant: ServiceGrant, _ records: any Records) throws {
    try records.delete(serviceGrant: grant.id)
    guard grant.wasExchanged, try records.service(grant.service)?.client?.backChannelLogoutURI != nil else { return }
    let now = environment.now()
    try records.insert(
      ServiceLogout(id: grant.id, service: grant.service, account: grant.account, createdAt: now, nextAt: now))
    let logouts = logouts
    records.afterwards { logouts.send() }
  }

  /// Ends a grant that was not used for a long time, unless the session in which it was given still lasts: a key that is
  /// revoked then must reach it.
  func endInTime(_ grant: ServiceGrant, at now: Date, _ records: any Records) throws {
    guard grant.wasExchanged, let session = grant.session, try records.session(session)?.account == grant.account else {
      return try records.delete(serviceGrant: grant.id)
    }
    var kept = grant
    kept.expiresAt = now + Double(Grant.refreshLifetime)
    try records.update(kept)
  }

  /// Ends the account's grants, except those that were given in this session.
  func endGrants(of account: AccountID, but kept: SessionID?, _ records: any Records) throws {
    for grant in try records.serviceGrants(of: account) where kept == nil || grant.session != kept {
      try end(grant, records)
    }
  }

  /// Ends the grants that rest on this key or card, also in the session that goes on.
  func endGrants(of account: AccountID, by credential: KeyID, _ records: any Records) throws {
    for grant in try records.serviceGrants(of: account) where grant.credential == credential {
      try end(grant, records)
    }
  }

  /// Ends what was given in a session that somebody leaves, except what may outlast it.
  func leaveGrants(of session: SessionID, _ records: any Records) throws {
    for grant in try records.serviceGrants(in: session) where !grant.isOffline { try end(grant, records) }
    try records.moveServiceGrants(in: session, to: nil)
  }

  /// Keeps what was given in a session that ends of itself: nobody left, and nobody was sent away.
  func detachGrants(of session: SessionID, _ records: any Records) throws {
    try records.moveServiceGrants(in: session, to: nil)
  }

  /// Moves what was given in a session to the one that replaces it, if it is the same person's.
  func carryGrants(from old: Session, to new: Session, _ records: any Records) throws {
    guard old.account != nil else { return }
    guard old.account == new.account else { return try leaveGrants(of: old.id, records) }
    try records.moveServiceGrants(in: old.id, to: new.id)
  }
}

/// Wakes whoever tells services that a sign-in has ended.
public final class LogoutSignal: Sendable {
  /// One element for each time that there is news; several that nobody waited for are one.
  public let news: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func send() { continuation.yield() }
}

extension DeclaredService {
  /// The service as the protocol knows it; `nil` if a newer version wrote it.
  public var client: Client? {
    guard var client = try? JSONDecoder().decode(Client.self, from: Data(settings.utf8)) else { return nil }
    (client.id, client.name) = (id, name)
    return client
  }

  /// - Parameter secret: What the service shows; `nil` if it cannot keep one.
  public init(_ client: Client, secret: GivenSecret?, at now: Date) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(
      id: client.id, name: client.name, settings: String(decoding: try encoder.encode(client), as: UTF8.self),
      secretHash: secret?.digest, createdAt: now)
  }
}

extension ServiceGrant {
  /// `true` if the service got tokens for it: until then, it lasts as long as its code.
  var wasExchanged: Bool { expiresAt.timeIntervalSince(createdAt) > Double(Grant.codeLifetime) }
  var grant: Grant? { try? JSONDecoder().decode(Grant.self, from: Data(contents.utf8)) }
}
