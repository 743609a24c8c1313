/// The Master Key before a generation's, under the one of that generation (§3), as the server sees it.
public enum SealedHistory {
  /// Refuses a text that is not the history of this generation by its shape and header. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], generation: UInt32) throws(WrapsError) {
    _ = try SealedText(jwe, header: SealedHeader.history(account: account, generation: generation).bytes)
  }
}
