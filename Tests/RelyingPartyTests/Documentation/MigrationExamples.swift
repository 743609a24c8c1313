import RelyingParty

/// The code in the article "Migrating stored credentials". `ArticleTests` checks that the article matches it.
enum MigrationExamples {
  /// A credential as another library stored it, decoded from the database's format.
  struct StoredRow {
    var id: [UInt8]
    var publicKey: [UInt8]
    var counter: UInt32
    var transports: [String] = []
    var backupEligible: Bool?
    var backedUp: Bool?
    var userHandle: [UInt8]?
    var aaguid: String?
  }

  /// Makes a record, and verifies that its key can be used.
  static func record(_ row: StoredRow, for party: RelyingParty) throws(WebAuthnError) -> CredentialRecord {
    let record = CredentialRecord(
      id: row.id, publicKey: row.publicKey, signCount: row.counter,
      transports: row.transports.map { AuthenticatorTransport(rawValue: $0) },
      backupEligible: row.backupEligible.map { $0 ? .eligible : .notEligible } ?? .unknown,
      backupState: row.backedUp ?? false, userHandle: row.userHandle,
      aaguid: row.aaguid.flatMap { AAGUID($0) } ?? .zero)
    try party.verifyKey(of: record)
    return record
  }

  /// The two coordinates of a P-256 key, as webauthn-rs stores them.
  static func publicKey(x: [UInt8], y: [UInt8]) throws(COSEKeyError) -> [UInt8] {
    try COSEKey(uncompressedPoint: [4] + x + y, algorithm: .es256).encoded()
  }

  /// The content of a PEM file, decoded from Base64.
  static func publicKey(der: [UInt8]) throws(COSEKeyError) -> [UInt8] {
    try COSEKey(subjectPublicKeyInfo: der, algorithm: .es256).encoded()
  }
}
