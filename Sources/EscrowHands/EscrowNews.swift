import Encoding
import HandsProtocol

/// The outcome of work with recovery providers.
public struct EscrowNews: Sendable {
  public var reply: EscrowReply
  /// Content that only the person or the vault may see: no server keeps it.
  public var shown: Shown?
  public enum Shown: Sendable {
    /// Texts, keyed by the names of the places that screens have for them.
    case texts([String: String])
    /// A key for an authenticator app: in the form that such programs read (`otpauth://…`), and in the form that a
    /// person types (base32, RFC 4648).
    case clock(uri: Secret, key: Secret)
    /// The secret of which the providers keep shares, 32 bytes, for the vault of the surface that asked.
    case unlocking(Secret)
    /// Something else that was backed up with these attributes; never shown to a page.
    case file(RecoveredFile)
  }
  public init(_ reply: EscrowReply, shown: Shown? = nil) { self.reply = reply; self.shown = shown }
}

/// A file that another program had backed up.
public struct RecoveredFile: Sendable {
  /// The name that its owner gave it; untrusted text.
  public var name: String?
  /// A media type (RFC 2046); also untrusted text.
  public var mime: String
  public var contents: Secret
  public init(name: String?, mime: String, contents: Secret) {
    self.name = name; self.mime = mime; self.contents = contents
  }
}

/// A task that a person may have begun, each with a file of its own.
public enum EscrowErrand: String, CaseIterable, Hashable, Sendable {
  /// A way back into an account.
  case setUp = "set-up"
  /// A backup of a file or a text that belongs to no account.
  case file
  case recovery

  /// The name under which the errand's files are kept. A file's backup is kept beside that of the account at the same
  /// site; no browser's origin contains the mark that tells them apart.
  func name(at origin: String) -> String { self == .file ? origin + Self.mark : origin }
  private static let mark = "#file"

  /// `true` if work under this name is for a file.
  static func isFile(_ origin: String) -> Bool { origin.hasSuffix(mark) }
}
