/// A journal entry (§4), as the server sees it.
public enum SealedEntry {
  /// The id of the entry that lists all others.
  public static let index = [UInt8](repeating: 0, count: 16)

  /// Refuses a text that is not this revision of this entry by its shape and header. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], entry: [UInt8], rev: UInt32, generation: UInt32) throws(WrapsError) {
    _ = try SealedText(jwe, header: SealedHeader.entry(account: account, entry: entry, rev: rev, generation: generation).bytes)
  }
}
