/// Why bytes are not CBOR as WebAuthn accepts it.
public enum CBORError: Error, Hashable, Sendable {
  /// The bytes end inside an item, or a length reaches beyond them.
  case truncated
  /// Bytes follow the item.
  case trailingBytes
  /// An integer or a length that a shorter form could hold.
  case notShortestForm
  /// A length left open (major types 2 to 5 with additional information 31).
  case indefiniteLength
  /// Two equal keys in a map.
  case duplicateKey
  /// Keys out of the CTAP2 canonical order.
  case unorderedKeys
  /// Items inside items, deeper than the limit.
  case tooDeep
  /// Text that is not UTF-8.
  case notUTF8
  /// A tag, a float, a reserved value, or an integer outside 64 signed bits: nothing that WebAuthn uses.
  case unsupportedItem
  /// A valid item of another type than the structure has there.
  case unexpectedType
}
