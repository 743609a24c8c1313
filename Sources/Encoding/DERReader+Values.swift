extension DERReader {
  /// A BOOLEAN. DER writes TRUE as ff; BER, which certificates in the field are full of, as anything but zero.
  public mutating func readBoolean() throws(DERError) -> Bool {
    let content = try read(.boolean).content
    guard content.count == 1 else { throw .invalidValue }
    return bytes[content.lowerBound] != 0
  }

  /// A BOOLEAN where one stands next, else `nil`.
  public mutating func readBooleanIfPresent() throws(DERError) -> Bool? {
    guard position < end, bytes[position] == DERTag.boolean.number else { return nil }
    return try readBoolean()
  }

  /// An INTEGER or ENUMERATED of at most 64 signed bits.
  public mutating func readInteger(_ tag: DERTag = .integer) throws(DERError) -> Int64 {
    let content = try readIntegerBytes(tag)
    guard content.count <= 8 else { throw .tooLarge }
    return content.reduce(bytes[content.startIndex] & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int64($1) }
  }

  /// The content of an INTEGER, big-endian in two's complement, of any size and in the shortest form.
  public mutating func readIntegerBytes(_ tag: DERTag = .integer) throws(DERError) -> ArraySlice<UInt8> {
    let content = bytes[try read(tag).content]
    guard let first = content.first else { throw .invalidValue }
    if content.count > 1, first == 0 || first == 0xff, (bytes[content.startIndex + 1] ^ first) & 0x80 == 0 { throw .notDistinguished }
    return content
  }

  /// The content of an OBJECT IDENTIFIER, still encoded and each number in its shortest form: equal identifiers have equal bytes.
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

  /// The content of an OCTET STRING.
  public mutating func readOctetString() throws(DERError) -> ArraySlice<UInt8> { bytes[try read(.octetString).content] }

  /// The bytes of a BIT STRING whose bits fill whole bytes.
  public mutating func readBitString() throws(DERError) -> Range<Int> {
    let content = try read(.bitString).content
    guard !content.isEmpty, bytes[content.lowerBound] == 0 else { throw .invalidValue }
    return content.lowerBound + 1..<content.upperBound
  }
}
