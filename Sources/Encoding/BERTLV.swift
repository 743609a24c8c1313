/// One element of BER-TLV as smart cards write it (ISO/IEC 7816-4 §5.2.2): a tag of one byte, a definite length (05, 81
/// 80, 82 01 00), the value.
///
/// Parsing is strict: only another element may follow an element, and no length may extend past the end of the bytes.
public struct BERTLV: Hashable, Sendable {
  public var tag: UInt8
  public var value: [UInt8]

  public init(_ tag: UInt8, _ value: [UInt8]) { (self.tag, self.value) = (tag, value) }

  /// A constructed element.
  public init(_ tag: UInt8, of elements: [BERTLV]) { self.init(tag, elements.flatMap(\.encoded)) }

  /// Tag, length in its shortest form, value.
  public var encoded: [UInt8] { [tag] + BERLength.encode(value.count) + value }

  /// The sequence of elements that makes up `bytes`.
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

  /// The single element that makes up `bytes`.
  public static func one(_ bytes: some Collection<UInt8>) throws(BERError) -> BERTLV {
    let elements = try list(bytes)
    guard let only = elements.first else { throw .truncated }
    guard elements.count == 1 else { throw .trailingBytes }
    return only
  }

  /// The elements that make up the value.
  public func elements() throws(BERError) -> [BERTLV] { try Self.list(value) }
}

/// Lengths of BER (X.690 §8.1.3), definite and in one to five bytes: 05, 81 80, 82 01 00 …
public enum BERLength {
  /// The shortest form. A length beyond 32 bits, which no card has, is written as the largest possible one.
  public static func encode(_ length: Int) -> [UInt8] {
    let length = UInt32(clamping: length)
    guard length >= 0x80 else { return [UInt8(length)] }
    let bytes = withUnsafeBytes(of: length.bigEndian, Array.init).drop { $0 == 0 }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// Removes a length from the front of `bytes`. A longer form than necessary is valid BER too.
  ///
  /// - Parameter widest: The maximum number of bytes that may follow the first.
  /// - Throws: `truncated` or `unsupportedLength`; `bytes` then begins where reading stopped.
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

/// The reason why bytes are not valid BER-TLV as smart cards write it.
public enum BERError: Error, Hashable, Sendable {
  /// The bytes end inside an element, or a length extends past their end.
  case truncated
  /// Bytes follow the element.
  case trailingBytes
  /// The length is indefinite, or takes more bytes than are supported here.
  case unsupportedLength
  /// A tag of more than one byte.
  case unsupportedTag
}
