/// An account that a site can be signed in to, as its passkey tells it.
public struct PasskeyAccount: Hashable, Sendable {
  public var userID: [UInt8]
  /// Known only where the person was verified.
  public var userName: String?
  public var displayName: String?
  public init(userID: [UInt8], userName: String? = nil, displayName: String? = nil) {
    self.userID = userID; self.userName = userName; self.displayName = displayName
  }
}

/// Lets the person choose one of several accounts.
public protocol AccountChooser: Sendable {
  /// - Parameter accounts: Two or more, the newest first.
  /// - Returns: The index of the chosen one; `nil` where the person does not want any, or the task was cancelled.
  func choose(from accounts: [PasskeyAccount], for rpID: String) async -> Int?
}

/// Takes the newest, for where the person cannot be shown a list. They were asked before whether they want to sign in.
public struct NewestAccount: AccountChooser {
  public init() {}
  public func choose(from accounts: [PasskeyAccount], for rpID: String) async -> Int? { 0 }
}
