import Encoding

/// The person who holds a security key, and who is asked in the course of a ceremony.
public protocol KeyHolder: Sendable {
  /// Asks for the key's PIN.
  ///
  /// - Parameters:
  ///   - triesLeft: The number of wrong PINs that the key still takes; `nil` if it does not say.
  ///   - isAgain: `true` if the PIN before was wrong.
  /// - Throws: `SecurityKeyProblem`, if the person gives up or nobody can be asked.
  func pin(triesLeft: Int?, isAgain: Bool) async throws -> Secret
  /// Asks which of the key's accounts is meant, two or more.
  ///
  /// - Returns: The account's index.
  /// - Throws: `SecurityKeyProblem`, as for `pin`.
  func choose(among accounts: [KeyAccount]) async throws -> Int
  /// Says that the key now waits for a touch. Returns at once.
  func isAwaited(_ awaited: AwaitedTouch) async
}

/// An account for which a key has a passkey.
public struct KeyAccount: Hashable, Sendable {
  /// The user handle (WebAuthn Level 3 §5.4.3).
  public var userID: [UInt8]
  /// The names, which a key gives only after it verified its holder.
  public var userName: String?, displayName: String?
  public init(userID: [UInt8], userName: String? = nil, displayName: String? = nil) {
    self.userID = userID; self.userName = userName; self.displayName = displayName
  }
}

/// What the person touches a key for.
public enum AwaitedTouch: Hashable, Sendable {
  /// One of several keys that are plugged in is chosen by its touch.
  case ofOneAmong(Int)
  case ofKey
  /// The key has no hmac-secret, so that its touch signs in and opens nothing.
  case ofKeyThatOpensNothing
}

/// What a security key gave, in the form of a browser's response.
public struct KeyAnswer: Sendable {
  /// `RegistrationResponseJSON` or `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1), without the outputs of PRF.
  public var credential: String
  /// The credential id.
  public var id: [UInt8]
  /// The output of PRF for the site's input, 32 bytes; `nil` if the key gave none, or did not verify its holder.
  public var secret: Secret?
  /// The account that the key named; `nil` if it named none.
  public var userID: [UInt8]?
  /// `true` for a new credential, which can evaluate PRF and was not asked to.
  public var mayStillOpen: Bool

  public init(
    credential: String, id: [UInt8], secret: Secret? = nil, userID: [UInt8]? = nil, mayStillOpen: Bool = false
  ) {
    self.credential = credential; self.id = id; self.secret = secret; self.userID = userID
    self.mayStillOpen = mayStillOpen
  }
}
