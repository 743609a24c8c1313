/// The Master Key before a generation's, and the name of the generation's statement, under the Master Key of that generation (§3), as the server
/// sees them.
public enum SealedHistory {
  /// The bytes inside: a Master Key and a SHA-256.
  static let size = 64
  /// The bytes inside one that names no statement, as they were made at first. Nothing vouches for what such a statement keeps.
  static let sizeFromBefore = 32

  /// Refuses a text that is not the history of this generation by its shape, its header and its length. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], generation: UInt32) throws(WrapsError) {
    let sealed = try SealedText(jwe, header: SealedHeader.history(account: account, generation: generation).bytes)
    guard sealed.size == size else { throw WrapsError(.payload) }
  }
}
