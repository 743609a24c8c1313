import Foundation

/// The name of a session in the store: SHA-256 of the token in the cookie, so that who reads the database cannot sign in with it.
public struct SessionID: Codable, Hashable, Sendable {
  public let digest: [UInt8]
  public init(digest: [UInt8]) { self.digest = digest }
}

/// One browser's visit: anonymous until it signs in.
public struct Session: Hashable, Sendable {
  public var id: SessionID
  public var account: AccountID?
  public var credential: KeyID?  // what it signed in with; `nil` for a password
  public var createdAt: Date
  public var seenAt: Date
  public var signedInAt: Date?
  /// What was signed in with it; where nobody has signed in, what the request at hand says of itself, which is not kept.
  public var browser: BrowserPhrase
  /// What a form names it by, once it is signed in: random, and made from nothing that signs in.
  public var handle: String?
  /// Where the request at hand came from, for what is counted by address; never kept.
  public var address: NetworkAddress?

  public init(
    id: SessionID, account: AccountID? = nil, credential: KeyID? = nil, createdAt: Date, seenAt: Date, signedInAt: Date? = nil,
    browser: BrowserPhrase = .unknown, handle: String? = nil
  ) {
    self.id = id; self.account = account; self.credential = credential
    self.createdAt = createdAt; self.seenAt = seenAt; self.signedInAt = signedInAt
    self.browser = browser; self.handle = handle
  }

  /// What is left of it when its sign-in is over: a visit of nobody.
  public mutating func endSignIn() { (account, credential, signedInAt, handle) = (nil, nil, nil, nil) }
}
