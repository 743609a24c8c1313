/// Why bytes are not BER-TLV as smart cards write it.
public enum BERError: Error, Hashable, Sendable {
  /// The bytes end inside an element, or a length reaches beyond them.
  case truncated
  /// Bytes follow the element.
  case trailingBytes
  /// The length is left open, or takes more bytes than are read here.
  case unsupportedLength
  /// A tag of more than one byte.
  case unsupportedTag
}
