import Encoding

/// A credential: what names its keys to the store, and what the relying party said about it.
struct Credential: Hashable, Sendable {
  /// What the relying party knows it by. Of a credential that is not discoverable it is the sealed rest of it.
  var id: [UInt8]
  var rpIDHash: [UInt8]
  var key: KeyReference
  /// What has to be shown before its keys are used.
  var keyGuard: KeyGuard
  /// The level of credProtect that was asked for.
  var protection = CredentialProtection.optional
  /// The keys of hmac-secret, where the extension was asked for.
  var secretKeys: SecretKeys?
  /// What the extension credBlob keeps with it, at most 32 bytes.
  var blob: [UInt8]?
  /// `nil` where it is not discoverable: nothing of it stands on the shelf then.
  var account: CredentialAccount?

  /// Whether it is never used without verification (CTAP 2.1 §12.1, level 3): because the relying party asked for that, or because its keys
  /// wait for the PIN.
  var requiresVerification: Bool { protection == .required || keyGuard == .pin }

  /// The level that it behaves by.
  var effectiveProtection: CredentialProtection { requiresVerification ? .required : protection }

  /// Whether it is offered only to who names it.
  var isHidden: Bool { account?.isHidden == true }

  /// The two keys of hmac-secret (CTAP 2.1 §12.5, CredRandomWithUV and CredRandomWithoutUV).
  struct SecretKeys: Hashable, Sendable {
    var verified: KeyReference
    /// `nil` where the credential is never used without verification.
    var unverified: KeyReference?
  }
}

/// The levels of credProtect (CTAP 2.1 §12.1).
enum CredentialProtection: Int64, Hashable, Sendable {
  case optional = 1
  case optionalWithList = 2
  case required = 3
}
