import Encoding

/// A credential: the references to its keys, and the data from the relying party.
struct StoredCredential: Hashable, Sendable {
  /// The id that the relying party knows. If the credential is not discoverable, the id contains the rest of the
  /// credential in sealed form.
  var id: [UInt8]
  var rpIDHash: [UInt8]
  var key: KeyReference
  /// The verification required before the credential's keys are used.
  var keyGuard: KeyGuard
  /// The requested level of credProtect.
  var protection = CredentialProtection.optional
  /// The keys of hmac-secret, if the extension was requested.
  var secretKeys: SecretKeys?
  /// The data of the extension credBlob, at most 32 bytes.
  var blob: [UInt8]?
  /// The account's data; `nil` if the credential is not discoverable, in which case no part of it is in storage.
  var account: CredentialAccount?

  /// `true` if the credential is never used without verification (CTAP 2.1 §12.1, level 3), either at the relying
  /// party's request or because its keys require the PIN.
  var requiresVerification: Bool { protection == .required || keyGuard == .pin }

  /// The level of credProtect that is enforced.
  var effectiveProtection: CredentialProtection { requiresVerification ? .required : protection }

  /// `true` if the credential is offered only to a client that names it.
  var isHidden: Bool { account?.isHidden == true }

  /// The two keys of hmac-secret (CTAP 2.1 §12.5, CredRandomWithUV and CredRandomWithoutUV).
  struct SecretKeys: Hashable, Sendable {
    var verified: KeyReference
    /// The key for use without verification; `nil` if the credential is never used without verification.
    var unverified: KeyReference?
  }
}

/// The levels of credProtect (CTAP 2.1 §12.1).
enum CredentialProtection: Int64, Hashable, Sendable {
  case optional = 1
  case optionalWithList = 2
  case required = 3
}

/// The data that only a discoverable credential has, in addition to its keys.
struct CredentialAccount: Hashable, Sendable {
  var rpID: String
  var user: CredentialUser
  /// The public key, an uncompressed point of 65 bytes, for the lists of credential management.
  var publicKey: [UInt8]
  /// The counter's value when the credential was created, which orders credentials by age.
  var made: UInt32
  /// The key for the extension largeBlobKey, 32 bytes.
  var largeBlobKey: LargeBlobKey?
  /// `true` if the relying party reported that it no longer knows the credential.
  var isHidden = false

  /// A secret that is compared in constant time. Its hash value depends only on its length.
  struct LargeBlobKey: Hashable, Sendable {
    let secret: Secret
    static func == (one: Self, other: Self) -> Bool { one.secret.matches(other.secret) }
    func hash(into hasher: inout Hasher) { hasher.combine(secret.count) }
  }
}

/// The account of a credential (WebAuthn L3 §5.4.3).
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

  /// Encodes the account. Names are omitted unless a verified person may read them (CTAP 2.1 §6.2.2).
  func encoded(withNames: Bool = true) -> CBORValue {
    .members([
      "id": .byteString(id), "name": withNames ? name.map(CBORValue.text) : nil,
      "displayName": withNames ? displayName.map(CBORValue.text) : nil,
    ])
  }
}

/// A name that a relying party gives itself or an account (WebAuthn L3 §5.4.1, §5.4.3).
public enum CredentialName {
  /// The maximum length in UTF-8 bytes. An authenticator must keep at least this much of a name and may truncate the
  /// rest (WebAuthn L3 §6.4.1), as this one does.
  public static let longest = 64

  /// Returns the leading part of the name that is kept, in whole code points.
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
