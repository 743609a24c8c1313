import AccountService
import Encoding
import Flows
import Foundation
import Model
import OpenID

/// Where services ask who somebody is: an OpenID Provider's endpoints, without their HTTP.
public struct ServiceDesk: Sendable {
  let runner: Runner
  let signer: TokenSigner
  /// The secret of which people's names for services are made.
  let salt: [UInt8]

  /// The maximum number of sign-ins of one person to one service.
  static let mostGrants = 50

  public init(runner: Runner, signer: TokenSigner, salt: [UInt8]) {
    self.runner = runner; self.signer = signer; self.salt = salt
  }

  /// Reads the site's secret for people's names, or generates it at the first start.
  public static func salt(in store: any Store, environment: ServerEnvironment) async throws -> [UInt8] {
    try await store.secret("subject_salt", drawnBy: environment)
  }

  /// The set of published keys.
  public var keys: [UInt8] { signer.keys.set }

  /// What comes of a request that somebody say who they are.
  public enum Reception: Hashable, Sendable {
    /// The client is answered.
    case answer(AuthorizationResponse)
    /// Somebody must sign in first.
    case signIn
    /// The person is asked, in this run.
    case ask(run: String)
    /// Nobody is sent anywhere.
    case refused(AuthorizationFault.Refusal)
  }

  /// Takes a request (Core §3.1.2).
  /// - Parameters:
  ///   - query: The query of the request, as it came.
  ///   - session: The browser's session, if it has one.
  public func receive(_ query: String, in session: Session?) async throws -> Reception {
    guard query.utf8.count <= AuthorizationRequest.longest, let parameters = Parameters(decoding: query),
      let id = parameters["client_id"]
    else { return .refused(.malformed) }
    guard let client = try await runner.store.read({ try $0.service(id)?.client }) else {
      return .refused(.unknownClient)
    }
    let request: AuthorizationRequest
    do { request = try AuthorizationRequest(parameters, from: client) } catch {
      switch error {
      case .refused(let refusal): return .refused(refusal)
      case .error(let error, let destination): return .answer(answer(.error(error), to: destination))
      }
    }
    guard let session, session.account != nil else {
      if request.prompt.contains(.none) { return refuse(request, .loginRequired, "nobody is signed in") }
      return .signIn
    }
    return try await runner.store.write { records in
      try receive(request, of: client, query, in: session, records)
    }
  }

  private func receive(
    _ request: AuthorizationRequest, of client: Client, _ query: String, in session: Session, _ records: any Records
  ) throws -> Reception {
    let now = runner.environment.now()
    guard let session = try records.session(session.id),
      let asking = try runner.asking(request, of: client, in: session, records)
    else { return .signIn }
    if let hint = request.idTokenHint {
      let subject = Subject(of: asking.account.id.bytes, for: client, salt: salt)
      guard IDTokenHint(hint, from: signer.issuer, signer.keys)?.subject == subject.text else {
        return refuse(request, .loginRequired, "somebody else is signed in")
      }
    }
    if var consent = asking.consent, let permit = consent.permit, permit.session == session.id,
      permit.request == Runner.digest(of: query)
    {
      consent.permit = nil
      try records.put(consent)
      if now <= permit.until, let given = try give(asking, by: permit.touch, records) { return .answer(given) }
    }
    if asking.needsTouch(at: now) {
      guard !request.prompt.contains(.none) else { return refuse(request, .loginRequired, "a key must be touched") }
    } else if asking.isKnown, !asking.asksAnyway {
      if let given = try give(asking, by: nil, records) { return .answer(given) }
    } else if request.prompt.contains(.none) {
      return refuse(request, .consentRequired, "the person was not asked yet")
    }
    return .ask(run: try runner.ask(query, in: session, records))
  }

  /// Returns the answer to a request to which the person said no; `nil` if there is nobody to answer.
  public func refuse(_ query: String) async throws -> AuthorizationResponse? {
    guard let parameters = Parameters(decoding: query), let id = parameters["client_id"],
      let client = try await runner.store.read({ try $0.service(id)?.client }),
      let destination = try? Destination(parameters, of: client)
    else { return nil }
    return answer(.error(AuthorizationError(.accessDenied, "the person said no")), to: destination)
  }

  /// Gives the client a code. Returns `nil` if nobody knows any more how the person signed in.
  private func give(_ asking: ServiceAsking, by touch: ServiceConsent.Permit.Touch?, _ records: any Records) throws
    -> AuthorizationResponse?
  {
    let now = runner.environment.now(), account = asking.account.id
    var authentication = asking.authentication
    if let touch {
      authentication = try runner.method(of: touch.credential, records).map {
        Authentication($0, at: Int64(touch.at.timeIntervalSince1970))
      }
    }
    guard let authentication else { return nil }
    guard !asking.request.demandsHardware || authentication.context == .phishingResistantHardware else { return nil }
    let code = GivenSecret(randomBytes: runner.environment.randomBytes(32))
    let contents = try JSONEncoder().encode(Grant(asking.request, by: authentication))
    try makeRoom(for: asking.client.id, of: account, records)
    let id = Base64URL.encode(runner.environment.randomBytes(16))
    try records.insert(
      ServiceGrant(
        id: id, service: asking.client.id, account: account,
        credential: touch?.credential ?? asking.session.credential, session: asking.session.id,
        isOffline: asking.request.scopes.contains(.offlineAccess), contents: String(decoding: contents, as: UTF8.self),
        createdAt: now, expiresAt: now + Double(Grant.codeLifetime)))
    try records.insert(
      ServiceToken(
        digest: code.digest, kind: .code, grant: id, expiresAt: now + Double(Grant.codeLifetime)))
    if var consent = try records.serviceConsent(asking.client.id, of: account) {
      consent.usedAt = now
      try records.put(consent)
    }
    return answer(.code(code.text), to: asking.request.destination)
  }

  /// Ends the sign-ins to a service that were not used for the longest time if there are too many, those that may
  /// outlast a session last.
  private func makeRoom(for service: String, of account: AccountID, _ records: any Records) throws {
    let all = try records.serviceGrants(of: account).filter { $0.service == service }.sorted {
      ($0.isOffline ? 1 : 0, $0.expiresAt) < ($1.isOffline ? 1 : 0, $1.expiresAt)
    }
    for old in all.dropLast(Self.mostGrants - 1) { try runner.end(old, records) }
  }

  private func answer(_ content: AuthorizationResponse.Content, to destination: Destination) -> AuthorizationResponse {
    AuthorizationResponse(content, to: destination, from: signer.issuer)
  }

  private func refuse(_ request: AuthorizationRequest, _ code: AuthorizationError.Code, _ why: String) -> Reception {
    .answer(answer(.error(AuthorizationError(code, why)), to: request.destination))
  }
}
