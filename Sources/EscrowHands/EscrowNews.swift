import Encoding
import HandsProtocol

/// The outcome of work with recovery providers.
public struct EscrowNews: Sendable {
  public var reply: EscrowReply
  /// Content that only the person or the vault may see. No server keeps it.
  public var shown: Shown?
  public enum Shown: Sendable {
    /// Texts, keyed by the names of the places where screens show them.
    case texts([String: String])
    /// A key for an authenticator app, both as a URI that such apps read (`otpauth://…`) and as text that a person
    /// types (base32, RFC 4648).
    case clock(uri: Secret, key: Secret)
    /// The secret of which the providers keep shares, 32 bytes, for the vault of the requesting surface.
    case unlocking(Secret)
    /// What each loss leaves of account recovery depends on this. A page draws it, and sends it nowhere.
    case picture(EscrowPicture)
    /// A different secret that was backed up with these attributes. It is never shown to a page.
    case file(RecoveredFile)
  }
  public init(_ reply: EscrowReply, shown: Shown? = nil) { self.reply = reply; self.shown = shown }
}

/// A secret that comes back as a file: one that was backed up by itself, or what opens an account at a site.
public struct RecoveredFile: Sendable {
  /// The name that the file's owner gave it; untrusted text.
  public var name: String?
  /// The file's media type (RFC 2046); untrusted text.
  public var mime: String
  public var contents: Secret
  public init(name: String?, mime: String, contents: Secret) {
    self.name = name; self.mime = mime; self.contents = contents
  }

  /// The host name of the site whose account the contents open; untrusted text. `nil` for any other file.
  public var site: String? { mime == EscrowWay.mime && contents.count == EscrowWay.count ? name : nil }
}

/// A task that a person may have begun. Each task has its own file.
public enum EscrowErrand: String, CaseIterable, Hashable, Sendable {
  /// The set-up of a way back into an account.
  case setUp = "set-up"
  /// A backup of a file or a text that belongs to no account.
  case file
  case recovery

  /// Returns the name under which the errand's files are kept. A file's backup is kept alongside that of the account at
  /// the same site, distinguished by a mark that no browser's origin contains.
  func name(at origin: String) -> String { self == .file ? origin + Self.mark : origin }
  private static let mark = "#file"

  /// Returns `true` if work under this name is for a file.
  static func isFile(_ origin: String) -> Bool { origin.hasSuffix(mark) }
}
