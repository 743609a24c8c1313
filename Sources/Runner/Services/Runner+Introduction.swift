import AccountService
import CeremonyService
import Crypto
import Flows
import Foundation
import Model
import OpenID
import RelyingParty
import Vocabulary

/// What a service asks, judged against who is signed in.
struct ServiceAsking {
  var client: Client
  var request: AuthorizationRequest
  var session: Session
  var account: Account
  var consent: ServiceConsent?
  /// How the person is signed in; `nil` if what they signed in with is not there any more.
  var authentication: Authentication?

  /// `true` if the person said yes to all of it before.
  var isKnown: Bool {
    guard let consent else { return false }
    return Set(request.scopes.map(\.rawValue)).isSubset(of: consent.scopes)
  }
  /// `true` if the person is asked, whatever they said before: the client wants it, or nobody can tell whether it is the
  /// client that asks, because another program could have its address (RFC 6749 §10.2, RFC 8252 §8.6).
  var asksAnyway: Bool {
    !request.prompt.isDisjoint(with: [.consent, .selectAccount]) || client.isPublic && !request.destination.uri.isSecure
  }

  func isFresh(at now: Date) -> Bool {
    guard let authentication, !request.prompt.contains(.login) else { return false }
    // Who wants a touch of a key takes no password for it.
    if client.oldestTouch != nil, !authentication.isTouch { return false }
    guard let maxAge = request.maxAge else { return true }
    return Int64(now.timeIntervalSince1970) - authentication.at <= maxAge
  }
  var isHardware: Bool { !request.demandsHardware || authentication?.context == .phishingResistantHardware }
  func needsTouch(at now: Date) -> Bool { !isFresh(at: now) || !isHardware }
}

extension Runner {
  /// Begins the run in which somebody is asked what a service may know. One that was left in the middle ends.
  func ask(_ query: String, in session: Session, _ records: any Records) throws -> String {
    for old in try records.runs(of: session.id) where old.flow == FlowName.introduction.rawValue {
      try lapse(old, records)
    }
    return try begin(.introduction, in: session, from: Endpoint.refusedPath, asking: query, records)
  }

  /// Reads a request again. Returns `nil` if its client is gone, or nobody is signed in.
  func asking(_ query: String, in session: Session, _ records: any Records) throws -> ServiceAsking? {
    guard let parameters = Parameters(decoding: query), let id = parameters["client_id"],
      let client = try records.service(id)?.client,
      let request = try? AuthorizationRequest(parameters, from: client)
    else { return nil }
    return try asking(request, of: client, in: session, records)
  }

  func asking(_ request: AuthorizationRequest, of client: Client, in session: Session, _ records: any Records) throws
    -> ServiceAsking?
  {
    guard let id = session.account, let account = try records.account(id) else { return nil }
    return ServiceAsking(
      client: client, request: request, session: session, account: account,
      consent: try records.serviceConsent(client.id, of: id),
      authentication: try authentication(of: session, records))
  }

  /// Performs an effect of a run in which a service asks.
  func perform(_ effect: ServerEffect.Service, _ current: Current, _ records: any Records) throws
    -> ServerReply.Service
  {
    let now = environment.now()
    guard let query = current.contents.service, let asking = try asking(query, in: current.session, records) else {
      return .gone
    }
    switch effect {
    case .read:
      return .question(
        ServiceQuestion(
          service: asking.client.name,
          account: asking.request.idTokenHint == nil ? asking.account.username.text : nil,
          gets: try pieces(asking, records), isKnown: asking.isKnown && !asking.asksAnyway,
          needsTouch: asking.needsTouch(at: now), needsHardware: asking.request.demandsHardware))
    case .allow:
      var touch: ServiceConsent.Permit.Touch?
      if asking.needsTouch(at: now) {
        guard let vouched = current.contents.vouched, let credential = vouched.credential,
          current.contents.isVouched(for: asking.account.id, at: now), current.contents.touched.contains(credential)
        else { return .touchNeeded }
        let method = try method(of: credential, records)
        guard !asking.request.demandsHardware || method == .hardwareKey else { return .notHardware }
        touch = .init(credential, at: vouched.at)
      }
      try allow(asking, query, touch, now, records)
      return .allowed
    }
  }

  private func allow(
    _ asking: ServiceAsking, _ query: String, _ touch: ServiceConsent.Permit.Touch?, _ now: Date,
    _ records: any Records
  ) throws {
    let account = asking.account.id, scopes = Set(asking.request.scopes.map(\.rawValue))
    var consent =
      asking.consent
      ?? ServiceConsent(account: account, service: asking.client.id, scopes: [], at: now, usedAt: now)
    consent.scopes = scopes.union(consent.scopes).sorted()
    consent.permit = .init(
      request: Self.digest(of: query), session: asking.session.id, touch: touch,
      until: now + ServiceConsent.Permit.lifetime)
    try records.put(consent)
    guard !asking.isKnown else { return }
    try records.append(AuditEntry(.serviceAllowed, account: account, service: asking.client.id, at: now))
  }

  static func digest(of query: String) -> [UInt8] { Array(SHA256.hash(data: Data(query.utf8))) }

  private func pieces(_ asking: ServiceAsking, _ records: any Records) throws -> [ServiceQuestion.Piece] {
    let facts = try records.personFacts(of: asking.account.id)
    return asking.request.scopes.sorted().map { scope in
      switch scope {
      case .profile: .username(asking.account.username.text)
      case .email: .email(facts?.email)
      case .groups: .groups(facts?.groups ?? [])
      case .offlineAccess: .whileAway
      }
    }
  }

  /// Returns how somebody is signed in; `nil` if what they signed in with is not there any more.
  func authentication(of session: Session, _ records: any Records) throws -> Authentication? {
    guard session.account != nil, let at = session.signedInAt else { return nil }
    let seconds = Int64(at.timeIntervalSince1970)
    guard let credential = session.credential else { return Authentication(.password, at: seconds) }
    return try method(of: credential, records).map { Authentication($0, at: seconds) }
  }

  func method(of key: KeyID, _ records: any Records) throws -> Authentication.Method? {
    guard let credential = try records.credential(key) else {
      return try records.way(key).flatMap { way in
        way.kind == .card && way.stands ? (way.isRehearsal ? .simulatedCard : .card) : nil
      }
    }
    // A key that says that it may be copied is believed, whatever its maker says.
    if credential.isBackupEligible == true { return .syncedPasskey }
    return credential.vouching == Vouching.deviceBound.rawValue ? .hardwareKey : .passkey
  }
}
