import Testing

@testable import Encoding

@Suite struct BERTLVTests {
  @Test("elements of every length are written in the shortest form and read back")
  func roundTrip() throws {
    for (count, head) in [
      (0, [0x80, 0]), (127, [0x80, 127]), (128, [0x80, 0x81, 128]), (255, [0x80, 0x81, 255]),
      (256, [0x80, 0x82, 1, 0]),
    ]
      as [(Int, [UInt8])]
    {
      let element = BERTLV(0x80, [UInt8](repeating: 7, count: count))
      #expect(Array(element.encoded.prefix(head.count)) == head)
      #expect(try BERTLV.one(element.encoded) == element)
      let nested = BERTLV(0xA0, of: [element, BERTLV(0x02, [1])])
      #expect(try BERTLV.one(nested.encoded).elements() == [element, BERTLV(0x02, [1])])
    }
    #expect(try BERTLV.list([] as [UInt8]).isEmpty)
    // Longer lengths than necessary are valid BER too, and cards write them.
    #expect(try BERTLV.one([0xA0, 0x81, 0x01, 0x05]) == BERTLV(0xA0, [5]))
  }

  @Test("truncated elements, trailing bytes and indefinite lengths are rejected")
  func refused() {
    for (bytes, error) in [
      ([], .truncated), ([0x80], .truncated), ([0x80, 1], .truncated), ([0x80, 0x81], .truncated),
      ([0x80, 0x82, 1], .truncated),
      ([0x80, 0x80, 0, 0], .unsupportedLength), ([0x80, 0x83, 0, 0, 1, 5], .unsupportedLength),
      ([0x80, 0xFF], .unsupportedLength),
      ([0x9F, 0x01, 0], .unsupportedTag), ([0x80, 0, 0x80, 0], .trailingBytes), ([0x80, 0, 0x80], .truncated),
    ] as [([UInt8], BERError)] {
      #expect(throws: error, "\(bytes)") { try BERTLV.one(bytes) }
    }
  }

  @Test("lengths of up to four bytes are read when requested")
  func lengths() throws {
    for length in [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x10000, 0xFFFFFF, 0x1000000, 0xFFFF_FFFF] {
      var bytes = ArraySlice(BERLength.encode(length) + [9])
      #expect(try BERLength.read(&bytes, widest: 4) == length)
      #expect(bytes == [9])
    }
  }

  @Test("random bytes are either read or rejected, and anything read is written back unchanged")
  func randomBytes() {
    var state: UInt64 = 12
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    for _ in 0..<20_000 {
      let bytes = (0..<Int(next() % 24)).map { _ in next() & (next() & 1 == 0 ? 0xFF : 0x07) }
      guard let elements = try? BERTLV.list(bytes) else { continue }
      #expect((try? BERTLV.list(elements.flatMap(\.encoded))) == elements)
    }
  }
}
