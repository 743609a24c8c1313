import Encoding
import Testing

@Suite struct Base32Tests {
  @Test(
    "base32 is that of RFC 4648 section 10, without padding",
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func published(text: String, encoded: String) { #expect(Base32.encode(Array(text.utf8)) == encoded) }

  @Test("every bit of a long input is encoded") func long() {
    #expect(Base32.encode([UInt8](repeating: 0xff, count: 32)) == String(repeating: "7", count: 51) + "Q")
  }
}

@Suite struct CrockfordBase32Tests {
  @Test(
    "Lengths are those that peers expect, and every byte comes back", arguments: [0, 1, 2, 3, 4, 5, 16, 24, 32, 64, 72])
  func roundTrip(count: Int) {
    for pattern in [UInt8(0), 1, 0x80, 0xff] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) &* 37 ^ pattern }
      let text = CrockfordBase32.encode(bytes)
      #expect(text.count == (count * 8 + 4) / 5)
      #expect(CrockfordBase32.decode(text) == bytes)
      #expect(CrockfordBase32.decode(text.lowercased(), count: count) == bytes)
      #expect(CrockfordBase32.decode(text, count: count + 1) == nil)
    }
  }

  @Test("Known texts are encoded and decoded correctly") func known() {
    #expect(CrockfordBase32.encode(Array("Hello World".utf8)) == "91JPRV3F41BPYWKCCG")
    #expect(CrockfordBase32.encode([0xff]) == "ZW")
    #expect(CrockfordBase32.decode("zw") == [0xff])
  }

  @Test("Letters that look like digits are read as those digits, and U as V")
  func alikes() {
    #expect(CrockfordBase32.decode("OIL00000") == CrockfordBase32.decode("01100000"))
    #expect(CrockfordBase32.decode("UU00") == CrockfordBase32.decode("VV00"))
  }

  @Test("Text that does not encode bytes is rejected", arguments: ["Z", "ZZ", "Z?", "0-00", " 00", "Ä0", "ZW=", "000"])
  func refused(text: String) { #expect(CrockfordBase32.decode(text) == nil) }
}
