/// What somebody needs to know of a provider to look after a document there, without anything that opens it.
extension BackupDraft.Provider {
  /// The public half of the account's key, 32 bytes.
  public var account: [UInt8] { UserIdentifier(secret: user.secret).accountKey.publicKey }
  /// SHA-512 of the document as it was sent.
  public var sealedHash: [UInt8] { EscrowHash.of(sealedDocument.bytes) }
}
