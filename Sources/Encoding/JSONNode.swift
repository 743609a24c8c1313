/// One value of a ``JSONDocument``: its kind and where it stands. It holds no text; the document does.
public struct JSONNode: Hashable, Sendable {
  /// The kinds of value.
  public enum Kind: UInt8, Hashable, Sendable {
    /// `{…}`
    case object
    /// `[…]`
    case array
    /// `"…"` without a backslash.
    case string
    /// `"…"` with at least one backslash.
    case escapedString
    /// A number.
    case number
    /// `true`
    case `true`
    /// `false`
    case `false`
    /// `null`
    case null
  }

  /// What it is.
  public let kind: Kind
  /// Its bytes; for a string those between the quotation marks.
  let start: UInt32
  var end: UInt32
  /// Its place in the document's list, and that of the first node after it and all that is in it.
  let index: UInt32
  var next: UInt32

  /// The bytes of the value in ``JSONDocument/bytes``; for a string those between the quotation marks.
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// Whether it is a string.
  public var isString: Bool { kind == .string || kind == .escapedString }
}
