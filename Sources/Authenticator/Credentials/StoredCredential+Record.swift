import Encoding

extension StoredCredential {
  /// The plaintext to be sealed. Its map keys are small numbers and defaults are omitted, because a U2F key handle can
  /// hold only 255 bytes in total.
  var record: [UInt8] {
    CBORValue.members([
      1: .byteString(key.bytes), 2: keyGuard == .nothing ? nil : .number(keyGuard.rawValue),
      3: protection == .optional ? nil : .integer(protection.rawValue),
      4: secretKeys.map { .byteString($0.verified.bytes) },
      5: secretKeys?.unverified.map { .byteString($0.bytes) }, 6: blob.map(CBORValue.byteString), 7: account?.record,
      8: account == nil ? nil : .byteString(id), 9: account == nil ? nil : .byteString(rpIDHash),
    ]).encoded()
  }

  /// Decodes the record sealed in a credential id.
  init?(record: [UInt8], id: [UInt8], rpIDHash: [UInt8]) {
    guard let map = try? ParameterMap(decoding: record), let credential = try? Self(map, id: id, rpIDHash: rpIDHash)
    else { return nil }
    self = credential
  }

  /// Decodes a record from storage.
  init?(record: [UInt8]) {
    guard let map = try? ParameterMap(decoding: record), let id = map[8]?.byteString, let rpIDHash = map[9]?.byteString,
      let credential = try? Self(map, id: Array(id), rpIDHash: Array(rpIDHash)), credential.account != nil
    else { return nil }
    self = credential
  }

  private init(_ map: ParameterMap, id: [UInt8], rpIDHash: [UInt8]) throws(CTAPStatus) {
    guard let keyGuard = KeyGuard(rawValue: UInt8(clamping: try map.integer(2) ?? Int64(KeyGuard.nothing.rawValue))),
      let protection = CredentialProtection(rawValue: try map.integer(3) ?? CredentialProtection.optional.rawValue)
    else { throw .other }
    (self.id, self.rpIDHash, self.keyGuard, self.protection) = (id, rpIDHash, keyGuard, protection)
    key = KeyReference(try map.bytes(1).required())
    if let verified = try map.bytes(4).map(KeyReference.init) {
      secretKeys = SecretKeys(verified: verified, unverified: try map.bytes(5).map(KeyReference.init))
    }
    blob = try map.bytes(6)
    if let account = try map.map(7) { self.account = try CredentialAccount(record: account) }
  }
}

extension CredentialAccount {
  var record: CBORValue {
    .members([
      1: .text(rpID), 2: user.encoded(), 3: .byteString(publicKey), 4: .number(made),
      5: largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } }, 6: isHidden ? .boolean(true) : nil,
    ])
  }

  init(record: ParameterMap) throws(CTAPStatus) {
    rpID = try record.text(1).required()
    user = try CredentialUser(try record.map(2).required())
    publicKey = try record.bytes(3).required()
    made = UInt32(clamping: try record.integer(4).required())
    largeBlobKey = try record.bytes(5).map { LargeBlobKey(secret: Secret($0)) }
    isHidden = try record.boolean(6) ?? false
  }
}
