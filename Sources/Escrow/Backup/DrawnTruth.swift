/// What is drawn for one truth.
struct DrawnTruth {
  var id = Base32Bytes(DrawnBytes.bytes(DrawnBytes.truthIDCount))
  var key = DrawnBytes.secret(DrawnBytes.truthKeyCount)
  var salt = Base32Bytes(DrawnBytes.bytes(DrawnBytes.questionSaltCount))
  var share = KeyShare.draw()

  /// As the recovery document names it.
  func entry(for method: BackupMethod, at provider: ProviderAddress, salt providerSalt: Base32Bytes) -> RecoveryDocument.Method {
    RecoveryDocument.Method(
      url: provider.text, type: method.type, truthID: id, truthKey: FiledSecret(key).base32, questionSalt: salt, providerSalt: providerSalt,
      instructions: method.instructions)
  }

  /// As its provider keeps it. A question's share opens with the answer only.
  ///
  /// - Parameter nonce: Drawn where none is given.
  func sealed(
    for method: BackupMethod, _ part: PolicyPart, _ user: UserIdentifier, nonce: [UInt8] = DrawnBytes.bytes(Sealing.nonceCount)
  ) throws(EscrowError) -> BackupDraft.Truth {
    let text = try TruthText.of(method, salt: salt, id: id)
    return BackupDraft.Truth(
      method: part.method, type: method.type, provider: part.provider, id: id, key: FiledSecret(key), salt: salt, share: FiledSecret(share.secret),
      sealedTruth: Base32Bytes(Sealing.seal(text, under: key, for: .truth, nonce: nonce)),
      sealedShare: Base32Bytes(share.sealed(for: user, answer: method.type == .question ? method.challenge.secret : nil)))
  }
}
