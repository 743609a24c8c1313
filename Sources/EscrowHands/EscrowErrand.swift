import HandsProtocol

/// What somebody can be in the middle of, each with a file of its own.
public enum EscrowErrand: String, CaseIterable, Hashable, Sendable {
  /// A way back into an account.
  case setUp = "set-up"
  /// A backup of a file or a text, which is no account's.
  case file
  case recovery

  /// Under which name the files of it are kept: a file's stand beside those of the account at the same site. No browser's origin has such a sign.
  func name(at origin: String) -> String { self == .file ? origin + Self.mark : origin }
  private static let mark = "#file"

  /// Whether work in this name is for a file.
  static func isFile(_ origin: String) -> Bool { origin.hasSuffix(mark) }
}
