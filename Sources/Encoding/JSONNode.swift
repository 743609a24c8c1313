/// One value of a ``JSONDocument``: its kind and position. The text itself is in the document.
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

  /// The kind of the value.
  public let kind: Kind
  /// The offsets of the value's bytes; for a string, of the bytes between the quotation marks.
  let start: UInt32
  var end: UInt32
  /// The node's index in the document's list, and the index of the first node after it and all its descendants.
  let index: UInt32
  var next: UInt32

  /// The range of the value in ``JSONDocument/bytes``; for a string, of the bytes between the quotation marks.
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// `true` if the value is a string.
  public var isString: Bool { kind == .string || kind == .escapedString }
}

/// The reason why the relying party rejects bytes as JSON, and the offset of the offending byte.
public struct JSONError: Error, Hashable, Sendable {
  /// The kinds of fault.
  public enum Fault: String, Hashable, Sendable {
    /// A violation of the grammar of RFC 8259, or bytes after the value.
    case malformed
    /// The text ends inside a value.
    case truncated
    /// Two members of one object have the same name.
    case duplicateName
    /// A string that is not UTF-8, or half of a surrogate pair.
    case notUnicode
    /// Nesting deeper than the limit.
    case tooDeep
    /// A text longer than the limit, or an object with more members than the limit.
    case tooLarge
  }

  /// The kind of fault.
  public var fault: Fault
  /// The offset of the offending byte.
  public var offset: Int

  /// Creates an error for a fault at an offset.
  public init(_ fault: Fault, at offset: Int) { (self.fault, self.offset) = (fault, offset) }
}
