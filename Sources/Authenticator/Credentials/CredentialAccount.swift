import Encoding

/// What a discoverable credential remembers beside its keys.
struct CredentialAccount: Hashable, Sendable {
  var rpID: String
  var user: CredentialUser
  /// An uncompressed point, 65 bytes: for the lists of credential management.
  var publicKey: [UInt8]
  /// The counter when it was made: later ones have more.
  var made: UInt32
  /// For the extension largeBlobKey, 32 bytes.
  var largeBlobKey: LargeBlobKey?
  /// Whether the relying party said that it does not know it any more.
  var isHidden = false

  /// A secret that equals itself only.
  struct LargeBlobKey: Hashable, Sendable {
    let secret: Secret
    static func == (one: Self, other: Self) -> Bool { one.secret.matches(other.secret) }
    func hash(into hasher: inout Hasher) { hasher.combine(secret.count) }
  }
}
