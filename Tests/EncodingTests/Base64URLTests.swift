import Encoding
import Testing

@Suite struct Base64URLTests {
  @Test("every length round-trips, both in groups of four and in the tail")
  func roundTrip() {
    for count in 0..<200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let text = Base64URL.encode(bytes)
      #expect(Base64URL.decode(text) == bytes)
    }
  }

  @Test("every value has the character that RFC 4648 assigns to it")
  func knownTexts() {
    #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
    #expect(Base64URL.decode("AAECAwQFBgcICQoLDA0ODw") == Array(0..<16))
    #expect(Base64URL.encode(Array("Man".utf8)) == "TWFu")
  }

  @Test(
    "padding, white space, the other alphabet, a lone character and bits left over are refused",
    arguments: [
      "TQ==", "TQ=", "TWFu ", "TWFu\n", "+__-", "/__-", "T", "TWFuT", "TR", "TWF", "AAECAwQFBgcICQoLDA0ODw==",
      "AAECAwQFBgcICQo+DA0ODw", "\u{e9}A",
    ])
  func refused(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("a single character outside the alphabet is detected at every position")
  func outsideAlphabet() {
    for place in 0..<44 {
      for character in [UInt8(0), 0x20, 0x2b, 0x2c, 0x2e, 0x2f, 0x3a, 0x40, 0x5b, 0x5e, 0x60, 0x7b, 0x80, 0xff] {
        var text = [UInt8](repeating: UInt8(ascii: "A"), count: 44)
        text[place] = character
        #expect(Base64URL.decode(text, in: 0..<44) == nil)
      }
    }
  }

  @Test("a range outside the text is rejected without a trap")
  func range() {
    #expect(Base64URL.decode([65, 65], in: 0..<3) == nil)
  }
}
