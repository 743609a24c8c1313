/// An account that a site can be signed in to, as its passkey tells it.
struct PasskeyAccount: Hashable, Sendable {
  var userID: [UInt8]
  /// Known only where the person was verified.
  var userName: String?
  var displayName: String?
}
