import AccountService
import CeremonyService
import Vocabulary
import Foundation
import Measurements
import Model
import RelyingParty

/// Registration and authentication for developers who bring their own page: the same ceremonies without a flow.
public struct CeremonyEndpoints: Sendable {
  let runner: Runner
  let sessions: Sessions
  /// Creates endpoints that share the ceremonies and the sessions of a runner.
  public init(runner: Runner, sessions: Sessions) { self.runner = runner; self.sessions = sessions }

  /// An error of an endpoint. `finding` tells a developer which step of the specification failed.
  public struct Failure: Error, Sendable {
    public enum Kind: Sendable { case challengeExpired, username(UsernameRefusal), secretSent, unverified }
    public var kind: Kind
    public var finding: WebAuthnError?
    /// A response arrived without a session, so its challenge cannot have been issued in that session.
    public static let noSession = Failure(.challengeExpired)
    init(_ kind: Kind, _ finding: WebAuthnError? = nil) { self.kind = kind; self.finding = finding }
  }

  /// The options of a ceremony, and the token of the session if it is new.
  public struct Options: Sendable {
    public var json: String
    public var newToken: SessionToken?
  }

  /// The account that signed in, and its new session.
  public struct SignedIn: Sendable {
    public var username: String
    public var token: SessionToken
    /// Until when a run waits in the session for somebody who is away; `nil` if none does.
    public var keptUntil: Date?
  }

  /// Returns PublicKeyCredentialCreationOptionsJSON for a new account.
  ///
  /// - Parameter prf: `true` to request the `prf` extension (WebAuthn Level 3 §10.1.4). Not every client library passes
  ///   the extension's inputs on as bytes, so it is requested only if the caller wants it.
  public func registrationOptions(for username: String, prf: Bool, to caller: Caller) async throws -> Options {
    try await runner.store.write { records in
      let (visit, token) = try sessions.visitOrBegin(caller, records), session = visit.session
      try runner.admitNewAccount(from: session, records)
      switch try records.judge(newName: username) {
      case .failure(let refused): throw Failure(.username(refused.why))
      case .success(let name):
        let json = try runner.ceremonies.beginRegistration(name.text, prf: prf, for: .endpoint, in: session.id, records)
        return Options(json: json, newToken: token)
      }
    }
  }

  /// Returns PublicKeyCredentialRequestOptionsJSON for a sign-in with any discoverable passkey.
  public func authenticationOptions(prf: Bool, to caller: Caller) async throws -> Options {
    try await runner.store.write { records in
      let (visit, token) = try sessions.visitOrBegin(caller, records)
      let json = try runner.ceremonies.beginAuthentication(
        .signIn, of: nil, prf: prf, for: .endpoint, in: visit.session.id, beside: visit.challenges, records)
      return Options(json: json, newToken: token)
    }
  }

  /// Verifies the response to registration options, and creates the account.
  public func verifyRegistration(_ response: String, from caller: Caller) async throws -> SignedIn {
    let outcome: Result<SignedIn, Failure> = try await runner.store.write { records in
      guard let token = caller.token,
        let visit = try sessions.visit(try records.visit(token.id), of: caller, records)
      else { return .failure(.noSession) }
      let session = visit.session
      try runner.admitNewAccount(from: session, records)
      switch try runner.ceremonies.register(response, for: .endpoint, in: session.id, records) {
      case .refused(let why): return .failure(Failure(.username(why)))
      case .failure(let refused): return .failure(Self.failure(refused))
      case .success(let credential, let username):
        try runner.noteAdmitted(credential.account, from: session, records)
        let signer = Signer(credential: credential, username: username, isClosed: false, way: nil, sessions: 0)
        // The challenge that it waited with is spent.
        return .success(
          try signIn(
            signer,
            Visit(
              session: session, challenges: visit.challenges - 1, runs: visit.runs, grants: visit.grants), records))
      }
    }
    return try outcome.get()
  }

  /// Verifies the response to authentication options, and signs in.
  public func verifyAuthentication(_ response: String, from caller: Caller) async throws -> SignedIn {
    let outcome: Result<SignedIn, Failure> = try await runner.store.write { records in
      switch try runner.ceremonies.authenticate(response, of: caller, in: sessions, records) {
      case .failure(let refused):
        records.afterwards { Measured.signIn(.passkey, isAccepted: false) }
        if refused.rejection == .closed { throw RunnerError(.accountDisabled) }
        return .failure(Self.failure(refused))
      case .success(let (signer, visit)): return .success(try signIn(signer, visit, records))
      }
    }
    return try outcome.get()
  }

  private func signIn(_ signer: Signer, _ visit: Visit, _ records: any Records) throws -> SignedIn {
    let (token, keptUntil) = try runner.signIn(signer, from: visit, records)
    return SignedIn(username: signer.username.text, token: token, keptUntil: keptUntil)
  }

  /// Returns how long a browser should keep the cookie of a session that has just signed in, in seconds.
  public func cookieLifetime(of signedIn: SignedIn) -> Int {
    signedIn.keptUntil.map { max(sessions.cookieLifetime, sessions.cookieLifetime(until: $0)) }
      ?? sessions.cookieLifetime
  }

  private static func failure(_ refused: Ceremonies.Refused) -> Failure {
    if refused.rejection == .expired, refused.finding == nil { return Failure(.challengeExpired) }
    return Failure(refused.finding?.code == .prfResultsPresent ? .secretSent : .unverified, refused.finding)
  }
}
