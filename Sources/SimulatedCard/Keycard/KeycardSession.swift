/// What the Keycard applet forgets when another applet, or itself, is selected, and when power goes.
struct KeycardSession: Sendable {
  var channel: SecureChannel?
  var pendingPairing: PendingPairing?
  /// The key of index FF.
  var ephemeralPairing: [UInt8]?
  /// Whose PIN the session works with. Every selection begins with the main one.
  var wallet = Wallet.main
  /// The PIN that was verified, if one was.
  var verified: Wallet?

  enum Wallet: Sendable { case main, duress }

  /// Between the two steps of PAIR.
  struct PendingPairing: Sendable {
    /// `nil` for the ephemeral one.
    var index: Int?
    var challenge: [UInt8]
  }

  var isOpen: Bool { channel?.isAuthenticated == true }
  var isPINVerified: Bool { verified == wallet }
}
