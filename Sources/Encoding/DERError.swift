/// Why bytes are not DER.
public enum DERError: Error, Hashable, Sendable {
  /// The bytes end inside an element, or a length reaches beyond them.
  case truncated
  /// Bytes follow the element.
  case trailingBytes
  /// A tag or a length in a form that DER forbids: not the shortest, or left open.
  case notDistinguished
  /// A tag number or a length beyond 32 bits.
  case tooLarge
  /// An element of another type than the structure has there.
  case unexpectedType
  /// The content is not a value of its type: an empty integer, bits that do not fill bytes.
  case invalidValue
}
