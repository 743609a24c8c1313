import Encoding
import HandsProtocol

/// The outcome of work with recovery providers.
public struct EscrowNews: Sendable {
  public var reply: EscrowReply
  /// Content that only the person or the vault may see: kept by no server.
  public var shown: Shown?
  public enum Shown: Sendable {
    /// Texts, by the names under which screens have places for them.
    case texts([String: String])
    /// A key for a program that makes codes by the clock: as such programs read it (`otpauth://…`), and as a person
    /// types it (base32, RFC 4648).
    case clock(uri: Secret, key: Secret)
    /// The secret of which the providers hold shares, 32 bytes, for the vault of the surface that asked.
    case unlocking(Secret)
    /// Something else that was backed up with these attributes; never for a page.
    case file(RecoveredFile)
  }
  public init(_ reply: EscrowReply, shown: Shown? = nil) { self.reply = reply; self.shown = shown }
}

/// A file that another program had backed up.
public struct RecoveredFile: Sendable {
  /// The name that its owner gave it; somebody else's text.
  public var name: String?
  /// A media type (RFC 2046); somebody else's text, too.
  public var mime: String
  public var contents: Secret
  public init(name: String?, mime: String, contents: Secret) {
    self.name = name; self.mime = mime; self.contents = contents
  }
}

/// A task that somebody can be in the middle of, each with a file of its own.
public enum EscrowErrand: String, CaseIterable, Hashable, Sendable {
  /// A way back into an account.
  case setUp = "set-up"
  /// A backup of a file or a text, which is no account's.
  case file
  case recovery

  /// The name under which its files are kept: those of a file stand beside those of the account at the same site. No
  /// browser's origin contains such a sign.
  func name(at origin: String) -> String { self == .file ? origin + Self.mark : origin }
  private static let mark = "#file"

  /// `true` if work in this name is for a file.
  static func isFile(_ origin: String) -> Bool { origin.hasSuffix(mark) }
}
