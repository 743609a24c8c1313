import Foundation

/// A service that asks who somebody is, as whoever runs the site declared it.
public struct DeclaredService: Hashable, Sendable {
  /// Its name in requests.
  public var id: String
  /// Its name for people.
  public var name: String
  /// Everything else about it, as the room that knows services writes it.
  public var settings: String
  /// The SHA-256 of its secret; `nil` if it has none.
  public var secretHash: [UInt8]?
  public var createdAt: Date

  public init(id: String, name: String, settings: String, secretHash: [UInt8]?, createdAt: Date) {
    self.id = id; self.name = name; self.settings = settings; self.secretHash = secretHash; self.createdAt = createdAt
  }
}

/// What a person said a service may know.
public struct ServiceConsent: Hashable, Sendable {
  public var account: AccountID
  public var service: String
  /// What it may know, as the room that knows services writes it, in alphabetical order.
  public var scopes: [String]
  public var at: Date
  public var usedAt: Date
  /// What the person has just said to one request; `nil` if nothing, or it was answered.
  public var permit: Permit?

  /// A yes to one request, which is good once and for a moment.
  public struct Permit: Hashable, Sendable {
    /// The SHA-256 of the request.
    public var request: [UInt8]
    /// The session in which it was said.
    public var session: SessionID
    /// What was touched for it, and when; `nil` if nothing was.
    public var touch: Touch?
    public var until: Date

    /// The time, in seconds, for which it is good.
    public static let lifetime: TimeInterval = 60

    public struct Touch: Hashable, Sendable {
      public var credential: KeyID
      public var at: Date
      public init(_ credential: KeyID, at: Date) { self.credential = credential; self.at = at }
    }

    public init(request: [UInt8], session: SessionID, touch: Touch?, until: Date) {
      self.request = request; self.session = session; self.touch = touch; self.until = until
    }
  }

  public init(
    account: AccountID, service: String, scopes: [String], at: Date, usedAt: Date, permit: Permit? = nil
  ) {
    self.account = account; self.service = service; self.scopes = scopes; self.at = at; self.usedAt = usedAt
    self.permit = permit
  }
}

/// What whoever runs the site wrote down about a person, for services.
public struct PersonFacts: Hashable, Sendable {
  public var account: AccountID
  public var email: String?
  public var groups: [String]

  public init(account: AccountID, email: String? = nil, groups: [String] = []) {
    self.account = account; self.email = email; self.groups = groups
  }
}

/// A sign-in to a service: what one answer gave it.
public struct ServiceGrant: Hashable, Sendable {
  /// Its name, by which the service hears that it has ended.
  public var id: String
  public var service: String
  public var account: AccountID
  /// What the person had signed in with; `nil` for a password.
  public var credential: KeyID?
  /// The session in which it was given; `nil` once that ended of itself, and the grant lasts longer.
  public var session: SessionID?
  /// `true` if it may outlast a sign-out.
  public var isOffline: Bool
  /// What it stands for, as the room that knows services writes it.
  public var contents: String
  public var createdAt: Date
  /// When it ends if nobody uses it.
  public var expiresAt: Date

  public init(
    id: String, service: String, account: AccountID, credential: KeyID?, session: SessionID?, isOffline: Bool,
    contents: String, createdAt: Date, expiresAt: Date
  ) {
    self.id = id; self.service = service; self.account = account; self.credential = credential
    self.session = session; self.isOffline = isOffline; self.contents = contents; self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// A secret that a service got with a grant.
public struct ServiceToken: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case code, access, refresh }
  /// The SHA-256 of the secret.
  public var digest: [UInt8]
  public var kind: Kind
  public var grant: String
  public var expiresAt: Date
  /// `true` if it was used, and can be used only once: shown again, it ends the grant.
  public var isSpent: Bool

  public init(digest: [UInt8], kind: Kind, grant: String, expiresAt: Date, isSpent: Bool = false) {
    self.digest = digest; self.kind = kind; self.grant = grant; self.expiresAt = expiresAt; self.isSpent = isSpent
  }
}

/// The news, for one service, that a sign-in has ended.
public struct ServiceLogout: Hashable, Sendable {
  /// The name of the grant that ended.
  public var id: String
  public var service: String
  public var account: AccountID
  public var createdAt: Date
  /// When it is tried next; `nil` if the service heard, or is given up.
  public var nextAt: Date?
  public var tries: Int
  /// When the service heard; `nil` if it has not.
  public var heardAt: Date?

  /// The time, in seconds, after which a service that does not answer is given up.
  public static let patience: TimeInterval = 24 * 60 * 60
  /// The time, in seconds, for which the page tells which services heard.
  public static let remembered: TimeInterval = 30 * 24 * 60 * 60

  public init(
    id: String, service: String, account: AccountID, createdAt: Date, nextAt: Date?, tries: Int = 0,
    heardAt: Date? = nil
  ) {
    self.id = id; self.service = service; self.account = account; self.createdAt = createdAt; self.nextAt = nextAt
    self.tries = tries; self.heardAt = heardAt
  }
}

public protocol ServiceRecords {
  func service(_ id: String) throws -> DeclaredService?
  /// Returns all services, by their names.
  func services() throws -> [DeclaredService]
  /// Throws `StoreError.taken` if the id is already a service's.
  func insert(_ service: DeclaredService) throws
  /// Writes a service's name, settings and secret.
  func update(_ service: DeclaredService) throws
  /// Deletes the service with everything that people gave it.
  func delete(service: String) throws

  func serviceConsent(_ service: String, of account: AccountID) throws -> ServiceConsent?
  /// Returns what the account's holder said of every service, the oldest first.
  func serviceConsents(of account: AccountID) throws -> [ServiceConsent]
  /// Writes a consent over the one from before.
  func put(_ consent: ServiceConsent) throws
  func deleteServiceConsent(_ service: String, of account: AccountID) throws

  func personFacts(of account: AccountID) throws -> PersonFacts?
  /// Writes the facts over those from before.
  func put(_ facts: PersonFacts) throws

  func serviceGrant(_ id: String) throws -> ServiceGrant?
  func serviceGrants(of account: AccountID) throws -> [ServiceGrant]
  func serviceGrants(in session: SessionID) throws -> [ServiceGrant]
  /// Returns at most `limit` grants that ended because nobody used them.
  func serviceGrants(expiredBefore: Date, limit: Int) throws -> [ServiceGrant]
  func insert(_ grant: ServiceGrant) throws
  /// Writes the session and the end of a grant.
  func update(_ grant: ServiceGrant) throws
  /// Moves the grants that were given in a session to another; to `nil` if they last longer than any.
  func moveServiceGrants(in old: SessionID, to new: SessionID?) throws
  /// Deletes the grant with its tokens.
  func delete(serviceGrant: String) throws

  func serviceToken(_ digest: [UInt8]) throws -> ServiceToken?
  func insert(_ token: ServiceToken) throws
  /// Notes that a token was used, if it was not, and remembers that until then. Returns `false` if it had been used, or
  /// is not there.
  func spend(serviceToken digest: [UInt8], rememberedUntil: Date) throws -> Bool
  func delete(serviceToken digest: [UInt8]) throws
  func deleteServiceTokens(of grant: String) throws
  /// Deletes at most `limit` tokens that ran out.
  func deleteServiceTokens(expiredBefore: Date, limit: Int) throws

  func insert(_ logout: ServiceLogout) throws
  /// Writes what came of an attempt.
  func update(_ logout: ServiceLogout) throws
  /// Returns at most `limit` that are due, and puts their next attempt off until `leased`, so that no other server tries
  /// them meanwhile.
  func takeServiceLogouts(dueAt now: Date, until leased: Date, limit: Int) throws -> [ServiceLogout]
  /// Returns when the next one is due; `nil` if none waits.
  func nextServiceLogout() throws -> Date?
  /// Returns the account's, the newest first and at most `limit`.
  func serviceLogouts(of account: AccountID, limit: Int) throws -> [ServiceLogout]
  func deleteServiceLogouts(createdBefore: Date) throws
}
