import Encoding

/// A credential: what names its keys to the store, and what the relying party said about it.
struct StoredCredential: Hashable, Sendable {
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
  /// `nil` where it is not discoverable: nothing of it stands in storage then.
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

/// Whose credential it is (WebAuthn L3 §5.4.3).
struct CredentialUser: Hashable, Sendable {
  var id: [UInt8]
  var name: String?
  var displayName: String?

  init(id: [UInt8], name: String? = nil, displayName: String? = nil) {
    self.id = id
    self.name = name.map(CredentialName.cut)
    self.displayName = displayName.map(CredentialName.cut)
  }

  /// - Throws: `invalidLength` for a user handle that is empty or longer than 64 bytes.
  init(_ map: ParameterMap) throws(CTAPStatus) {
    let id = try map.bytes("id").required()
    guard (1...64).contains(id.count) else { throw .invalidLength }
    self.init(id: id, name: try map.text("name"), displayName: try map.text("displayName"))
  }

  /// Without names where nobody was verified who may read them (CTAP 2.1 §6.2.2).
  func encoded(withNames: Bool = true) -> CBORValue {
    .members([
      "id": .byteString(id), "name": withNames ? name.map(CBORValue.text) : nil,
      "displayName": withNames ? displayName.map(CBORValue.text) : nil,
    ])
  }
}

/// A name that a relying party gives itself or an account (WebAuthn L3 §5.4.1, §5.4.3).
public enum CredentialName {
  /// In bytes of UTF-8. Authenticators keep at least so many of a name, and may cut what is longer (WebAuthn L3 §6.4.1); ours does.
  public static let longest = 64

  /// As much of its beginning as is kept, in whole code points.
  public static func cut(_ name: String) -> String {
    guard name.utf8.count > longest else { return name }
    var short = String.UnicodeScalarView(), length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      guard length <= longest else { break }
      short.append(scalar)
    }
    return String(short)
  }
}
