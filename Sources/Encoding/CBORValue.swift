/// A whole CBOR item as a value, for structures that are small and rarely read: attestation statements, extension outputs.
public indirect enum CBORValue: Hashable, Sendable {
  /// Major types 0 and 1.
  case integer(Int64)
  /// Major type 2, a part of the bytes that were read.
  case bytes(ArraySlice<UInt8>)
  /// Major type 3.
  case text(String)
  /// Major type 4.
  case array([CBORValue])
  /// Major type 5, in the order in which it was read.
  case map([CBOREntry])
  /// `true` and `false`.
  case boolean(Bool)
  /// `null`.
  case null

  /// Reads exactly one item from all of `bytes`.
  public init(decoding bytes: [UInt8], keyOrder: CBORReader.KeyOrder = .canonical) throws(CBORError) {
    var reader = CBORReader(bytes, keyOrder: keyOrder)
    self = try reader.readValue()
    try reader.finish()
  }

  /// The value at a text key of a map.
  public subscript(key: String) -> CBORValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == .text(key) }?.value
  }

  /// The bytes of a byte string.
  public var byteString: ArraySlice<UInt8>? { if case .bytes(let bytes) = self { bytes } else { nil } }
  /// The integer.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The text.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The items of an array.
  public var array: [CBORValue]? { if case .array(let items) = self { items } else { nil } }
  /// The entries of a map.
  public var map: [CBOREntry]? { if case .map(let entries) = self { entries } else { nil } }
}
