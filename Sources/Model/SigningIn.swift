import Wraps

/// A session, and how much waits in it.
public struct Visit: Hashable, Sendable {
  public var session: Session
  /// The number of its challenges that wait for responses.
  public var challenges: Int
  /// The number of its runs.
  public var runs: Int
  /// The number of sign-ins to services that were given in it.
  public var grants: Int

  public init(session: Session, challenges: Int, runs: Int, grants: Int = 0) {
    self.session = session; self.challenges = challenges; self.runs = runs; self.grants = grants
  }
}

/// A credential, and what must be known about its account to sign in with it.
public struct Signer: Hashable, Sendable {
  public var credential: Credential
  public var username: Username
  /// `true` if whoever runs the site closed the account to everybody.
  public var isClosed: Bool
  /// The kind of way in that the credential is; `nil` if it is a passkey alone.
  public var way: WayKind?
  /// The number of the account's sessions.
  public var sessions: Int

  public init(credential: Credential, username: Username, isClosed: Bool, way: WayKind?, sessions: Int) {
    self.credential = credential; self.username = username; self.isClosed = isClosed; self.way = way
    self.sessions = sessions
  }
}

/// Everything in the store that a response to a sign-in's challenge is judged by.
public struct SigningIn: Hashable, Sendable {
  /// The challenge, which is spent; `nil` if it is no longer there or never was.
  public var challenge: Challenge?
  /// The session that sent the response, without the challenge; `nil` if there is no such session.
  public var visit: Visit?
  /// The credential that is said to have signed; `nil` if it is not known.
  public var signer: Signer?

  public init(challenge: Challenge?, visit: Visit?, signer: Signer?) {
    self.challenge = challenge; self.visit = visit; self.signer = signer
  }
}

/// What a sign-in does in the store, in as few statements as possible: it is what people do most.
public protocol SigningInRecords {
  /// Returns a session with how much waits in it.
  func visit(_ id: SessionID) throws -> Visit?
  /// Spends the challenge, and reads everything else that the response to it is judged by.
  func takeSigningIn(_ challenge: [UInt8], from session: SessionID, with credential: KeyID) throws -> SigningIn
  /// Writes a session over an earlier one, which nobody can use any more. The earlier one may have no runs and no
  /// challenges.
  func replace(_ old: SessionID, with new: Session) throws
}
