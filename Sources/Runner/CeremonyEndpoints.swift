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
  /// Creates endpoints that share the ceremonies of a runner.
  public init(runner: Runner) { self.runner = runner }

  /// An error of an endpoint. `finding` tells a developer which step of the specification failed.
  public struct Failure: Error, Sendable {
    public enum Kind: Sendable { case challengeExpired, username(UsernameRefusal), secretSent, unverified }
    public var kind: Kind
    public var finding: WebAuthnError?
    /// A response arrived without a session, so its challenge cannot have been issued in that session.
    public static let noSession = Failure(.challengeExpired)
    init(_ kind: Kind, _ finding: WebAuthnError? = nil) { self.kind = kind; self.finding = finding }
  }

  /// The account that signed in, and its new session.
  public struct SignedIn: Sendable {
    public var username: String
    public var token: SessionToken
  }

  /// Returns PublicKeyCredentialCreationOptionsJSON for a new account.
  ///
  /// - Parameter prf: `true` to request the `prf` extension (WebAuthn Level 3 §10.1.4). Not every client library passes
  ///   the extension's inputs on as bytes, so it is requested only if the caller wants it.
  public func registrationOptions(for username: String, prf: Bool, in session: Session) async throws -> String {
    try await runner.store.write { records in
      try runner.admitNewAccount(from: session, records)
      switch try records.judge(newName: username) {
      case .failure(let refused): throw Failure(.username(refused.why))
      case .success(let name):
        return try runner.ceremonies.beginRegistration(name.text, prf: prf, for: .endpoint, in: session.id, records)
      }
    }
  }

  /// Returns PublicKeyCredentialRequestOptionsJSON for a sign-in with any discoverable passkey.
  public func authenticationOptions(prf: Bool, in session: Session) async throws -> String {
    try await runner.store.write {
      try runner.ceremonies.beginAuthentication(.signIn, of: nil, prf: prf, for: .endpoint, in: session.id, $0)
    }
  }

  /// Verifies the response to registration options, and creates the account.
  public func verifyRegistration(_ response: String, in session: Session) async throws -> SignedIn {
    let outcome: Result<SignedIn, Failure> = try await runner.store.write { records in
      try runner.admitNewAccount(from: session, records)
      switch try runner.ceremonies.register(response, for: .endpoint, in: session.id, records) {
      case .refused(let why): return .failure(Failure(.username(why)))
      case .failure(let refused): return .failure(Self.failure(refused))
      case .success(let credential, let username):
        try runner.noteAdmitted(credential.account, from: session, records)
        let token = try runner.signIn(credential.account, with: credential.id, from: session, records)
        return .success(SignedIn(username: username.text, token: token))
      }
    }
    return try outcome.get()
  }

  /// Verifies the response to authentication options, and signs in.
  public func verifyAuthentication(_ response: String, in session: Session) async throws -> SignedIn {
    let outcome: Result<SignedIn, Failure> = try await runner.store.write { records in
      switch try runner.ceremonies.authenticate(response, for: .endpoint, .signIn, in: session, records) {
      case .failure(let refused):
        records.afterwards { Measured.signIn(.passkey, isAccepted: false) }
        if refused.rejection == .closed { throw RunnerError(.accountDisabled) }
        return .failure(Self.failure(refused))
      case .success(let credential):
        let token = try runner.signIn(credential.account, with: credential.id, from: session, records)
        return .success(SignedIn(username: try records.account(credential.account)?.username.text ?? "", token: token))
      }
    }
    return try outcome.get()
  }

  private static func failure(_ refused: Ceremonies.Refused) -> Failure {
    if refused.rejection == .expired, refused.finding == nil { return Failure(.challengeExpired) }
    return Failure(refused.finding?.code == .prfResultsPresent ? .secretSent : .unverified, refused.finding)
  }
}
