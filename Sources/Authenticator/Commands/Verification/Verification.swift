/// What a client showed, or the person did, before a credential is made or used.
struct Verification: Sendable {
  var isUserVerified = false
  var isUserPresent = false
  /// Whether a PIN/UV auth token showed it, which is spent afterwards.
  var isByToken = false
  /// To use keys that wait for the PIN.
  var leave: (any Leave)?
}

/// What makeCredential and getAssertion have in common about it.
struct VerificationRequest: Sendable {
  var clientDataHash: [UInt8]
  var rpID: String
  var permission: TokenPermissions
  var occasion: Occasion
  /// The option `uv`, which counts only without a `pinUvAuthParam`.
  var wantsBuiltIn: Bool
  var parameter: [UInt8]?
  var protocolNumber: Int64?
}
