/// One element of BER-TLV as smart cards write it (ISO/IEC 7816-4 §5.2.2): a tag of one byte, a definite length (05, 81 80, 82 01 00), the value.
///
/// Strict: nothing may follow an element but another, and no length reaches beyond the bytes.
public struct BERTLV: Hashable, Sendable {
  public var tag: UInt8
  public var value: [UInt8]

  public init(_ tag: UInt8, _ value: [UInt8]) { (self.tag, self.value) = (tag, value) }

  /// A constructed element.
  public init(_ tag: UInt8, of elements: [BERTLV]) { self.init(tag, elements.flatMap(\.encoded)) }

  /// Tag, length in its shortest form, value.
  public var encoded: [UInt8] { [tag] + BERLength.encode(value.count) + value }

  /// All elements that `bytes` is made of.
  public static func list(_ bytes: some Collection<UInt8>) throws(BERError) -> [BERTLV] {
    var rest = ArraySlice(bytes)
    var elements: [BERTLV] = []
    while let tag = rest.popFirst() {
      guard tag & 0x1F != 0x1F else { throw .unsupportedTag }
      let length = try BERLength.read(&rest)
      guard length <= rest.count else { throw .truncated }
      elements.append(BERTLV(tag, Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return elements
  }

  /// The one element that `bytes` is.
  public static func one(_ bytes: some Collection<UInt8>) throws(BERError) -> BERTLV {
    let elements = try list(bytes)
    guard let only = elements.first else { throw .truncated }
    guard elements.count == 1 else { throw .trailingBytes }
    return only
  }

  /// The elements that the value is made of.
  public func elements() throws(BERError) -> [BERTLV] { try Self.list(value) }
}
