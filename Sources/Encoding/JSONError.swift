/// Why bytes are not JSON as the relying party reads it, and the offset of the byte that says so.
public struct JSONError: Error, Hashable, Sendable {
  /// The kinds of fault.
  public enum Fault: String, Hashable, Sendable {
    /// Not the grammar of RFC 8259, or bytes after the value.
    case malformed
    /// The text ends inside a value.
    case truncated
    /// Two members of one object have the same name.
    case duplicateName
    /// A string that is not UTF-8, or half of a surrogate pair.
    case notUnicode
    /// Values inside values, deeper than the limit.
    case tooDeep
    /// Longer than the limit, or an object with more members than the limit.
    case tooLarge
  }

  /// What is wrong.
  public var fault: Fault
  /// Where.
  public var offset: Int

  /// A fault at an offset.
  public init(_ fault: Fault, at offset: Int) { (self.fault, self.offset) = (fault, offset) }
}
