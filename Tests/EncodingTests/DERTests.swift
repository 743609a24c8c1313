import Testing

@testable import Encoding

@Suite struct DERTests {
  private func refused<Value>(
    _ error: DERError, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation,
    _ read: (inout DERReader) throws(DERError) -> Value
  ) {
    #expect(throws: error, "\(bytes)", sourceLocation: sourceLocation) {
      var reader = DERReader(bytes)
      _ = try read(&reader)
    }
  }

  @Test("consecutive elements are read with their tags and positions")
  func elements() throws {
    var reader = DERReader([0x02, 0x01, 0x05, 0x30, 0x02, 0x05, 0x00, 0xbf, 0x85, 0x3e, 0x01, 0xff])
    #expect(try reader.read() == DERElement(tag: .integer, encoding: 0..<3, content: 2..<3))
    var inside = try reader.enter(.sequence)
    #expect(try inside.read(.null).content == 7..<7)
    #expect(throws: Never.self) { try inside.finish() }
    #expect(throws: DERError.trailingBytes) { try reader.finish() }
    #expect(try reader.readIfPresent(.context(703)) == nil)
    #expect(reader.position == 7)
    #expect(try reader.readIfPresent(.context(702))?.content == 11..<12)
    #expect(reader.isAtEnd)
    #expect(try reader.readIfPresent(.integer) == nil)
    #expect(DERTag.context(702).description == "[702]" && DERTag.sequence.description == "16")
    #expect(
      DERTag(classAndForm: 0xbf, number: 1) == .context(1) && DERTag.context(1, constructed: false) != .context(1))
  }

  @Test("a reader of a part reads nothing outside it, and an out-of-bounds range is empty")
  func ranges() {
    var part = DERReader([0x02, 0x02, 0x01, 0x02], in: 0..<3)
    #expect(throws: DERError.truncated) { try part.read() }
    for range in [0..<5, -1..<2, 4..<9] {
      var outside = DERReader([5, 0, 5, 0], in: range)
      #expect(outside.isAtEnd)
      #expect(throws: DERError.truncated) { try outside.read() }
    }
  }

  @Test("bytes that end inside an element are rejected")
  func truncated() {
    for bytes: [UInt8] in [
      [], [0x02], [0x02, 0x01], [0x30, 0x81], [0x30, 0x82, 0x01], [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], [0xbf],
      [0xbf, 0x85], [0x1f, 0xff, 0xff],
    ] { refused(.truncated, bytes) { (reader) throws(DERError) in try reader.read() } }
  }

  @Test("tags and lengths not in the shortest form, and indefinite lengths, are rejected")
  func shortestForm() {
    for bytes: [UInt8] in [
      [0x30, 0x80, 0, 0], [0x02, 0x81, 0x01, 0x05], [0x02, 0x81, 0x7f] + [UInt8](repeating: 1, count: 127),
      [0x02, 0x82, 0x00, 0x80],
      [0x04, 0x82, 0x00, 0xff] + [UInt8](repeating: 1, count: 255), [0xbf, 0x80, 0x01, 0x00],
      [0xbf, 0x80, 0x85, 0x3e, 0x00], [0xbf, 0x1e, 0x00],
      [0x1f, 0x02, 0x00],
    ] { refused(.notDistinguished, bytes) { (reader) throws(DERError) in try reader.read() } }
    var reader = DERReader([0x04, 0x81, 0x80] + [UInt8](repeating: 1, count: 128) + [0x1f, 0x1f, 0x00])
    #expect(throws: Never.self) { try reader.read(.octetString) }
    #expect(throws: Never.self) { try reader.read() }
  }

  @Test("lengths and tag numbers beyond 32 bits are rejected before they are used")
  func tooLarge() throws {
    for bytes: [UInt8] in [
      [0x30, 0x85, 1, 0, 0, 0, 0], [0x30, 0xff], [0x30, 0x88, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0xbf, 0x90, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00], [0xbf, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x00],
    ] { refused(.tooLarge, bytes) { (reader) throws(DERError) in try reader.read() } }
    var largest = DERReader([0xbf, 0x8f, 0xff, 0xff, 0xff, 0x7f, 0x00])
    #expect(try largest.read().tag.number == .max)
  }

  @Test("every value reader rejects an element of a different type")
  func unexpectedType() {
    refused(.unexpectedType, [5, 0]) { (reader) throws(DERError) in try reader.read(.integer) }
    refused(.unexpectedType, [5, 0]) { (reader) throws(DERError) in try reader.enter(.sequence) }
    refused(.unexpectedType, [5, 0]) { (reader) throws(DERError) in try reader.readBoolean() }
    refused(.unexpectedType, [2, 1, 0]) { (reader) throws(DERError) in try reader.readInteger(.enumerated) }
    refused(.unexpectedType, [5, 0]) { (reader) throws(DERError) in try reader.readObjectIdentifier() }
    refused(.unexpectedType, [5, 0]) { (reader) throws(DERError) in try reader.readOctetString() }
    refused(.unexpectedType, [5, 0]) { (reader) throws(DERError) in try reader.readBitString() }
  }

  @Test("integers are two's complement in the shortest form, and numbers have at most 64 bits")
  func integers() throws {
    for (content, number) in [
      ([0], 0), ([0x7f], 127), ([0, 0x80], 128), ([0x80], -128), ([0xff], -1), ([0xff, 0x7f], -129),
      ([0x7f] + [UInt8](repeating: 0xff, count: 7), .max),
      ([0x80] + [UInt8](repeating: 0, count: 7), .min),
    ] as [([UInt8], Int64)] {
      var reader = DERReader([2, UInt8(content.count)] + content)
      #expect(try reader.readInteger() == number)
    }
    var enumerated = DERReader([0x0a, 1, 2])
    #expect(try enumerated.readInteger(.enumerated) == 2)
    for content: [UInt8] in [[0, 0], [0, 0x7f], [0xff, 0x80], [0xff, 0xff]] {
      refused(.notDistinguished, [2, UInt8(content.count)] + content) { (reader) throws(DERError) in
        try reader.readInteger()
      }
    }
    refused(.invalidValue, [2, 0]) { (reader) throws(DERError) in try reader.readInteger() }
    refused(.invalidValue, [2, 0]) { (reader) throws(DERError) in try reader.readIntegerBytes() }
    refused(.tooLarge, [2, 9, 0, 0xff] + [UInt8](repeating: 0, count: 7)) { (reader) throws(DERError) in
      try reader.readInteger()
    }
    var long = DERReader([2, 9, 1] + [UInt8](repeating: 0, count: 8))
    #expect(try long.readIntegerBytes().count == 9)
  }

  @Test("booleans have one byte, and an absent one is not read")
  func booleans() throws {
    for (byte, value) in [(0, false), (0xff, true), (1, true)] as [(UInt8, Bool)] {
      var reader = DERReader([1, 1, byte])
      #expect(try reader.readBoolean() == value)
      var optional = DERReader([1, 1, byte])
      #expect(try optional.readBooleanIfPresent() == value)
    }
    for bytes: [UInt8] in [[1, 0], [1, 2, 0, 0]] {
      refused(.invalidValue, bytes) { (reader) throws(DERError) in try reader.readBooleanIfPresent() }
    }
    var other = DERReader([5, 0])
    #expect(try other.readBooleanIfPresent() == nil && other.position == 0)
    var empty = DERReader([])
    #expect(try empty.readBooleanIfPresent() == nil)
  }

  @Test("object identifiers are compared in encoded form, so each has only one encoding")
  func objectIdentifiers() throws {
    let id: DERObjectIdentifier = [1, 2, 840, 113549]
    #expect(id.bytes == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d])
    #expect((([2, 999] as DERObjectIdentifier).bytes) == [0x88, 0x37])
    var reader = DERReader([6, 6] + id.bytes)
    let content = try reader.readObjectIdentifier()
    #expect(id ~= content && !(([1, 2, 840] as DERObjectIdentifier) ~= content))
    for bytes: [UInt8] in [[6, 0], [6, 1, 0x80], [6, 2, 0x2a, 0x86]] {
      refused(.invalidValue, bytes) { (reader) throws(DERError) in try reader.readObjectIdentifier() }
    }
    for bytes: [UInt8] in [[6, 2, 0x80, 0x2a], [6, 3, 0x2a, 0x80, 0x01], [6, 4, 0x2a, 0x03, 0x80, 0x01]] {
      refused(.notDistinguished, bytes) { (reader) throws(DERError) in try reader.readObjectIdentifier() }
    }
    var inner = DERReader([6, 4, 0x2a, 0x81, 0x80, 0x00])
    #expect(throws: Never.self) { try inner.readObjectIdentifier() }
  }

  @Test("octet strings of any length are read, and bit strings of whole bytes")
  func strings() throws {
    var octets = DERReader([4, 0, 4, 2, 1, 2])
    #expect(try octets.readOctetString().isEmpty)
    #expect(try Array(octets.readOctetString()) == [1, 2])
    var bits = DERReader([3, 1, 0, 3, 3, 0, 1, 2])
    #expect(try bits.readBitString().isEmpty)
    #expect(try bits.readBitString() == 6..<8)
    for bytes: [UInt8] in [[3, 0], [3, 2, 1, 2], [3, 2, 8, 0]] {
      refused(.invalidValue, bytes) { (reader) throws(DERError) in try reader.readBitString() }
    }
  }

  @Test("parsing random bytes or mutated elements never traps, stays in range and always advances")
  func random() {
    var state: UInt64 = 11
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let seed: [UInt8] = [
      0x30, 0x1a, 2, 1, 5, 6, 3, 0x2a, 3, 4, 3, 2, 0, 0xff, 1, 1, 0xff, 0xbf, 0x85, 0x3e, 3, 2, 1, 0, 0x30, 0x82, 1, 0,
      0x31, 0,
    ]
    for round in 0..<4000 {
      var bytes = round.isMultiple(of: 2) ? seed : (0..<Int(next() % 40)).map { _ in next() }
      if !bytes.isEmpty { for _ in 0..<Int(next() % 4) { bytes[Int(next()) % bytes.count] = next() } }
      var pending = [DERReader(bytes)]
      while var reader = pending.popLast() {
        while let element = try? reader.read() {
          #expect(
            element.encoding.contains(element.encoding.lowerBound)
              && element.content.upperBound == element.encoding.upperBound)
          #expect(element.encoding.upperBound <= bytes.count && reader.position == element.encoding.upperBound)
          for read in Self.values {
            var value = DERReader(bytes, in: element.encoding)
            read(&value)
            #expect(value.position <= value.end)
          }
          if element.content.count < element.encoding.count, !element.content.isEmpty {
            pending.append(reader.reader(of: element))
          }
        }
      }
    }
  }

  private static let values: [@Sendable (inout DERReader) -> Void] = [
    { _ = try? $0.readBoolean() }, { _ = try? $0.readInteger() }, { _ = try? $0.readIntegerBytes() },
    { _ = try? $0.readObjectIdentifier() },
    { _ = try? $0.readOctetString() }, { _ = try? $0.readBitString() }, { _ = try? $0.readBooleanIfPresent() },
  ]
}
