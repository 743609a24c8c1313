/// One BER-TLV element as encoded by smart cards (ISO/IEC 7816-4 §5.2.2): a tag of one byte, a definite length (05, 81
/// 80, 82 01 00), and the value.
///
/// Parsing is strict: only another element may follow an element, and no length may extend past the end of the bytes.
public struct BERTLV: Hashable, Sendable {
  public var tag: UInt8
  public var value: [UInt8]

  public init(_ tag: UInt8, _ value: [UInt8]) { (self.tag, self.value) = (tag, value) }

  /// Creates a constructed element.
  public init(_ tag: UInt8, of elements: [BERTLV]) { self.init(tag, elements.flatMap(\.encoded)) }

  /// The encoded element: the tag, the length in its shortest form, and the value.
  public var encoded: [UInt8] { [tag] + BERLength.encode(value.count) + value }

  /// Parses `bytes` as a sequence of elements.
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

  /// Parses `bytes` as a single element.
  public static func one(_ bytes: some Collection<UInt8>) throws(BERError) -> BERTLV {
    let elements = try list(bytes)
    guard let only = elements.first else { throw .truncated }
    guard elements.count == 1 else { throw .trailingBytes }
    return only
  }

  /// Parses the value as a sequence of elements.
  public func elements() throws(BERError) -> [BERTLV] { try Self.list(value) }
}

/// Lengths of BER (X.690 §8.1.3), definite and in one to five bytes: 05, 81 80, 82 01 00 …
public enum BERLength {
  /// Encodes a length in its shortest form. A length beyond 32 bits, which no card has, is written as the largest
  /// possible one.
  public static func encode(_ length: Int) -> [UInt8] {
    let length = UInt32(clamping: length)
    guard length >= 0x80 else { return [UInt8(length)] }
    let bytes = withUnsafeBytes(of: length.bigEndian, Array.init).drop { $0 == 0 }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// Removes a length from the front of `bytes`. A longer form than necessary is also valid BER.
  ///
  /// - Parameter widest: The maximum number of bytes that may follow the first.
  /// - Throws: `truncated` or `unsupportedLength`. In that case, `bytes` begins where reading stopped.
  public static func read(_ bytes: inout ArraySlice<UInt8>, widest: Int = 2) throws(BERError) -> Int {
    guard let first = bytes.popFirst() else { throw .truncated }
    guard first >= 0x80 else { return Int(first) }
    let width = Int(first & 0x7F)
    guard width > 0, width <= min(widest, 4) else { throw .unsupportedLength }
    guard width <= bytes.count else { throw .truncated }
    let length = bytes.prefix(width).reduce(0) { $0 << 8 | Int($1) }
    bytes = bytes.dropFirst(width)
    return length
  }
}

/// The reason why bytes are not valid BER-TLV as encoded by smart cards.
public enum BERError: Error, Hashable, Sendable {
  /// The bytes end inside an element, or a length extends past their end.
  case truncated
  /// Bytes follow the element.
  case trailingBytes
  /// The length is indefinite, or takes more bytes than are supported here.
  case unsupportedLength
  /// The tag has more than one byte.
  case unsupportedTag
}
