/// Reads DER (X.690 §10) from a range of bytes, element by element, without copying and without building a tree.
///
/// Tags and lengths must be definite and in their shortest form. The reader never reads outside its range, and never
/// allocates memory for a length that the bytes claim. Nested elements are read by their own reader, created with
/// ``reader(of:)``.
public struct DERReader: Sendable {
  /// The bytes that this reader's ranges refer to.
  public let bytes: [UInt8]
  /// The index of the next byte to be read.
  public private(set) var position: Int
  /// The index at which reading ends.
  public let end: Int

  /// Creates a reader of `bytes[range]`, or of all bytes. A range outside the bytes is treated as empty.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    if let range, range.lowerBound >= 0, range.upperBound <= bytes.count {
      (position, end) = (range.lowerBound, range.upperBound)
    } else {
      (position, end) = (0, range == nil ? bytes.count : 0)
    }
  }

  /// `true` if all bytes have been read.
  public var isAtEnd: Bool { position == end }

  /// Throws if bytes are left.
  public func finish() throws(DERError) {
    guard isAtEnd else { throw .trailingBytes }
  }

  /// Returns a reader of an element's content.
  public func reader(of element: DERElement) -> DERReader { DERReader(bytes, in: element.content) }

  /// Reads the next element, regardless of its tag.
  public mutating func read() throws(DERError) -> DERElement {
    let start = position
    let tag = try readTag()
    let length = try readLength()
    guard length <= end - position else { throw .truncated }
    let content = position..<position + length
    position = content.upperBound
    return DERElement(tag: tag, encoding: start..<position, content: content)
  }

  /// Reads the next element, which must have this tag.
  public mutating func read(_ tag: DERTag) throws(DERError) -> DERElement {
    let element = try read()
    guard element.tag == tag else { throw .unexpectedType }
    return element
  }

  /// Reads the next element if it has this tag; otherwise returns `nil` and reads nothing.
  public mutating func readIfPresent(_ tag: DERTag) throws(DERError) -> DERElement? {
    guard !isAtEnd else { return nil }
    let start = position
    let element = try read()
    if element.tag == tag { return element }
    position = start
    return nil
  }

  /// Reads the next element, which must have this tag, and returns a reader of its content.
  public mutating func enter(_ tag: DERTag) throws(DERError) -> DERReader { reader(of: try read(tag)) }

  private mutating func readTag() throws(DERError) -> DERTag {
    guard position < end else { throw .truncated }
    let first = bytes[position]
    position += 1
    guard first & 0x1f == 0x1f else { return DERTag(classAndForm: first, number: UInt32(first & 0x1f)) }
    var number: UInt32 = 0
    var isFirst = true
    while true {
      guard position < end else { throw .truncated }
      let byte = bytes[position]
      position += 1
      guard !isFirst || byte != 0x80 else { throw .notDistinguished }
      isFirst = false
      guard number <= UInt32.max >> 7 else { throw .tooLarge }
      number = number << 7 | UInt32(byte & 0x7f)
      if byte & 0x80 == 0 { break }
    }
    guard number > 30 else { throw .notDistinguished }
    return DERTag(classAndForm: first, number: number)
  }

  private mutating func readLength() throws(DERError) -> Int {
    guard position < end else { throw .truncated }
    let first = bytes[position]
    position += 1
    guard first >= 0x80 else { return Int(first) }
    let width = Int(first & 0x7f)
    guard width > 0 else { throw .notDistinguished }
    guard width <= 4 else { throw .tooLarge }
    guard width <= end - position else { throw .truncated }
    var length = 0
    for index in position..<position + width { length = length << 8 | Int(bytes[index]) }
    guard bytes[position] != 0, length >= 0x80 else { throw .notDistinguished }
    position += width
    return length
  }
}

extension DERReader {
  /// Reads a BOOLEAN. DER encodes TRUE as ff. BER, which is common in real-world certificates, allows any value but
  /// zero.
  public mutating func readBoolean() throws(DERError) -> Bool {
    let content = try read(.boolean).content
    guard content.count == 1 else { throw .invalidValue }
    return bytes[content.lowerBound] != 0
  }

  /// Reads a BOOLEAN if one is next; otherwise returns `nil`.
  public mutating func readBooleanIfPresent() throws(DERError) -> Bool? {
    guard position < end, bytes[position] == DERTag.boolean.number else { return nil }
    return try readBoolean()
  }

  /// Reads an INTEGER or ENUMERATED of at most 64 signed bits.
  public mutating func readInteger(_ tag: DERTag = .integer) throws(DERError) -> Int64 {
    let content = try readIntegerBytes(tag)
    guard content.count <= 8 else { throw .tooLarge }
    return content.reduce(bytes[content.startIndex] & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int64($1) }
  }

  /// Reads the content of an INTEGER of any size, big-endian in two's complement and in the shortest form.
  public mutating func readIntegerBytes(_ tag: DERTag = .integer) throws(DERError) -> ArraySlice<UInt8> {
    let content = bytes[try read(tag).content]
    guard let first = content.first else { throw .invalidValue }
    if content.count > 1, first == 0 || first == 0xff, (bytes[content.startIndex + 1] ^ first) & 0x80 == 0 {
      throw .notDistinguished
    }
    return content
  }

  /// Reads the encoded content of an OBJECT IDENTIFIER. Each number must be in its shortest form, so that equal
  /// identifiers have equal bytes.
  public mutating func readObjectIdentifier() throws(DERError) -> ArraySlice<UInt8> {
    let content = bytes[try read(.objectIdentifier).content]
    guard let last = content.last, last & 0x80 == 0 else { throw .invalidValue }
    var beginsNumber = true
    for byte in content {
      if beginsNumber, byte == 0x80 { throw .notDistinguished }
      beginsNumber = byte & 0x80 == 0
    }
    return content
  }

  /// Reads the content of an OCTET STRING.
  public mutating func readOctetString() throws(DERError) -> ArraySlice<UInt8> { bytes[try read(.octetString).content] }

  /// Reads the bytes of a BIT STRING whose bits fill whole bytes.
  public mutating func readBitString() throws(DERError) -> Range<Int> {
    let content = try read(.bitString).content
    guard !content.isEmpty, bytes[content.lowerBound] == 0 else { throw .invalidValue }
    return content.lowerBound + 1..<content.upperBound
  }
}
