import Encoding
import Foundation
import Model
import OpenID

/// A service that an account's holder let know who they are.
public struct KnownService: Hashable, Sendable {
  public var id: String
  public var name: String
  public var since: Date
  public var usedAt: Date
  public var scopes: [Scope]
  /// The newest news that a sign-in has ended; `nil` if there was none lately.
  public var news: News?

  /// Whether a service heard that a sign-in has ended.
  public enum News: Hashable, Sendable {
    case heard(Date)
    case waiting(since: Date)
    case missed(since: Date)
  }
}

extension ServiceDesk {
  /// Returns the services that know the account's holder, and those that were told lately that a sign-in has ended.
  public static func known(to account: AccountID, _ records: any Records) throws -> [KnownService] {
    let logouts = try records.serviceLogouts(of: account, limit: 100)
    return try records.serviceConsents(of: account).compactMap { consent in
      guard let service = try records.service(consent.service) else { return nil }
      let newest = logouts.first { $0.service == service.id }
      return KnownService(
        id: service.id, name: service.name, since: consent.at, usedAt: consent.usedAt,
        scopes: consent.scopes.compactMap(Scope.init).sorted(), news: newest.map(KnownService.News.init))
    }
  }
}

extension KnownService.News {
  init(_ logout: ServiceLogout) {
    if let heardAt = logout.heardAt {
      self = .heard(heardAt)
    } else if logout.nextAt != nil {
      self = .waiting(since: logout.createdAt)
    } else {
      self = .missed(since: logout.createdAt)
    }
  }
}

extension Runner {
  /// Returns the services that know who is signed in.
  public func services(knowing session: Session) async throws -> [KnownService] {
    guard let account = session.account else { return [] }
    return try await store.read { try ServiceDesk.known(to: account, $0) }
  }

  /// Returns the name of the service whose request this is; `nil` if it is not known.
  public func serviceName(askingIn query: String) async throws -> String? {
    guard let id = Parameters(decoding: query)?["client_id"] else { return nil }
    return try await store.read { try $0.service(id)?.name }
  }

  /// Forgets a service: what it was given ends, it hears that, and the next time it must ask.
  public func forget(service: String, in session: Session) async throws {
    guard let account = session.account else { return }
    try await store.write { records in
      guard try records.serviceConsent(service, of: account) != nil else { return }
      for grant in try records.serviceGrants(of: account) where grant.service == service { try end(grant, records) }
      try records.deleteServiceConsent(service, of: account)
      try records.append(AuditEntry(.serviceForgotten, account: account, service: service, at: environment.now()))
    }
  }
}

/// A sign-out that a service asks for (OpenID Connect RP-Initiated Logout 1.0).
public struct LogoutRequest: Hashable, Sendable {
  /// The name of the service, if the request says which it is.
  public var service: String?
  /// Where the browser goes afterwards, if the service declared that.
  public var location: String?
}

extension ServiceDesk {
  /// Reads a request to sign out. Nothing in it signs anybody out: the person is asked.
  public func receiveLogout(_ query: String) async throws -> LogoutRequest? {
    guard query.utf8.count <= Self.longestLogout, let parameters = Parameters(decoding: query), !parameters.repeatsAny
    else { return nil }
    // A token of keys that have ended is as good as none: the person is still asked.
    let hint = parameters["id_token_hint"].flatMap { IDTokenHint($0, from: signer.issuer, signer.keys) }
    if parameters["id_token_hint"] != nil, hint == nil { return LogoutRequest() }
    let named = parameters["client_id"], audience = hint?.audience
    if let named, let audience, named != audience { return nil }
    guard let id = audience ?? named, let client = try await runner.store.read({ try $0.service(id)?.client }) else {
      return LogoutRequest()
    }
    var request = LogoutRequest(service: client.name)
    if let address = parameters["post_logout_redirect_uri"], client.acceptsPostLogout(address) {
      request.location = PostLogout.location(address, state: parameters["state"])
    }
    return request
  }
  /// An ID Token of ours is about 700 bytes long.
  private static let longestLogout = 8192

  /// A message to a service that a sign-in has ended.
  public struct LogoutMessage: Sendable {
    public var address: String
    /// The Logout Token.
    public var token: String
  }

  /// Returns what a service is told, and where; `nil` if it has no address for that any more.
  public func message(for logout: ServiceLogout) async throws -> LogoutMessage? {
    guard let client = try await runner.store.read({ try $0.service(logout.service)?.client }),
      let address = client.backChannelLogoutURI
    else { return nil }
    let now = Int64(runner.environment.now().timeIntervalSince1970)
    let token = try signer.logoutToken(
      for: logout.id, of: Subject(of: logout.account.bytes, for: client, salt: salt), to: client,
      id: Base64URL.encode(runner.environment.randomBytes(16)), at: now)
    return LogoutMessage(address: address, token: token)
  }
}
