extension BackupDraft {
  /// Until when a provider keeps the shares at least, in seconds of the Unix clock: a year of theirs has 365 days. `nil` where it keeps none, or
  /// nobody looked at a clock when they were drawn.
  public func truthExpiration(at provider: ProviderAddress) -> Int64? {
    truths.filter { $0.provider == provider }.compactMap { truth in truth.drawnAt.map { $0 + Int64(truth.years ?? years) * 365 * 24 * 3600 } }.min()
  }
}

/// What somebody needs to know of a provider to look after a document there, without anything that opens it.
extension BackupDraft.Provider {
  /// The public half of the account's key, 32 bytes.
  public var account: [UInt8] { UserIdentifier(secret: user.secret).accountKey.publicKey }
  /// SHA-512 of the document as it was sent.
  public var sealedHash: [UInt8] { EscrowHash.of(sealedDocument.bytes) }
}
